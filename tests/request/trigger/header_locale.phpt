--TEST--
The time in Server-Timing has a decimal point in any locale
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
// Of all of a locale the numbers, as glibc has them: a comma, and nothing between thousands. Other C libraries have
// none.
mkdir("$folder/xx_XX");
file_put_contents("$folder/xx_XX/LC_NUMERIC",
	pack('V8', 0x20031114, 6, 32, 34, 35, 36, 40, 44) . ",\0\0\0" . pack('V2', ord(','), 0) . "ASCII\0");
file_put_contents("$folder/page.inc", <<<'PHP'
<?php
setlocale(LC_NUMERIC, 'xx_XX');
echo 'sent now';
PHP);

serve("$folder/page.inc", auto_settings("$folder/runs", 'xhprof.auto=trigger', 'xhprof.trigger_secret=s'),
	function (callable $get): void {
		[$headers] = $get('/?XHPROF_TRIGGER=s');
		$timing = implode("\n", preg_grep('/^server-timing/i', $headers));
		echo preg_replace(['/[0-9a-f]{16}/', '/\d+(?=[.,]\d{3}$)/', '/\d{3}$/'], ['RUN', 'N', 'NNN'], $timing), "\n";
	}, ['LOCPATH' => $folder]);
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/header_locale.tmp');
?>
--EXPECT--
Server-Timing: xhprof;desc="RUN";dur=N.NNN
