--TEST--
xhprof dump and xhprof run call a function by one name, which is read as Latin-1 as a whole if it is not UTF-8
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../live.inc';
require __DIR__ . '/../../cli/cli.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", "<?php
class caf\xC3\xA9\xFF {}
function f\xC3\xA9\xFF(string \$text, object \$of, int \$z\xFF) {
	for (\$i = 0; \$i < 1000; \$i++);
	echo \"begun\\n\";
	for (; \$GLOBALS['argc'] > 1;) \$i = 1;
}
f\xC3\xA9\xFF('x' . str_repeat('\xC3\xA9', 600), new caf\xC3\xA9\xFF(), 1);
");
$child = live_start("$folder/program.php", live_settings($folder, 'xhprof.live_allow=sample,dump,locals',
	'xhprof.meta=full'), ['x']);
fgets($child->out);

/* Repeats it until the process has answered. */
function dump(string ...$options): string
{
	global $folder;
	return live_wait('dump', function () use ($folder, $options) {
		$text = cli(['dump', ...$options, $folder])['out'];
		return preg_match('/not answered|safe point|no stack yet/', $text) === 0 ? $text : null;
	});
}

$frame = json_decode(dump('--json'), true)['processes'][0]['stack']['frames'][0];
echo "dump --json: $frame[function]\n";
$frame = json_decode(dump('--json', '--locals'), true)['processes'][0]['locals']['frames'][0];
echo "dump --json --locals: $frame[function]\n";
foreach ($frame['arguments'] as ['name' => $name, 'value' => $value]) {
	echo "  $name: $value\n";
}
foreach ([[], ['--locals']] as $options) {
	preg_match('/#0 (\S+)/', dump(...$options), $found);
	echo implode(' ', ['dump', ...$options]), ": $found[1]\n";
}
proc_terminate($child->process, 9);
live_end($child);
cli(['run', '--out', "$folder/r.json", "$folder/program.php"]);
foreach (json_decode(file_get_contents("$folder/r.json"), true)['functions']['name'] as $name) {
	if (is_array($name)) {
		echo "run: $name[latin1]\n";
	}
}
unlink("$folder/r.json");
live_clean($folder);
?>
--EXPECT--
dump --json: fÃ©ÿ
dump --json --locals: fÃ©ÿ
  text: "xééééééééééééééééééééééééééééééééééééééé"... (1201 bytes)
  of: cafÃ©ÿ {}
  zÿ: 1
dump: fÃ©ÿ
dump --locals: fÃ©ÿ
run: fÃ©ÿ
