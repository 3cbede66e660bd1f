--TEST--
Adaptive timing: memory and peaks of untimed calls are exact
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
<?php if (getenv('USE_ZEND_ALLOC') === '0') die('skip without the memory manager, memory is unknown'); ?>
--FILE--
<?php
require __DIR__ . '/adaptive.inc';

function keep(int $i): int { $GLOBALS['kept'][] = str_repeat('x', 100 + $i % 7 * 100); return $i; }
function drop(int $i): int { $text = str_repeat('x', 3000); return $i + strlen($text); }
function both(int $i): int { return keep($i) + drop($i); }

function program(): void
{
	$GLOBALS['kept'] = [];
	for ($i = 0; $i < 3000; $i++) {
		both($i);
	}
	$GLOBALS['kept'] = [];
}

program();
foreach (['exact', 'adaptive'] as $timing) {
	$profile = timed($timing, program(...), XHPROF_FLAGS_MEMORY | XHPROF_FLAGS_NO_BUILTINS);
	$memory[$timing] = [];
	foreach (['both', 'keep', 'drop'] as $name) {
		$memory[$timing][] = $profile->functions()[$name]['memory_bytes'];
	}
	echo $timing, ' ', ($profile->summary()['untimed_calls'] ?? 0) > 0 ? 'some untimed' : 'all timed', ', ',
		$memory[$timing][1] > 0 ? 'memory' : 'no memory', "\n";
}
var_dump($memory['exact'] === $memory['adaptive']);
?>
--EXPECT--
exact all timed, memory
adaptive some untimed, memory
bool(true)
