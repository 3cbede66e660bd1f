--TEST--
Adaptive timing: in thousands of random nests calls are exact, and callees take no longer than their callers
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/adaptive.inc';

function f0(int $d): int { return nest(0, $d); }
function f1(int $d): int { return nest(1, $d); }
function f2(int $d): int { return nest(2, $d); }
function f3(int $d): int { return nest(3, $d); }
function f4(int $d): int { spend(mt_rand(0, 3) === 0 ? mt_rand(0, 9000) : 0); return $d; }

/* Calls what the plan says, most often, and throws now and then. */
function nest(int $number, int $d): int
{
	global $plan;

	spend($plan['ns'][$number] * mt_rand(0, 2));
	foreach ($d < 4 ? $plan['calls'][$number] : [] as $callee) {
		if (mt_rand(0, 3) > 0) {
			$callee($d + 1);
		}
	}
	if ($d > 0 && mt_rand(0, 99) === 0) {
		throw new Exception();
	}

	return $d;
}

function plan(): array
{
	$plan = ['ns' => [], 'calls' => []];
	for ($i = 0; $i < 4; $i++) {
		$plan['ns'][] = mt_rand(0, 8) * 500;
		$plan['calls'][] = array_map(fn(int $j) => 'f' . mt_rand(0, 4), array_fill(0, mt_rand(1, 3), 0));
	}

	return $plan;
}

function program(): void
{
	for ($i = 0; $i < 300; $i++) {
		try {
			f0(0);
			f1(1);
		} catch (Exception) {
		}
	}
}

$nests = $untimed = 0;
for ($seed = 0; $seed < 20; $seed++) {
	mt_srand($seed);
	$plan = plan();
	$calls = [];
	foreach (['exact', 'adaptive'] as $timing) {
		mt_srand(1000 + $seed);
		$profile = timed($timing, program(...), XHPROF_FLAGS_CPU | XHPROF_FLAGS_NO_BUILTINS);
		check_conservation($profile->pairs(), true);
		$calls[] = array_map(fn(array $row) => $row['ct'], $profile->pairs());
	}
	if ($calls[0] !== $calls[1]) {
		echo "$seed: other calls\n";
	}
	$nests += 300;
	$untimed += $profile->summary()['untimed_calls'];
}
echo $nests, ' nests, untimed calls: ', $untimed > $nests ? 'many' : $untimed, "\n";
?>
--EXPECT--
6000 nests, untimed calls: many
