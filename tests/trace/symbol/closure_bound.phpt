--TEST--
A closure of an anonymous class that is bound to another class has the same rows in each run
--FILE--
<?php
class Other {}
function leaf($n) { static $calls; return $n; }
$maker = new class {
	function make()
	{
		return static function ($n, $self) { static $calls; return $n > 0 ? $self($n - 1, $self) : leaf($n); };
	}
};
$bound = Closure::bind($maker->make(), null, Other::class);
foreach (['hier' => 0, 'tree' => XHPROF_FLAGS_TREE] as $mode => $flags) {
	foreach (['xhprof_disable', 'xhprof_stop'] as $stop) {
		xhprof_enable($flags | XHPROF_FLAGS_NO_BUILTINS);
		$bound(2, $bound);
		$result = $stop();
		$rows = is_array($result) ? $result : $result->pairs();
		echo "-- $mode, $stop\n";
		foreach ($rows as $key => $row) {
			echo preg_replace('~\{closure[^{}]*?\}~', '{closure}', $key), ' ', $row['ct'] ?? $row['calls'], "\n";
		}
	}
}
?>
--EXPECT--
-- hier, xhprof_disable
Other::{closure}@2==>leaf 1
Other::{closure}@1==>Other::{closure}@2 1
Other::{closure}==>Other::{closure}@1 1
main()==>Other::{closure} 1
main() 1
-- hier, xhprof_stop
Other::{closure}@2==>leaf 1
Other::{closure}@1==>Other::{closure}@2 1
Other::{closure}==>Other::{closure}@1 1
main()==>Other::{closure} 1
main() 1
-- tree, xhprof_disable
Other::{closure}@2==>leaf 1
Other::{closure}@1==>Other::{closure}@2 1
Other::{closure}==>Other::{closure}@1 1
main()==>Other::{closure} 1
main() 1
-- tree, xhprof_stop
Other::{closure}@2==>leaf 1
Other::{closure}@1==>Other::{closure}@2 1
Other::{closure}==>Other::{closure}@1 1
main()==>Other::{closure} 1
main() 1
