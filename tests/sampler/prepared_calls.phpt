--TEST--
A function whose arguments are being computed has no part of that time, although its frame lies where the last one was left
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
?>
--INI--
opcache.jit=function
--FILE--
<?php
require __DIR__ . '/sample.inc';

/* The engine itself leaves that one, as its result might be undefined: so the instruction that it saves is the last. */
function undefined(mixed $value): int
{
	if ($value !== null) {
		$result = 1;
	}
	return $result;
}

/* Code of the JIT leaves these, and frees what they hold. */
function freeing(mixed $value): int { $list = [[$value], 2]; return count($list); }
function given(array|int $value): void { }

/* The JIT prepares these calls without writing to the caller's frame, and then computes the argument. */
function compare(array $a, array $b): void { for ($i = 0; $i < 10; $i++) { undefined($a == $b); } }
function compare_after(array $a, array $b): void { for ($i = 0; $i < 10; $i++) { freeing($a == $b); } }
function compare_given(array $a, array $b): void { for ($i = 0; $i < 10; $i++) { given($a == $b ? [[$i]] : 1); } }
function join_texts(string $a, string $b): void { for ($i = 0; $i < 10; $i++) { undefined($a . $b); } }
function join_after(string $a, string $b): void { for ($i = 0; $i < 10; $i++) { freeing($a . $b); } }

$a = range(1, 100000);
$b = range(1, 100000);
$text = str_repeat('text', 500000);
$other = str_repeat('other', 500000);
$ways = [
	'compare' => fn() => compare($a, $b),
	'compare_after' => fn() => compare_after($a, $b),
	'compare_given' => fn() => compare_given($a, $b),
	'join_texts' => fn() => join_texts($text, $other),
	'join_after' => fn() => join_after($text, $other),
];

/* What callees have, and all. Each of them is a safe point, to which samples that come late belong. */
function record(callable $way): array
{
	$found = $all = 0;
	xhprof_sample_enable(['clock' => 'cpu', 'interval' => 1000, 'paths' => true]);
	burn(0.2, $way);
	$result = xhprof_sample_disable();
	foreach ($result['paths'] as $path) {
		$all += $path['weight'];
		$found += preg_match('/^(undefined|freeing|given)$/', $path['frames'][count($path['frames']) - 1]['function'])
			? $path['weight'] : 0;
	}
	return [$found - $result['displaced'], $all];
}

/* The callees free what they were given, and had nearly all of the time. */
foreach ($ways as $name => $way) {
	foreach (tries() as $try) {
		[$found, $all] = record($way);
		if ($found <= $all / 2) {
			break;
		}
	}
	echo $name, ': ', $found <= $all / 2 ? 'the caller' : "$found of $all in the callee", "\n";
}
?>
--EXPECT--
compare: the caller
compare_after: the caller
compare_given: the caller
join_texts: the caller
join_after: the caller
