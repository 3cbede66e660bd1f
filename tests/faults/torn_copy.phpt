--TEST--
An address that was copied while it changed is no function: no sample has a name that none has
--SKIPIF--
<?php
require __DIR__ . '/refuse.inc';
skip_refuse();
?>
--FILE--
<?php
require __DIR__ . '/refuse.inc';

/* The kernel may copy a word in parts. Behind a function's beginning is what seems to be another one. */
$script = '
	putenv("TORN=md5");
	$text = str_repeat("text", 5000000);
	xhprof_sample_enable(["interval" => 1000, "engine" => "interrupt", "paths" => true]);
	for ($i = 0; $i < 10; $i++) {
		md5($text);
	}
	$names = [];
	foreach (xhprof_sample_disable()["paths"] as $path) {
		$names = array_merge($names, array_column($path["frames"], "function"));
	}
	$wrong = array_diff($names, ["main()", "md5", "xhprof_sample_enable", "xhprof_sample_disable"]);
	echo $wrong === [] ? "right" : json_encode($wrong, JSON_INVALID_UTF8_SUBSTITUTE), "\n";
';
echo refuse('torn', $script);
?>
--EXPECT--
right
