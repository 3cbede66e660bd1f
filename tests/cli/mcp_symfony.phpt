--TEST--
A coding agent's session, replayed: it finds the query for each row in a Symfony application, cures it, and proves the cure
--EXTENSIONS--
pdo
pdo_sqlite
--SKIPIF--
<?php
if (!is_dir(getenv('XHPROF_TEST_SYMFONY') . '/vendor/symfony/framework-bundle')) {
	die('skip XHPROF_TEST_SYMFONY names no folder with vendor/symfony/framework-bundle');
}
if (xhprof_info()['clock'] === 'fake') die('skip the fake clock has no time but that of calls');
?>
--FILE--
<?php
require __DIR__ . '/cli.inc';
require __DIR__ . '/mcp.inc';
require __DIR__ . '/mcp_symfony.inc';

symfony_shop(mcp_folder('<?php'), getenv('XHPROF_TEST_SYMFONY') . '/vendor/autoload.php');
$settings = extensions('ctype', 'tokenizer', 'pdo', 'pdo_sqlite');
// Symfony makes its container
exec(implode(' ', array_map(escapeshellarg(...), [PHP_BINARY, '-n', ...array_merge(
	...array_map(fn (string $one): array => ['-d', $one], $settings)), WORK . '/app/index.php', '/invoices'])));
$kept = [];
foreach (file(__DIR__ . '/mcp_symfony.jsonl') as $line) {
	$step = json_decode($line, true, 16, JSON_THROW_ON_ERROR);
	if (isset($step['edit'])) {
		file_put_contents(WORK . "/app/$step[edit]", CURED);
		echo "edits $step[edit]\n";
		continue;
	}
	[$name, $arguments] = $step['call'];
	array_walk_recursive($arguments, function (mixed &$value) use ($kept): void {
		$value = is_string($value) ? $kept[$value] ?? $value : $value;
	});
	$call = $name === 'initialize' ? [$name, $arguments]
		: ['tools/call', ['name' => $name, 'arguments' => (object) $arguments]];
	$answer = mcp([1 => $call], $settings)[1];
	$text = $name === 'initialize' ? json_encode($answer) : mcp_text($answer);
	$found = array_filter($step['expect'], fn (string $wanted): bool => $wanted[0] === '~'
		? preg_match($wanted, $text) === 1 : str_contains(preg_replace('~\n +~', ' ', $text), $wanted));
	echo "$name: ", count($found) === count($step['expect']) ? "as expected\n"
		: json_encode(array_diff($step['expect'], $found)) . "\n$text\n";
	foreach ($step['keep'] ?? [] as $key => $pattern) {
		$kept[$key] = preg_match($pattern, $text, $match) === 1 ? $match[1] : exit($text);
	}
}
mcp_remove();
?>
--CLEAN--
<?php
require __DIR__ . '/mcp.inc';
mcp_remove();
?>
--EXPECT--
initialize: as expected
run: as expected
advise: as expected
queries: as expected
show: as expected
edits Invoices.php
run: as expected
diff: as expected
advise: as expected
run: as expected
diff: as expected
