--TEST--
A report of samples has the error of each function's share, of wall and of CPU time, as functions() has it; one of calls has none
--SKIPIF--
<?php
require __DIR__ . '/program.inc';
if (!extension_loaded('zlib') || !has_pprof()) die('skip needs zlib, and PHP\'s as well');
?>
--FILE--
<?php
require __DIR__ . '/program.inc';
require __DIR__ . '/html.inc';
require __DIR__ . '/samples.inc';

function show(string $name, XHProf\Profile $profile): void
{
	$html = $profile->export('html');
	echo "$name:\n";
	foreach (report_errors($html, check_report($profile, $html)) as $column => $errors) {
		echo "  $column: ",
			implode(', ', array_map(fn($name, $error) => "$name $error", array_keys($errors), $errors)), "\n";
	}
}

show('samples one by one', $run = sampled_run());
show('merged, as if each was drawn anew', $run->merge($run));
show('calls', run(XHPROF_FLAGS_TREE | ALL_METRICS));
?>
--EXPECT--
samples one by one:
  wall-own: main() 54, a 317, b 153, {sleep} 284
  wall-inclusive: main() 54, a 284, b 153, {sleep} 284
  cpu-own: main() 291, a 754, b 754, {sleep} 291
  cpu-inclusive: main() 291, a 291, b 754, {sleep} 291
merged, as if each was drawn anew:
  wall-own: main() 93, a 403, b 367, {sleep} 467
  wall-inclusive: main() 93, a 467, b 367, {sleep} 467
  cpu-own: main() 492, a 1092, b 1092, {sleep} 492
  cpu-inclusive: main() 492, a 492, b 1092, {sleep} 492
calls:
