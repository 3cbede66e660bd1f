--TEST--
A long internal call gets its samples, on and off the CPU
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; need_wall_by_signal(); ?>
--INI--
pcre.jit=0
pcre.backtrack_limit=100000000
--FILE--
<?php
require __DIR__ . '/sample.inc';

$text = str_repeat('x', 5000000);
function hash_it(string $text) { return md5($text); }
function match_it() { return preg_match('/(a+)+$/', str_repeat('a', 20) . 'b'); }
function sort_it() { $a = range(1, 20000); shuffle($a); sort($a); return $a; }
const LONG = ['md5', 'preg_match', 'sort', 'time_nanosleep'];

$leaves = [];
foreach (tries() as $try) {
	xhprof_sample_enable(['interval' => 1000]);
	burn(0.2, fn() => hash_it($text));
	burn(0.2, match_it(...));
	burn(0.2, sort_it(...));
	for ($i = 0; $i < 10; $i++) {
		time_nanosleep(0, 5000000);
	}
	array_push($leaves, ...leaves(xhprof_sample_disable()));
	if (array_diff(LONG, $leaves) === []) {
		break;
	}
}
foreach ([...LONG, 'none'] as $function) {
	echo $function, ': ', in_array($function, $leaves, true) ? 'yes' : 'no', "\n";
}
?>
--EXPECT--
md5: yes
preg_match: yes
sort: yes
time_nanosleep: yes
none: no
