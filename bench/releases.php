<?php
/*
 * How often `xhprof watch` is wrong, and what it finds: made-up releases of a made-up fleet, with the same dice each
 * time. Usage:
 *   php -n bench/releases.php [--releases 1000] [--design times|canary|hosts|pairs] [--hosts 20] [--hours 6]
 *     [--planted 3] [--what function|component|route] [--seed 1] [--verbose]
 * --design   times: one release after the other, from a random hour on; canary: then on half of the hosts; hosts: there
 *            from the start; pairs: a week apart
 * --planted  percent by which one function of each release gets slower, or all of a component or route; 0: none does,
 *            so that each alarm is false
 * The fleet: 5 routes of 40 functions in 6 components, 20 busy workers a host, 100 samples a second, 10 of which tell
 * as much as one independent one. Load swings by a factor of 3 in a day. A third of the functions wait: they take 23 %
 * longer per doubling of the load. Each function drifts with a memory of 10 minutes, by 3 % if it waits and else by
 * 1 %, differs by 3 % from host to host, of which 0.5 % change, and follows the time of day by 0.3 %. The mix of routes
 * drifts by 5 %, with a memory of an hour.
 */
declare(strict_types=1);

use XHProf\Fleet\Shift\{Composition, Contrast, Shifts};

require __DIR__ . '/../cli/autoload.php';

const ROUTES = ['/' => 0.3, '/product' => 0.25, '/search' => 0.2, '/cart' => 0.15, '/checkout' => 0.1];
const FUNCTIONS = 40;
const COMPONENTS = 6;
const STEP_MIN = 5;
const SAMPLES_PER_HOST_MIN = 20 * 6000 / 10;
const PLANTED = 5; // the place of the planted function in a route: 4 % of its time

function dice(): float
{
	static $spare = null;
	if ($spare !== null) {
		[$value, $spare] = [$spare, null];

		return $value;
	}
	$radius = sqrt(-2 * log((mt_rand() + 1) / (mt_getrandmax() + 2)));
	$angle = 2 * M_PI * mt_rand() / mt_getrandmax();
	$spare = $radius * sin($angle);

	return $radius * cos($angle);
}

/* The share of the function at that place in its route. */
function share(int $place): float
{
	static $all = null;
	$all ??= array_sum(array_map(fn (int $i): float => 1 / ($i + 3), range(0, FUNCTIONS - 1)));

	return 1 / ($place + 3) / $all;
}

/* Values with a memory, a step of STEP_MIN each. */
function drift(int $steps, float $size, float $memory_min): array
{
	$keep = exp(-STEP_MIN / $memory_min);
	$new = $size * sqrt(1 - $keep ** 2);
	$value = $size * dice();
	$values = [];
	for ($i = 0; $i < $steps; $i++) {
		$values[] = $value;
		$value = $keep * $value + $new * dice();
	}

	return $values;
}

function load(float $hour): float
{
	return exp(log(3) / 2 * sin(2 * M_PI * ($hour - 9) / 24));
}

/* Logarithm of how much longer a function takes at each step, without chance. */
function course(int $place, int $steps, float $hour, float $phase): array
{
	$waits = $place % 3 === 0;
	$values = drift($steps, $waits ? 0.03 : 0.01, 10);
	foreach ($values as $i => $value) {
		$now = $hour + $i * STEP_MIN / 60;
		$values[$i] = $value + ($waits ? 0.3 * log(load($now)) : 0) + 0.003 * sin(2 * M_PI * $now / 24 + $phase);
	}

	return $values;
}

/*
 * $blocks: lists of steps of each unit. $hosts: of a unit. $bias: of function and unit. Returns the time of each
 * function by unit.
 */
function unit_times(array $courses, array $mix, array $blocks, int $hosts, float $hour, callable $bias): array
{
	$times = [];
	foreach ($blocks as $unit => $steps) {
		foreach ($courses as $place => $course) {
			$sum = 0.0;
			foreach ($steps as $i) {
				$sum += exp($course[$i] + $mix[$i]) * load($hour + $i * STEP_MIN / 60);
			}
			$mean = $hosts * STEP_MIN * SAMPLES_PER_HOST_MIN * share($place) * $sum * exp($bias($place, $unit));
			$times[$place][$unit] = max(0.0, $mean + sqrt($mean) * dice());
		}
	}

	return $times;
}

/* The unit from which on the new release is there. */
function border(string $design, int $hosts, int $perSide, int $week): int
{
	return match ($design) {
		'hosts' => $hosts - intdiv($hosts, 2),
		'canary' => 2 * $hosts - intdiv($hosts, 2),
		'times' => $perSide,
		'pairs' => $week === 0 ? PHP_INT_MAX : 0,
	};
}

function is_planted(int $place, string $what): bool
{
	return $what === 'route' || $place === PLANTED || ($what === 'component' && $place % COMPONENTS === PLANTED);
}

/* A release: the routes, as find() takes them. */
function release(string $design, int $hosts, int $hours, float $planted, string $what): array
{
	$hour = mt_rand(0, 1439) / 60;
	$steps = intdiv($hours * 60, STEP_MIN) * ($design === 'times' || $design === 'canary' ? 2 : 1);
	$perSide = min(24, $hours * 6);
	$which = array_rand(ROUTES);
	$routes = [];
	foreach (ROUTES as $route => $weight) {
		$phases = array_map(fn (): float => 2 * M_PI * mt_rand() / mt_getrandmax(), range(1, FUNCTIONS));
		$all = [];
		foreach ($design === 'pairs' ? [0, 1] : [0] as $week) {
			$mix = drift($steps, 0.05, 60);
			$courses = array_map(fn (int $place): array => course($place, $steps, $hour, $phases[$place]),
				range(0, FUNCTIONS - 1));
			$all_steps = range(0, $steps - 1);
			$units = match ($design) {
				'hosts' => array_fill(0, $hosts, $all_steps),
				'canary' => [...array_fill(0, $hosts, array_slice($all_steps, 0, intdiv($steps, 2))),
					...array_fill(0, $hosts, array_slice($all_steps, intdiv($steps, 2)))],
				default => array_chunk($all_steps, intdiv($steps, $perSide * ($design === 'times' ? 2 : 1))),
			};
			$border = border($design, $hosts, $perSide, $week);
			$own = [];
			foreach ($design === 'hosts' || $design === 'canary' ? range(0, FUNCTIONS - 1) : [] as $place) {
				foreach (array_slice($units, 0, $hosts) as $unit => $any) {
					$own[$place][$unit] = 0.03 * dice();
					$own[$place][$unit + $hosts] = $own[$place][$unit] + 0.005 * dice();
				}
			}
			$bias = fn (int $place, int $unit): float => ($own[$place][$unit] ?? 0.0)
				+ ($unit >= $border && is_planted($place, $what) && $route === $which ? log(1 + $planted / 100) : 0.0);
			$times = unit_times($courses, $mix, $units, isset($own[0]) ? 1 : $hosts, $hour, $bias);
			foreach ($times as $place => $row) {
				$all[$place] = [...$all[$place] ?? [], ...array_map(fn (float $time): float => $time * $weight, $row)];
			}
		}
		$routes[$route] = $all;
	}

	return [$routes, $which];
}

function find(string $design, array $routes, int $hosts): Shifts
{
	$units = count(current(current($routes)));
	$before = $design === 'canary' || $design === 'hosts' ? border($design, $hosts, 0, 0) : intdiv($units, 2);
	$made = [];
	$totals = [];
	foreach ($routes as $route => $functions) {
		$stacks = array_map(fn (int $place, array $row): array =>
			[['main()', 'Component' . $place % COMPONENTS, "f$place"], $row], array_keys($functions), $functions);
		$made[$route] = new Composition($stacks, $before, $units - $before, 1.0);
		$totals[] = [[$route], $made[$route]->totals];
	}
	$service = new Composition($totals, $before, $units - $before, 1.0);
	$loads = array_map(log(...), $service->totals);
	$contrast = match ($design) {
		'times' => Contrast::ofTimes(array_slice($loads, 0, $before), array_slice($loads, $before)),
		'hosts' => Contrast::ofHosts($before, $units - $before, false),
		'canary' => Contrast::ofHosts($hosts - intdiv($hosts, 2), intdiv($hosts, 2), true),
		'pairs' => Contrast::ofPairs($before),
	};

	return new Shifts($made, $service, $contrast);
}

$given = getopt('', ['releases:', 'design:', 'hosts:', 'hours:', 'planted:', 'seed:', 'what:', 'verbose']);
[$count, $design, $hosts, $hours, $planted] = [(int) ($given['releases'] ?? 1000), $given['design'] ?? 'times',
	(int) ($given['hosts'] ?? 20), (int) ($given['hours'] ?? 6), (float) ($given['planted'] ?? 0)];
$what = $given['what'] ?? 'function';
$name = ['function' => 'f' . PLANTED, 'component' => 'Component' . PLANTED, 'route' => ''][$what];
mt_srand((int) ($given['seed'] ?? 1));
[$found, $false, $alarms, $tests, $errors] = [0, 0, 0, 0, []];
for ($i = 0; $i < $count; $i++) {
	[$routes, $which] = release($design, $hosts, $hours, $planted, $what);
	$shifts = find($design, $routes, $hosts);
	$tests += $shifts->tests;
	$isFalse = $isFound = false;
	foreach ($shifts->found as $shift) {
		$isPlanted = $planted != 0 && $shift->route === $which
			&& ($shift->function === $name || is_planted((int) substr($shift->function, 1), $what));
		$isFound = $isFound || ($isPlanted && $shift->function === $name);
		$isFalse = $isFalse || !$isPlanted;
		$alarms += (int) ($shift->change > 0.01);
		if (isset($given['verbose']) && !$isPlanted) {
			printf("%s %s %s %+.1f %% of %.1f %%\n", $shift->route, $shift->function, $shift->kind,
				100 * $shift->change, 100 * $shift->share);
		}
	}
	$found += (int) $isFound;
	$false += (int) $isFalse;
}
printf("%d releases, %s, %d hosts, %d h a side, %d tests each: ", $count, $design, $hosts, $hours,
	$tests / max(1, $count));
printf($planted != 0 ? "planted %1$+.1f %%: found in %2$.1f %%, something else in %4$.1f %%\n"
	: "%4\$.1f %% with a false find, %3\$d alarms\n", $planted, 100 * $found / $count, $alarms, 100 * $false / $count);
