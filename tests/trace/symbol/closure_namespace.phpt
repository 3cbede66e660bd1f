--TEST--
Closures in a namespace are told apart, too, each with its own level of recursion by either name
--SKIPIF--
<?php
if (PHP_VERSION_ID >= 80400) die('skip this PHP has names by line of its own');
?>
--FILE--
<?php
namespace Inner;

function leaf($x) { static $calls = 0; $calls++; return $x; }
class Report
{
	function both($n)
	{
		$one = function ($n) use (&$two) { return $n > 0 ? $two($n - 1) : leaf($n); };
		$two = function ($n) use (&$one) { return $n > 0 ? $one($n - 1) : leaf($n); };
		return $one($n) + $two(0) + $two(0) + $one(2);
	}
}

foreach (['xhprof_disable', 'xhprof_stop'] as $stop) {
	\xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
	(new Report)->both(1);
	$run = $stop();
	echo "-- $stop\n";
	foreach (is_array($run) ? $run : $run->pairs() as $key => $row) {
		if (str_contains($key, 'closure')) {
			echo preg_replace('~\{closure:[^{}]*:(\d+)\}~', '{closure:$1}', $key), ' ',
				$row['ct'] ?? $row['calls'], "\n";
		}
	}
}
?>
--EXPECT--
-- xhprof_disable
Inner\Report::Inner\{closure}@1==>Inner\leaf 1
Inner\Report::Inner\{closure}==>Inner\Report::Inner\{closure}@1 2
Inner\Report::both==>Inner\Report::Inner\{closure} 4
Inner\Report::Inner\{closure}==>Inner\leaf 2
Inner\Report::Inner\{closure}@2==>Inner\leaf 1
Inner\Report::Inner\{closure}@1==>Inner\Report::Inner\{closure}@2 1
-- xhprof_stop
Inner\Report::Inner\{closure:10}==>Inner\leaf 3
Inner\Report::Inner\{closure:9}==>Inner\Report::Inner\{closure:10} 2
Inner\Report::both==>Inner\Report::Inner\{closure:9} 2
Inner\Report::both==>Inner\Report::Inner\{closure:10} 2
Inner\Report::Inner\{closure:9}@1==>Inner\leaf 1
Inner\Report::Inner\{closure:10}==>Inner\Report::Inner\{closure:9}@1 1
