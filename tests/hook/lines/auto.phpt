--TEST--
xhprof.auto_lines chooses the lines of whole requests: functions and files, with commas or blanks between
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/lines.inc';
require __DIR__ . '/../../request/trigger/auto.inc';

$folder = fresh_folder(__FILE__);
foreach (['chosen', 'OTHER, chosen', 'lines/auto.part.inc', 'nothing', ''] as $lines) {
	echo "'$lines'\n", trim(child_php(__DIR__ . '/auto.part.inc', auto_settings($folder, "xhprof.auto_lines=$lines")));
	foreach (runs($folder) as $run) {
		show_lines($run, __DIR__ . '/auto.part.inc');
		echo json_encode($run->summary()['lines'] ?? null), " lines\n";
	}
	array_map(unlink(...), glob("$folder/*"));
}
?>
--EXPECT--
'chosen'
chosen                        2   2  static $calls = 0;
chosen                        2   2  return $n + $calls++; # chosen
2 lines
'OTHER, chosen'
chosen                        2   2  static $calls = 0;
chosen                        2   2  return $n + $calls++; # chosen
other                         1   7  return chosen($n) + 1; # other
3 lines
'lines/auto.part.inc'
chosen                        2   2  static $calls = 0;
chosen                        2   2  return $n + $calls++; # chosen
other                         1   7  return chosen($n) + 1; # other
run_init::auto.part.inc       1   7  chosen(1); # in the file
run_init::auto.part.inc       1   3  register_shutdown_function('other', 3);
5 lines
'nothing'
0 lines
''
null lines
--CLEAN--
<?php
require __DIR__ . '/../../request/trigger/auto.inc';
remove(__DIR__ . '/auto.tmp');
?>
