--TEST--
Changes of functions are told from chance: by time, by host, by day; new functions, callers and small parts included
--FILE--
<?php
require __DIR__ . '/../../../cli/autoload.php';
use XHProf\Cli\Statistics\{Noise, StudentT};
use XHProf\Fleet\Shift\{Composition, Contrast, Shifts};

/* -1 to 1, always the same of the same numbers. */
function noise(string ...$of): float
{
	return 2 * hexdec(substr(hash('xxh64', implode(' ', $of)), 0, 8)) / 0xFFFFFFFF - 1;
}

/* Stacks of a route with that much time, by unit, and what changes after. */
function route(array $stacks, array $factors, int $before, int $after, string $name = '',
	float $noise = 0.03): Composition
{
	$made = [];
	foreach ($stacks as $path => $weight) {
		$units = [];
		for ($i = 0; $i < $before + $after; $i++) {
			$factor = $factors[$path] ?? 1;
			[$old, $new] = is_array($factor) ? $factor : [1, $factor];
			$units[$i] = $weight * ($i < $before ? $old : $new) * (1 + $noise * noise($name, $path, (string) $i));
		}
		$made[] = [explode(' ', $path), array_filter($units)];
	}

	return new Composition($made, $before, $after, 1.0);
}

function find(string $title, array $stacks, array $factors, ?Contrast $contrast = null, int $units = 12,
	float $noise = 0.03): void
{
	$routes = ['/a' => route($stacks, $factors, $units, $units, '/a', $noise),
		'/b' => route($stacks, [], $units, $units, '/b', $noise)];
	$service = new Composition(array_map(fn (string $name): array => [[$name], $routes[$name]->totals],
		array_keys($routes)), $units, $units, 1.0);
	$flat = array_fill(0, $units, 0.0);
	$shifts = new Shifts($routes, $service, $contrast ?? Contrast::ofTimes($flat, $flat));
	printf("%s: %d tests, from %.1f %%\n", $title, $shifts->tests, 100 * $shifts->least);
	foreach ($shifts->found as $shift) {
		printf("  %s %s %s %+.1f %% (%+.1f to %+.1f) of %.1f %%\n", $shift->route, $shift->kind, $shift->function,
			100 * $shift->change, 100 * $shift->interval[0], 100 * $shift->interval[1], 100 * $shift->share);
	}
	foreach ($shifts->weak as $route => $times) {
		printf("  %s needs %.1f times the samples\n", $route, $times);
	}
}

echo "Student: ";
foreach ([[0, 5], [2.228139, 10], [12.7062, 1], [6.691383, 22], [-2.0, 1e6], [INF, 3]] as [$t, $degrees]) {
	printf('%.6g ', StudentT::chance($t, $degrees));
}
printf("%.4f %.3f\n", StudentT::limit(0.05, 10), StudentT::limit(1e-6, 22));
echo 'Benjamini and Hochberg: ';
foreach ([[], [0.9, 0.006], [0.004], [0.001, 0.0026, 0.9, 0.0001], [0.5, 0.0049, 0.0001]] as $chances) {
	echo Noise::limitOf($chances), ' ';
}
echo "\n";

/* Load is no change. */
foreach ([100.0, 0.001] as $swing) {
	$load = array_map(fn (int $i): float => $swing * sin($i + intdiv($i, 12)), range(0, 23));
	$contrast = Contrast::ofTimes(array_slice($load, 0, 12), array_slice($load, 12));
	$values = array_map(fn (float $load, int $i): float => 7 + 0.4 * $load + ($i < 12 ? 0 : 0.05),
		$load, array_keys($load));
	printf("%.4f ", $contrast->fit($values)['change']);
}
echo "\n";

/* The error grows with memory. */
$fit = ['change' => 0.1, 'variance' => 0.0004, 'memory' => -0.1];
foreach ([-1.0, 0.5, 1.0] as $memory) {
	$test = $contrast->test($fit, $memory);
	printf("memory %.1f: error %.4f, %.1f degrees, chance %.2g\n", $memory, $test['error'],
		$test['degrees'], $test['chance']);
}

$stacks = ['main a f' => 3000, 'main a g' => 2000, 'main a h' => 2500, 'main b f' => 1000, 'main b i' => 1400,
	'main b j' => 90, 'main b' => 300];
find('nothing', $stacks, []);
find('a function', $stacks, ['main a g' => 1.1]);
find('one slower, one faster', $stacks, ['main a g' => 1.2, 'main b i' => 0.7]);
find('half of the route gets faster, the rest stays', $stacks, ['main a f' => 0.8, 'main b f' => 0.8]);
find('a caller', $stacks, ['main b f' => 1.1, 'main b i' => 1.1, 'main b j' => 1.1, 'main b' => 1.1]);
find('a function is new', $stacks + ['main new f' => 800], ['main new f' => [0, 1]]);
find('a function has another name', $stacks + ['main old' => 800, 'main new' => 800],
	['main new' => [0, 1], 'main old' => [1, 0]]);
find('one has gone', $stacks + ['main old f' => 800], ['main old f' => [1, 0]]);
find('lighter than all that is tested', $stacks, ['main b j' => 0.5]);
find('a route', $stacks, array_fill_keys(array_keys($stacks), 1.2));
find('too few samples', array_map(fn (int $weight): float => $weight / 1000, $stacks), []);
$flat = array_fill(0, 12, 0.0);
find('hosts', $stacks, ['main a g' => 1.1], Contrast::ofHosts(12, 12, false));
find('days', $stacks, ['main a g' => 1.1], Contrast::ofPairs(12));
?>
--EXPECT--
Student: 1 0.05 0.05 1.0e-6 0.0455005 0 2.2281 6.691
Benjamini and Hochberg: -1 -1 0.005 0.00375 0.0016666666666667 
0.0500 0.0500 
memory -1.0: error 0.0200, 21.0 degrees, chance 6.0e-5
memory 0.5: error 0.0346, 7.0 degrees, chance 0.023
memory 1.0: error 0.0600, 2.3 degrees, chance 0.22
nothing: 24 tests, from 4.0 %
a function: 24 tests, from 4.0 %
  /a own g +10.8 % (+7.7 to +14.0) of 20.2 %
one slower, one faster: 24 tests, from 4.0 %
  /a own g +20.9 % (+17.6 to +24.3) of 24.2 %
  /a own i -30.0 % (-31.5 to -28.5) of 11.5 %
half of the route gets faster, the rest stays: 24 tests, from 4.1 %
  /a own f -20.3 % (-21.4 to -19.2) of 36.5 %
a caller: 24 tests, from 4.0 %
  /a incl b +9.5 % (+7.7 to +11.3) of 28.0 %
a function is new: 26 tests, from 4.0 %
  /a new new +7.8 % (+7.7 to +7.9) of 3.7 %
a function has another name: 29 tests, from 4.2 %
one has gone: 26 tests, from 4.2 %
  /a new old -7.3 % (-7.3 to -7.2) of 3.8 %
lighter than all that is tested: 24 tests, from 4.0 %
a route: 24 tests, from 4.0 %
  /a route  +20.4 % (+19.0 to +21.8) of 52.3 %
too few samples: 0 tests, from 0.0 %
  /a needs 2.0 times the samples
  /b needs 2.0 times the samples
hosts: 24 tests, from 3.4 %
  /a own g +10.8 % (+8.6 to +13.1) of 20.2 %
days: 24 tests, from 4.3 %
  /a own g +10.8 % (+5.5 to +16.4) of 20.2 %