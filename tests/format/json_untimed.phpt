--TEST--
A file of a development version that timed a part of the calls loads, without what it says of these
--FILE--
<?php
require __DIR__ . '/program.inc';

$profile = run(XHPROF_FLAGS_TREE);
$text = $profile->export('json');
$pairs = $profile->summary()['pairs'];
$errors = json_encode(array_fill(0, $pairs, 5000));
$old = str_replace(['"runs":1,', "\"callee_level\":["],
	['"runs":1,"untimed_calls":12,', "\"wall_error_ns\":$errors,\n\"callee_level\":["], $text, $count);
echo "$count keys more\n";
$loaded = XHProf\Profile::load('data://text/plain;base64,' . base64_encode($old));
var_dump($loaded->export('json') === $text, $loaded->summary() === $profile->summary(),
	$loaded->functions() === $profile->functions());
?>
--EXPECT--
2 keys more
bool(true)
bool(true)
bool(true)
