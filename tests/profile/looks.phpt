--TEST--
The error of each share is measured by how a function comes and goes between samples, of CPU time by those on the CPU alone
--FILE--
<?php
require __DIR__ . '/looks.inc';

function show(string $title, array $moments): void
{
	$run = run($moments);
	echo "$title:";
	foreach (array_intersect_key($run->functions(), ['a' => 0, 'b' => 0]) as $name => $row) {
		printf(' %s %.1f, CPU %.1f;', $name, $row['share_error_points'], $row['cpu_share_error_points']);
	}
	printf(" at most %.1f, CPU %.1f\n", $run->summary()['share_error_points'],
		$run->summary()['cpu_share_error_points']);
}

function times(int $times, array ...$moments): array
{
	return array_merge(...array_fill(0, $times, $moments));
}

$a = [1, 1, 0];
$b = [2, 1, 0];
show('1,000 by turns', times(500, $a, $b));
show('100,000 by turns', times(50000, $a, $b));
show('1,000, 100 at once', times(5, ...times(100, $a), ...times(100, $b)));
show('a measured wait of 50 after each', times(20, $a, $b, [1, 1, 1], ...times(7, [1, 7, 2])));
show('short waits instead', times(500, $a, $b, [1, 1, 1], [2, 1, 1]));
show('long ones that no look saw', times(50, $a, $b, [1, 20, 3], [2, 20, 3]));
show('too few to measure', times(10, $a, $b));

/* A program of parts so many ms long, sampled at a random moment of each stretch of so many intervals. */
function recording(array $parts, int $most): array
{
	$moments = [];
	$true = array_fill(1, 3, 0.0);
	$part = $end = 0;
	$uniform = fn(): float => mt_rand() / mt_getrandmax();
	for ($now = 0; $now < 500; $now += $weight) {
		$weight = mt_rand(1, $most);
		for ($moment = $now + $weight * $uniform(); $end <= $moment; $end += $length) {
			$part = $part % 3 + 1;
			$length = $parts[$part - 1] * (0.7 + 0.6 * $uniform());
			$true[$part] += $length;
		}
		$moments[] = [$part, $weight, 0];
	}
	return [run($moments), $true];
}

mt_srand(48);
foreach (['long' => [3, 5, 2], 'short' => [0.02, 0.05, 0.01], 'mixed' => [0.3, 8, 0.4]] as $name => $parts) {
	foreach ([1, 4] as $most) {
		$squares = $inside = 0;
		$stated = [];
		for ($i = 0; $i < 60; $i++) {
			[$run, $true] = recording($parts, $most);
			foreach (['a' => 1, 'b' => 2, 'c' => 3] as $function => $number) {
				$row = $run->functions()[$function];
				$off = 100 * ($row['own_wall_ns'] / $run->summary()['wall_ns'] - $true[$number] / array_sum($true));
				$squares += $off ** 2;
				$inside += abs($off) <= $row['share_error_points'];
				$stated[] = $row['share_error_points'];
			}
		}
		sort($stated);
		$times = $stated[90] / sqrt($squares / 180);
		echo "$name parts, stretches of 1 to $most: ", $inside >= 162 ? 'inside' : "only $inside of 180", ', ',
			$times < 3 ? 'and not too wide' : "but $times times the rms", "\n";
	}
}
?>
--EXPECT--
1,000 by turns: a 3.3, CPU 3.3; b 3.3, CPU 3.3; at most 3.3, CPU 3.3
100,000 by turns: a 1.0, CPU 1.0; b 1.0, CPU 1.0; at most 1.0, CPU 1.0
1,000, 100 at once: a 0.4, CPU 0.4; b 0.4, CPU 0.4; at most 0.4, CPU 0.4
a measured wait of 50 after each: a 0.7, CPU 15.7; b 0.7, CPU 15.7; at most 0.7, CPU 15.7
short waits instead: a 2.4, CPU 3.3; b 2.4, CPU 3.3; at most 2.4, CPU 3.3
long ones that no look saw: a 9.5, CPU 9.9; b 9.5, CPU 9.9; at most 9.5, CPU 9.9
too few to measure: a 20.4, CPU 20.4; b 20.4, CPU 20.4; at most 20.4, CPU 20.4
long parts, stretches of 1 to 1: inside, and not too wide
long parts, stretches of 1 to 4: inside, and not too wide
short parts, stretches of 1 to 1: inside, and not too wide
short parts, stretches of 1 to 4: inside, and not too wide
mixed parts, stretches of 1 to 1: inside, and not too wide
mixed parts, stretches of 1 to 4: inside, and not too wide
