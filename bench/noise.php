<?php
/*
 * How often xhprof diff calls a change noise, rightly and wrongly: pairs of sets of made-up times without a change, and
 * with one of 10 and 30 %. Beside it Welch's test of the logarithms. In percent of the pairs: "beyond noise" is what
 * the interval says; "named" is what the lower limit of 10 and of 100 functions that are tested together lets pass.
 * Usage:
 *   php -n bench/noise.php [PAIRS]
 */
declare(strict_types=1);

use XHProf\Cli\Statistics\{Bootstrap, Noise, StudentT};

require __DIR__ . '/../cli/autoload.php';

function uniform(): float
{
	return (mt_rand() + 0.5) / (mt_getrandmax() + 1);
}

function normal(): float
{
	return sqrt(-2 * log(uniform())) * cos(2 * M_PI * uniform());
}

/* The times of a set's runs, in nanoseconds. */
function times(Closure $draw, int $runs, float $change): array
{
	return array_map(static fn (): int => (int) (1e6 * (1 + $change) * $draw()), range(1, $runs));
}

function median_chance(array $before, array $after): float
{
	return Noise::chance(Bootstrap::median($after) - Bootstrap::median($before), Bootstrap::interval($before, $after,
		static fn (int $old, int $new): int => $new - $old), min(count($before), count($after)));
}

function welch_chance(array $before, array $after): float
{
	$errors = $means = [];
	foreach ([$before, $after] as $side => $values) {
		$logs = array_map(static fn (int $value): float => log($value), $values);
		$means[] = $mean = array_sum($logs) / count($logs);
		$errors[] = array_sum(array_map(static fn (float $log): float => ($log - $mean) ** 2,
			$logs)) / (count($logs) - 1) / count($logs);
	}
	$degrees = array_sum($errors) ** 2 / ($errors[0] ** 2 / (count($before) - 1)
		+ $errors[1] ** 2 / (count($after) - 1));

	return StudentT::chance(($means[1] - $means[0]) / sqrt(array_sum($errors)), $degrees);
}

mt_srand(7);
$pairs = (int) ($argv[1] ?? 1000);
$shapes = [
	'lognormal, 5 %' => static fn (): float => exp(0.05 * normal()),
	'lognormal, 30 %' => static fn (): float => exp(0.3 * normal()),
	'one in ten half as long again' => static fn (): float => 0.96 + 0.08 * uniform() + (uniform() < 0.1 ? 0.5 : 0),
	'exponential tail' => static fn (): float => 1 - 0.1 * log(uniform()),
	'two modes, 20 % apart' => static fn (): float => (uniform() < 0.7 ? 1 : 1.2) * exp(0.02 * normal()),
];
printf("%-31s%5s%8s%30s%30s\n%44s%10s%10s%10s%10s%10s%10s\n", 'times', 'runs', 'change', 'median, bootstrap',
	'logarithm, Welch', '', ...['beyond', 'of 10', 'of 100', 'beyond', 'of 10', 'of 100']);
foreach ($shapes as $name => $draw) {
	foreach ([5, 10] as $runs) {
		foreach ([0, 0.1, 0.3] as $change) {
			$found = array_fill(0, 6, 0);
			for ($i = 0; $i < $pairs; $i++) {
				[$before, $after] = [times($draw, $runs, 0), times($draw, $runs, $change)];
				foreach ([median_chance($before, $after), welch_chance($before, $after)] as $test => $chance) {
					foreach ([0.05, Noise::FALSE_PART / 10, Noise::FALSE_PART / 100] as $at => $limit) {
						$found[3 * $test + $at] += $chance < $limit ? 1 : 0;
					}
				}
			}
			printf("%-31s%5d%7d%%%s\n", $name, $runs, 100 * $change, implode('',
				array_map(static fn (int $count): string => sprintf('%10.2f', 100 * $count / $pairs), $found)));
		}
	}
}
