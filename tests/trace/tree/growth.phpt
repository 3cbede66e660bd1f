--TEST--
The memory for more call paths is not provided during one call of the program, whose time would have it
--SKIPIF--
<?php
if (!isset(getrusage()['ru_minflt'])) {
	die('skip this system does not count page faults');
}
if (getenv('USE_ZEND_ALLOC') === '0') {
	die('skip each block of the program is one of malloc()');
}
?>
--FILE--
<?php
for ($i = 0; $i < 27; $i++) {
	eval("function f$i(int \$level) { walk(\$level); }");
}

/* 3 levels of 27 functions: 20,000 call paths and as many for walk(). */
function walk(int $level): void
{
	global $most;
	for ($i = 0; $level > 0 && $i < 27; $i++) {
		$before = getrusage()['ru_minflt'];
		("f$i")($level - 1);
		if ($level === 1) {
			$most = max($most, getrusage()['ru_minflt'] - $before);
		}
	}
}

xhprof_enable(XHPROF_FLAGS_TREE | XHPROF_FLAGS_NO_BUILTINS);
walk(3);
$paths = count(xhprof_stop()->functions());
/* A table of pages that grows doubles: a chunk of 16384 paths has 2 MiB, 512 pages. */
echo $paths, " functions\n", $most < 300 ? 'few' : $most, " page faults in a call\n";
?>
--EXPECT--
29 functions
few page faults in a call
