--TEST--
Two hundred forked children, half of them profiling, harm neither the parent nor each other
--SKIPIF--
<?php
if (!function_exists('pcntl_fork')) die('skip needs pcntl');
if (getenv('XHPROF_TEST_TREE')) die('skip counts pairs');
?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function leaf($x) { return $x; }
function child($number)
{
	leaf($number);
	if ($number % 2) {
		$mine = xhprof_disable();
		xhprof_enable();
		leaf(leaf($number));
		$own = xhprof_disable();
		exit(isset($mine['child==>leaf']) && $own['main()==>leaf']['ct'] === 2 ? 0 : 1);
	}
	exit(0); // with the profile running
}

define('FORKS', getenv('SKIP_ASAN') ? 60 : 200); // where a copy is expensive

xhprof_enable(XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY);
$bad = 0;
$children = [];
for ($i = 0; $i < FORKS; $i++) {
	$pid = pcntl_fork();
	if ($pid === 0) {
		child($i);
	}
	$children[] = $pid;
	leaf($i);
	if (count($children) === 20) {
		foreach ($children as $pid) {
			pcntl_waitpid($pid, $status);
			$bad += (int) ($status !== 0);
		}
		$children = [];
	}
}
$counts = counts(xhprof_disable());
echo "$bad bad, ", FORKS - $counts['main()==>leaf'], ' ', FORKS - $counts['main()==>pcntl_fork'], " lacking\n";
?>
--EXPECT--
0 bad, 0 0 lacking
