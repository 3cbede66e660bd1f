--TEST--
A recursion of 40,000 calls is recorded whole, whatever is called on the way, and counted exactly beyond max_depth
--SKIPIF--
<?php
require __DIR__ . '/../../helper.inc';
if (getenv('SKIP_SLOW_TESTS')) die('skip slow under a sanitizer, where deep_segment does');
need_segments();
?>
--INI--
memory_limit=-1
zend.max_allowed_stack_size=-1
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

const DEPTH = 40000;

function plain(int $n): int { return $n > 0 ? 1 + plain($n - 1) : 0; }
function skipped(int $n): int { return $n > 0 ? 1 + kept($n - 1) : 0; }
function kept(int $n): int { return $n > 0 ? 1 + skipped($n - 1) : 0; }
function leaf(int $x = 0): int { return $x; }

function thrown(int $n): int
{
	if ($n === 0) {
		throw new Exception('from below');
	}
	try {
		return 1 + thrown($n - 1);
	} finally {
		leaf();
	}
}

function numbers() { yield leaf(1); yield leaf(2); }
function called(int $x): int { return leaf($x); }
class D { function __destruct() { leaf(); } }

/* A generator and a destructor at each level, callbacks at the bottom. */
function mixed(int $n): int
{
	$sum = 0;
	$d = new D;
	foreach (numbers() as $x) {
		$sum += $x;
	}
	$d = null;
	return $n > 0 ? $sum + mixed($n - 1) : $sum + array_sum(array_map('called', [1, 2, 3]));
}

class Magic
{
	function __call(string $name, array $arguments): int
	{
		return $arguments[0] > 0 ? 1 + $this->{$name}($arguments[0] - 1) : 0;
	}
	static function __callStatic(string $name, array $arguments): int
	{
		return $arguments[0] > 0 ? 1 + self::$name($arguments[0] - 1) : 0;
	}
}

function closures(int $n): int
{
	$f = fn(int $n): int => closures($n);
	return $n > 0 ? 1 + $f($n - 1) : 0;
}

/* At the bottom the run ends, and another begins. */
function restarted(int $n): int
{
	if ($n === 0) {
		global $first;
		$first = xhprof_disable();
		xhprof_enable();
		return plain(10);
	}
	return 1 + restarted($n - 1);
}

function calls(array $profile): string
{
	$calls = [];
	foreach ($profile as $pair => $row) {
		$name = preg_replace('/@\d+$|:\d+\}$|^.*==>/', '', $pair);
		$name = preg_replace('/@\d+$/', '', $name);
		$name = str_contains($name, '{closure') ? '{closure}' : $name;
		if (preg_match(
			'/^(plain|skipped|kept|leaf|thrown|numbers|called|D::|mixed|Magic|\{closure|closures|restarted|\(trunc)/',
			$name)) {
			$calls[$name] = ($calls[$name] ?? 0) + $row['ct'];
		}
	}
	ksort($calls);
	return implode(', ', array_map(fn($name) => "$name $calls[$name]", array_keys($calls)));
}

function measure(callable $work, array $options = []): void
{
	xhprof_enable(XHPROF_FLAGS_NO_BUILTINS, $options + ['max_depth' => $GLOBALS['max_depth']]);
	try {
		$result = $work();
	} catch (Exception $exception) {
		$result = $exception->getMessage();
	}
	$profile = xhprof_disable();
	check_conservation($profile);
	$info = xhprof_info();
	echo "$result: ", calls($profile), "; $info[unrecorded_calls] unrecorded, $info[truncated_calls] truncated\n";
}

foreach ([100000, 10000] as $max_depth) {
	measure(fn() => plain(DEPTH));
	measure(fn() => skipped(DEPTH), ['ignored_functions' => ['skipped']]);
	measure(fn() => thrown(DEPTH));
	measure(fn() => mixed(DEPTH));
	measure(fn() => (new Magic)->any(DEPTH));
	measure(fn() => Magic::any(DEPTH));
	measure(fn() => closures(DEPTH));
	measure(fn() => restarted(DEPTH));
	echo '  ', calls($first), "\n";
}
?>
--EXPECT--
40000: plain 40001, {closure} 1; 0 unrecorded, 0 truncated
40000: kept 20000, {closure} 1; 0 unrecorded, 0 truncated
from below: leaf 40000, thrown 40001, {closure} 1; 0 unrecorded, 0 truncated
120009: D::__destruct 40001, called 3, leaf 120006, mixed 40001, numbers 120003, {closure} 1; 0 unrecorded, 0 truncated
40000: Magic::__call 40001, {closure} 1; 0 unrecorded, 0 truncated
40000: Magic::__callStatic 40001, {closure} 1; 0 unrecorded, 0 truncated
40000: closures 40001, {closure} 40001; 0 unrecorded, 0 truncated
40010: plain 11; 0 unrecorded, 0 truncated
  restarted 40001, {closure} 1
40000: (truncated) 1, plain 9999, {closure} 1; 0 unrecorded, 30002 truncated
40000: (truncated) 1, kept 9999, {closure} 1; 0 unrecorded, 10001 truncated
from below: (truncated) 2, leaf 9998, thrown 9999, {closure} 1; 0 unrecorded, 60004 truncated
120009: (truncated) 8, D::__destruct 9998, leaf 29991, mixed 9999, numbers 29994, {closure} 1; 0 unrecorded, 240032 truncated
40000: (truncated) 1, Magic::__call 9999, {closure} 1; 0 unrecorded, 30002 truncated
40000: (truncated) 1, Magic::__callStatic 9999, {closure} 1; 0 unrecorded, 30002 truncated
40000: (truncated) 1, closures 5000, {closure} 5000; 0 unrecorded, 70002 truncated
40010: plain 11; 0 unrecorded, 0 truncated
  (truncated) 1, restarted 9999, {closure} 1
