--TEST--
Both hooks, with and without opcache and the JIT, give the same profile of a broad program
--FILE--
<?php
require __DIR__ . '/../helper.inc';

$program = __DIR__ . '/../programs/broad.inc';
$ways = [];
foreach (['ex', 'observer'] as $hook) {
	$ways["$hook"] = ["xhprof.hook=$hook"];
	if (($settings = opcache_settings()) !== null) {
		$ways["$hook, opcache"] = array_merge($settings, ["xhprof.hook=$hook"]);
	}
}
foreach (['function', 'tracing'] as $jit) {
	if (($settings = opcache_settings($jit)) !== null) {
		$ways["JIT $jit"] = array_merge($settings, ['xhprof.hook=auto']);
	}
}

foreach ([0, XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY, XHPROF_FLAGS_NO_BUILTINS] as $flags) {
	$expected = null;
	foreach ($ways as $name => $settings) {
		$got = json_decode($text = child_php($program, $settings, [], [$flags]), true);
		if (!is_array($got)) {
			echo "$name, flags $flags: ", substr($text, 0, 500), "\n";
			continue;
		}
		$expected ??= $got;
		if ($got !== $expected) {
			show_difference("$name, flags $flags", $expected, $got);
		}
	}
	echo $flags, ': ', count($expected) > ($flags & 1 ? 100 : 200) ? 'broad' : count($expected), "\n";
}
?>
--EXPECT--
0: broad
6: broad
1: broad
