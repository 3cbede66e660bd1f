--TEST--
phpinfo() hides xhprof.trigger_secret, and an invalid xhprof.auto is reported and treated as off
--SKIPIF--
<?php
if (PHP_OS_FAMILY === 'Windows') die('skip runs are not saved there');
?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
file_put_contents("$folder/page.inc", '<?php ob_start(); phpinfo(INFO_MODULES); $text = ob_get_clean();
preg_match_all("/^xhprof.trigger_secret.*/m", $text, $found); echo $found[0][0], "\n"; echo json_encode(xhprof_info()["auto"]), "\n";');
foreach (['', 'open sesame'] as $secret) {
	echo child_php("$folder/page.inc", ["xhprof.trigger_secret=$secret"]);
}
foreach (['Always', 'off', 'no', '0', '', 'on', 'sometimes'] as $value) {
	preg_match('/"setting":"\w+"|must be/', $answer = child_php("$folder/page.inc", ["xhprof.auto=$value"]), $found);
	preg_match('/"setting":"\w+"/', $answer, $setting);
	echo "$value: ", $found[0] === 'must be' ? 'told, ' : '', $setting[0], "\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/settings_shown.tmp');
?>
--EXPECT--
xhprof.trigger_secret => no value => no value
{"setting":"off","profiled":false,"reason":"xhprof.auto=off","requested":false,"excluded":false,"run":null,"last":null}
xhprof.trigger_secret => (not shown) => (not shown)
{"setting":"off","profiled":false,"reason":"xhprof.auto=off","requested":false,"excluded":false,"run":null,"last":null}
Always: "setting":"always"
off: "setting":"off"
no: "setting":"off"
0: "setting":"off"
: "setting":"off"
on: told, "setting":"off"
sometimes: told, "setting":"off"
