--TEST--
Closures and anonymous classes are apart in the object; in the array the option closure_names decides
--SKIPIF--
<?php
if (getenv('XHPROF_TEST_TREE')) die('skip asks for hier mode as well');
if (PHP_VERSION_ID >= 80400) die('skip this PHP has names by line of its own');
?>
--FILE--
<?php
function leaf($x) { return $x; }
class Report
{
	function slow() { return function ($x) { return leaf(leaf($x)); }; }
	function fast($slow) { return fn($x) => $slow($x); }
}
function anonymous($x)
{
	return $x ? new class { function m() { return leaf(1); } } : new class { function m() { return leaf(2); } };
}
function again($n, $f) { return $n > 0 ? $f($n, $f) : leaf(0); }
function program()
{
	$report = new Report;
	$report->fast($report->slow())(1);
	anonymous(0)->m();
	anonymous(1)->m();
	again(3, fn($n, $f) => again($n - 1, $f));
}
/* Without the path of this file. */
function names(array $names): string
{
	return preg_replace('~\{closure:[^{}]*?([\w.]*):(\d+)\}~', '{closure:$2}',
		preg_replace('~@anonymous:[^:]*~', '@anonymous:FILE', implode("\n", $names)));
}

foreach ([['engine', 0], ['engine', XHPROF_FLAGS_TREE], ['location', 0],
	['location', XHPROF_FLAGS_TREE]] as [$setting, $flags]) {
	foreach (['xhprof_disable', 'xhprof_stop'] as $stop) {
		xhprof_enable($flags | XHPROF_FLAGS_NO_BUILTINS, ['closure_names' => $setting]);
		program();
		$result = $stop();
		$rows = array_filter(is_array($result) ? array_keys($result) : array_keys($result->pairs()),
			fn($key) => preg_match('/closure|anonymous:|anonymous:/', $key) || str_contains($key, '@anon'));
		echo "-- $setting, $flags, $stop\n", names($rows), "\n";
	}
}
?>
--EXPECT--
-- engine, 0, xhprof_disable
Report::{closure}@1==>leaf
Report::{closure}==>Report::{closure}@1
program==>Report::{closure}
class@anonymous:FILE:m==>leaf
program==>class@anonymous:FILE:m
{closure}@2==>again@3
again@2==>{closure}@2
{closure}@1==>again@2
again@1==>{closure}@1
{closure}==>again@1
again==>{closure}
-- engine, 0, xhprof_stop
Report::{closure:5}==>leaf
Report::{closure:6}==>Report::{closure:5}
program==>Report::{closure:6}
class@anonymous:FILE:10::m==>leaf
program==>class@anonymous:FILE:10::m
{closure:19}@2==>again@3
again@2==>{closure:19}@2
{closure:19}@1==>again@2
again@1==>{closure:19}@1
{closure:19}==>again@1
again==>{closure:19}
-- engine, 32, xhprof_disable
Report::{closure}@1==>leaf
Report::{closure}==>Report::{closure}@1
program==>Report::{closure}
class@anonymous:FILE:m==>leaf
program==>class@anonymous:FILE:m
{closure}@2==>again@3
again@2==>{closure}@2
{closure}@1==>again@2
again@1==>{closure}@1
{closure}==>again@1
again==>{closure}
-- engine, 32, xhprof_stop
Report::{closure:5}==>leaf
Report::{closure:6}==>Report::{closure:5}
program==>Report::{closure:6}
class@anonymous:FILE:10::m==>leaf
program==>class@anonymous:FILE:10::m
{closure:19}@2==>again@3
again@2==>{closure:19}@2
{closure:19}@1==>again@2
again@1==>{closure:19}@1
{closure:19}==>again@1
again==>{closure:19}
-- location, 0, xhprof_disable
Report::{closure:5}==>leaf
Report::{closure:6}==>Report::{closure:5}
program==>Report::{closure:6}
class@anonymous:FILE:10::m==>leaf
program==>class@anonymous:FILE:10::m
{closure:19}@2==>again@3
again@2==>{closure:19}@2
{closure:19}@1==>again@2
again@1==>{closure:19}@1
{closure:19}==>again@1
again==>{closure:19}
-- location, 0, xhprof_stop
Report::{closure:5}==>leaf
Report::{closure:6}==>Report::{closure:5}
program==>Report::{closure:6}
class@anonymous:FILE:10::m==>leaf
program==>class@anonymous:FILE:10::m
{closure:19}@2==>again@3
again@2==>{closure:19}@2
{closure:19}@1==>again@2
again@1==>{closure:19}@1
{closure:19}==>again@1
again==>{closure:19}
-- location, 32, xhprof_disable
Report::{closure:5}==>leaf
Report::{closure:6}==>Report::{closure:5}
program==>Report::{closure:6}
class@anonymous:FILE:10::m==>leaf
program==>class@anonymous:FILE:10::m
{closure:19}@2==>again@3
again@2==>{closure:19}@2
{closure:19}@1==>again@2
again@1==>{closure:19}@1
{closure:19}==>again@1
again==>{closure:19}
-- location, 32, xhprof_stop
Report::{closure:5}==>leaf
Report::{closure:6}==>Report::{closure:5}
program==>Report::{closure:6}
class@anonymous:FILE:10::m==>leaf
program==>class@anonymous:FILE:10::m
{closure:19}@2==>again@3
again@2==>{closure:19}@2
{closure:19}@1==>again@2
again@1==>{closure:19}@1
{closure:19}==>again@1
again==>{closure:19}
