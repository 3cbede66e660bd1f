--TEST--
Tools of an agent become command lines of words that are checked, and their processes end in time
--FILE--
<?php
require __DIR__ . '/unit.inc';

use XHProf\Cli\Help\Reference;
use XHProf\Cli\Mcp\Messages;
use XHProf\Cli\Mcp\Roots;
use XHProf\Cli\Mcp\ToolProcess;
use XHProf\Cli\Mcp\Tools;

$folder = unit_folder();
mkdir("$folder/here");
file_put_contents("$folder/here/a.php", '<?php');
file_put_contents("$folder/here/b c.php", '<?php');
file_put_contents("$folder/elsewhere.php", '<?php');
$here = realpath("$folder/here");
pairs_run(['main()==>f' => [2, 3], 'main()' => [1, 5]])->export('json', "$here/run.json");
$roots = new Roots([$here], "$here/saved");
$tools = new Tools($roots);

/* Their schemas. */
$list = array_column($tools->list(), null, 'name');
same('tools', ['run', 'top', 'show', 'diff', 'queries', 'advise', 'alloc', 'list', 'live', 'dump', 'slow', 'more'],
	array_keys($list));
same('only run changes something', ['run'], array_keys(array_filter($list,
	static fn (array $tool): bool => !$tool['annotations']['readOnlyHint'])));
same('needed', [['script'], ['run', 'function'], ['before', 'after'], [], ['cursor']],
	array_map(static fn (string $name): array =>
	$list[$name]['inputSchema']['required'], ['run', 'show', 'diff', 'live', 'more']));
same('types', ['array', 'integer', 'boolean', 'string'], array_map(static fn (array $at): string =>
	$list[$at[0]]['inputSchema']['properties'][$at[1]]['type'], [['run', 'arguments'], ['top', 'limit'], ['run',
	'compensate'], ['top', 'by']]));
foreach (array_diff_key($list, ['more' => 0]) as $name => $tool) {
	$options = Reference::command($name)['options'] + Reference::command($name)['more'];
	same("$name has no option that its command lacks", [],
	array_values(array_diff(array_keys(array_filter($tool['inputSchema']['properties'],
		static fn (string $key): bool => !in_array($key, ['tokens', 'script', 'arguments', 'run', 'after', 'before',
		'folder', 'target'], true),
		ARRAY_FILTER_USE_KEY)), array_keys($options))));
}
same('one of them', [true, false, false], all_of(Tools::is(...), ['top', 'more', 'ship']));

/* Command lines. */
foreach ([['run', ['script' => 'a.php', 'arguments' => ['-x', ''], 'limit' => 5, 'compensate' => true], ['run',
	'--limit=5',
	'--compensate', '--', "$here/a.php", '-x', '']], ['run', ['script' => 'a.php', 'compensate' => false,
	'tokens' => 100], ['run',
	'--', "$here/a.php"]], ['top', ['run' => "$here/run.json", 'hide' => ['a', 'b'], 'by' => 'own_wt'], ['top',
	'--hide=a', '--hide=b',
	'--by=own_wt', '--', "$here/run.json"]], ['live', [], ['live', '--duration=3s', '--']], ['live',
	['duration' => '9s',
	'target' => 'www'], ['live', '--duration=9s', '--', 'www']], ['run', ['script' => 'a.php', 'repeat' => 2,
	'against' => "'b c.php' 'x y'"], ['run', '--repeat=2', "--against='$here/b c.php' 'x y'", '--',
	"$here/a.php"]]] as [$name,
	$arguments, $words]) {
	same("$name " . json_encode($arguments), $words, $tools->words($name, $arguments));
}
foreach ([['top', ['run' => 'x', 'limti' => 5], 'unknown argument "limti"'], ['top', ['run' => 'x', 'limti' => 5],
	'did you mean limit?'], ['top', [], 'the argument "run" is missing'], ['top', ['run' => ''],
	'"run" must be of type string'],
	['top', ['run' => 'x', 'limit' => -1], '"limit" must be of type integer, at least 0'], ['top', ['run' => 'x',
	'limit' => '5'],
	'"limit" must be of type integer'], ['top', ['run' => 'x', 'tokens' => 99],
	'"tokens" must be of type integer, at least 100'],
	['run', ['script' => 'a.php', 'compensate' => 1], '"compensate" must be of type boolean'], ['run',
	['script' => 'a.php',
	'arguments' => 'x'], '"arguments" must be a list of strings'], ['run', ['script' => 'a.php',
	'arguments' => ['a' => 'x']],
	'must be a list of strings'], ['run', ['script' => 'a.php', 'arguments' => [5]], 'must be a list of strings'],
	['top', ['run' => "a\0"],
	'an argument has a NUL byte'], ['run', ['script' => '../elsewhere.php'], 'elsewhere.php'], ['run',
	['script' => 'none.php'],
	'no such file'], ['top', ['run' => 'clickhouse+http://h/'], 'this server does not read stores'], ['run',
	['script' => 'a.php',
	'against' => '../elsewhere.php'], 'elsewhere.php']] as [$name, $arguments, $why]) {
	refused("$name " . json_encode($arguments), $why, static fn () => $tools->words($name, $arguments));
}

/* Processes, of the tool as it is called. */
$_SERVER['argv'][0] = dirname(__DIR__, 3) . '/cli/bin/xhprof';
$run = static fn (array $words, float $seconds = 600.0,
	?callable $isWanted = null): array => (new ToolProcess($roots->reach,
	$seconds))->run($words, $isWanted ?? static fn (): bool => true);
[$text, $hasFailed] = $run(['top', '--json', '--', "$here/run.json"]);
same('its answer', [false, 'xhprof-top', 5000], [$hasFailed, ($said = json_decode($text, true))['schema'] ?? $text,
	$said['summary']['wall_ns'] ?? null]);
[$text, $hasFailed] = $run(['top', '--', "$here/none.json"]);
same('why it failed', [true, true], [$hasFailed, str_contains($text, 'none.json')]);
[$text, $hasFailed] = $run(['top', '--', "$folder/elsewhere.php"]);
same('it reads no other folder', [true, true], [$hasFailed, str_contains($text, 'elsewhere.php')]);
file_put_contents("$here/exit.php", '<?php echo str_repeat("x", 3000); exit(7);');
[$text, $hasFailed] = $run(['run', "--out=$here/out.json", '--', "$here/exit.php"]);
same('a script that fails has a run', [false, true, 2000, true], [$hasFailed, str_contains($text,
	"The script's exit status: 7\n"),
	substr_count($text, 'x', (int) strpos($text, 'The script printed:')) - substr_count("The script printed:\n", 'x'),
	str_contains($text, '(and more)')]);
same('none was', [true], [$run(['run', '--mode=none', '--', "$here/exit.php"])[1]]);
file_put_contents("$here/sleep.php", '<?php sleep(600);');
same('ended', ['it was stopped after 0.2 s', true], $run(['run', '--', "$here/sleep.php"], 0.2));
same('cancelled', ['it was cancelled', true], $run(['run', '--', "$here/sleep.php"], 60.0,
	static fn (): bool => false));

/* Messages, one a line. */
[$input, $writer] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$messages = new Messages($input);
fwrite($writer, "{\"id\":1}\n\n{\"id\":2}\n{\"id\":3}\n{\"id\"");
$messages->look(static fn (string $line): bool => $line === '{"id":2}');
same('those that nobody took, without blank lines', ['{"id":1}', '{"id":3}'], [$messages->next(), $messages->next()]);
fwrite($writer, ":4}\n");
fclose($writer);
same('a line in two pieces, then the end', ['{"id":4}', null], [$messages->next(), $messages->next()]);
same('one that is sent', ['{"text":"a/ü"}' . "\n", null],
	stdout_of(static fn () => $messages->send(['text' => 'a/ü'])));
finish();
?>
--EXPECT--
all as expected
