--TEST--
Both hooks, with and without opcache and the JIT, give the same profile of a broad program
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

/* Until 8.1 a generator that ends destroys its locals within its own last call, which observers have seen end. */
function without_end_of_generator(array $counts): array
{
	foreach ($counts as $key => $count) {
		if (str_contains($key, ' Broad\\yields_with_local==>Broad\\Dies::__destruct')) {
			$counts[str_replace('yields_with_local', 'lifetimes', $key)] += $count;
			unset($counts[$key]);
		}
	}
	return $counts;
}

$program = __DIR__ . '/../../programs/broad.inc';
$ways = [];
foreach (['ex', 'observer'] as $hook) {
	$ways["$hook"] = ["xhprof.hook=$hook"];
	if (($settings = opcache_settings()) !== null) {
		$ways["$hook, opcache"] = array_merge($settings, ["xhprof.hook=$hook"]);
	}
}
foreach (['function', 'tracing'] as $jit) {
	if (($settings = opcache_settings($jit)) !== null) {
		$ways["JIT $jit"] = array_merge($settings, ['xhprof.hook=observer']);
	}
}

foreach ([0, XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY, XHPROF_FLAGS_NO_BUILTINS] as $flags) {
	$expected = null;
	foreach ($ways as $name => $settings) {
		if (str_starts_with($name, 'JIT') && !jit_shows_builtins() && !($flags & XHPROF_FLAGS_NO_BUILTINS)) {
			continue;
		}
		$got = json_decode($text = child_php($program, $settings, [], [$flags]), true);
		if (!is_array($got)) {
			echo "$name, flags $flags: ", substr($text, 0, 500), "\n";
			continue;
		}
		if (PHP_VERSION_ID < 80200) {
			$got = without_end_of_generator($got);
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
