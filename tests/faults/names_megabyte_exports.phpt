--TEST--
Names of a megabyte are complete in every format, samples keep 64 KB of them, and every command of the tool works
--INI--
memory_limit=1G
--SKIPIF--
<?php if (getenv('SKIP_SLOW_TESTS')) die('skip slow'); ?>
--FILE--
<?php
require __DIR__ . '/../format/program.inc';
require __DIR__ . '/../cli/cli.inc';

/* The block of a report that names its functions. */
function packed_functions(string $page): string
{
	preg_match('~id="a-functions">([^<]+)</script>~', $page, $found, 0, strrpos($page, 'id="a-functions"') - 100);
	$bytes = base64_decode($found[1]);
	return str_starts_with($bytes, "\x1f\x8b") ? gzdecode($bytes) : $bytes;
}

$name = 'n' . str_repeat('abcdefgh', 131072);
$class = 'C' . str_repeat('12345678', 131072);
eval("function $name(\$x) { return str_repeat('x', 2000 + \$x); } class $class { function m(\$x) { return \$x; } }");
$object = new $class;
xhprof_enable(XHPROF_FLAGS_TIMELINE | XHPROF_FLAGS_ALLOC);
$kept = $name(1);
$object->m($name(2));
$run = xhprof_stop();
$formats = formats();
foreach (array_diff($formats, ['pprof']) as $format) {
	$text = $run->export($format);
	$text = str_starts_with($text, "\x1f\x8b") ? gzdecode($text) : $text;
	if ($format === 'html') {
		$text = stripslashes(packed_functions($text));
	}
	// Where memory is not PHP's, nobody has any.
	$has_both = str_contains($text, $name) && (str_starts_with($format, 'folded-') || str_contains($text, "$class::m"));
	if (!$has_both && !($text === '' && getenv('USE_ZEND_ALLOC') === '0')) {
		echo "$format lacks a name\n";
	}
}
$pairs = $run->pairs();
foreach (array_intersect(['xhprof', 'json', 'xhgui', 'xhprof.gz', 'json.gz', 'xhgui.gz'], $formats) as $format) {
	$file = own_file($format, $run->export($format));
	$again = read_run($file)->pairs();
	if (array_keys($again) !== array_keys($pairs) && array_diff_key($again, $pairs) !== []) {
		echo "$format is read back with other names\n";
	}
}
$before = own_file('json');
foreach ([['top', $before], ['show', $before, '--function', $name[0] . 'x'], ['show', $before, '--function', 'main()'],
	['alloc', $before], ['diff', $before, $before], ['merge', $before, $before, '--out', own_file('sum.json')],
	['convert', $before, '--format', 'callgrind'], ['top', $before, '--json']] as $arguments) {
	$result = cli($arguments, '', ['memory_limit=1G']);
	echo $arguments[0], ' ', $result['status'], ' ', $result['err'] === '' ? 'no complaint' : 'a complaint', ' ',
		preg_match('/(Fatal|Warning|Notice|Deprecated)/', $result['out'] . $result['err'])
			? 'PHP complains' : 'fine', "\n";
}

xhprof_sample_enable(['interval' => 1000, 'paths' => true]);
function samples(): int { return xhprof_info()['sampling']['samples']; }
// to compile it has samples, too
eval("function x$name() { for (\$until = samples() + 5; samples() < \$until;); } x$name();");
$text = serialize(xhprof_sample_disable());
var_dump(str_contains($text, substr("x$name", 0, 65535)), str_contains($text, substr("x$name", 0, 65536)));
?>
--EXPECT--
top 0 no complaint fine
show 2 a complaint fine
show 0 no complaint fine
alloc 0 no complaint fine
diff 0 no complaint fine
merge 0 no complaint fine
convert 0 no complaint fine
top 0 no complaint fine
bool(true)
bool(false)
