--TEST--
An unknown mode or flag, or a mode the format cannot hold, writes a line to the log and no file
--SKIPIF--
<?php if (PHP_OS_FAMILY === 'Windows') die('skip no files are saved there'); ?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/program.inc", '<?php
$auto = xhprof_info()["auto"];
echo $auto["profiled"] ? "profiled" : "not profiled: $auto[reason]", "\n";
');
foreach (['xhprof.auto_mode=trees', 'xhprof.auto_mode=', 'xhprof.auto_mode=TREE', 'xhprof.auto_mode=32',
	'xhprof.auto_flags=cpu, memori', 'xhprof.auto_flags=6', 'xhprof.auto_flags=0x6|no_builtins',
	'xhprof.auto_flags=no-builtins', 'xhprof.auto_formats=json,jsn', 'xhprof.auto_mode=everything'] as $setting) {
	echo "== $setting\n", preg_replace('/^\[.*?\] /m', '',
		child_php("$folder/program.inc", auto_settings("$folder/runs", 'log_errors=1', $setting)));
	echo count(glob("$folder/runs/*")), " files\n";
	forget("$folder/runs");
}
foreach ([[], ['xhprof.keep=10']] as $keep) {
	foreach (['chrome', 'log', 'chrome,json'] as $formats) {
		echo "== no samples as $formats\n", preg_replace('/^\[.*?\] /m', '',
			child_php("$folder/program.inc", auto_settings("$folder/runs", 'log_errors=1', 'xhprof.auto_mode=sample',
				'xhprof.sampling_clock=custom', "xhprof.auto_formats=\"$formats\"", ...$keep)));
		echo implode(' ', names("$folder/runs")), "\n";
		forget("$folder/runs");
	}
}
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/words_unknown.tmp');
?>
--EXPECT--
== xhprof.auto_mode=trees
xhprof: xhprof.auto_mode has an unknown word: trees; did you mean "tree"?
not profiled: xhprof.auto_mode has an unknown word
0 files
== xhprof.auto_mode=
profiled
1 files
== xhprof.auto_mode=TREE
profiled
1 files
== xhprof.auto_mode=32
profiled
1 files
== xhprof.auto_flags=cpu, memori
xhprof: xhprof.auto_flags has an unknown word: memori; did you mean "memory"?
not profiled: xhprof.auto_flags has an unknown word
0 files
== xhprof.auto_flags=6
profiled
1 files
== xhprof.auto_flags=0x6|no_builtins
profiled
1 files
== xhprof.auto_flags=no-builtins
profiled
1 files
== xhprof.auto_formats=json,jsn
xhprof: xhprof.auto_formats has an unknown format: jsn; did you mean "json"?
not profiled: xhprof.auto_formats has an unknown format
0 files
== xhprof.auto_mode=everything
xhprof: xhprof.auto_mode has an unknown word: everything
not profiled: xhprof.auto_mode has an unknown word
0 files
== no samples as chrome
profiled
xhprof: the run could not be saved in xhprof.output_dir: the mode of xhprof.auto_mode does not record what the format needs

== no samples as log
profiled
xhprof: the run could not be saved in xhprof.output_dir: the mode of xhprof.auto_mode does not record what the format needs

== no samples as chrome,json
profiled
TIME-cli-program_inc-PID-RUN.xhprof.json
== no samples as chrome
profiled
xhprof: the run could not be saved in xhprof.output_dir: the mode of xhprof.auto_mode does not record what the format needs

== no samples as log
profiled
xhprof: the run could not be saved in xhprof.output_dir: the mode of xhprof.auto_mode does not record what the format needs

== no samples as chrome,json
profiled
TIME-cli-program_inc-PID-RUN.xhprof.json
