<?php
/**
 * Gives the runs of sets made-up times, for the comparison that docs/cli.md shows: those of real ones depend on what
 * else runs.
 *
 *     php -d extension=xhprof tools/docs-sets.php SET...
 */

declare(strict_types=1);

use XHProf\Cli\Run\{RunSet, SetFile};

require __DIR__ . '/../cli/autoload.php';

/** A call of usleep() takes 3 ms, another one a microsecond; main() takes so many more. */
const SLEEP_US = 3_080;

/**
 * A run's pairs, of the sum of several equal ones that do not recurse.
 *
 * @param array<string, array{ct: int, ...}> $pairs
 * @return array<string, array{ct: int, wt: int, cpu: int, mu: int, pmu: int}>
 */
function made_up(array $pairs, int $runs, int $more_us): array
{
	$calls = $callees = [];
	foreach ($pairs as $name => $row) {
		[$caller, $callee] = str_contains($name, '==>') ? explode('==>', $name) : [null, $name];
		$count = intdiv($row['ct'], $runs);
		$calls[$callee] = ($calls[$callee] ?? 0) + $count;
		$callees[(string) $caller][$callee] = $count;
	}
	/* Of one call. */
	$wall = static function (string $function) use (&$wall, $calls, $callees, $more_us): float {
		$own = ['usleep' => SLEEP_US, 'main()' => $more_us][$function] ?? 1;
		foreach ($callees[$function] ?? [] as $callee => $count) {
			$own += $wall($callee) * $count / $calls[$function];
		}

		return $own;
	};
	$rows = [];
	foreach ($callees as $caller => $of) {
		foreach ($of as $callee => $count) {
			$us = (int) round($count * $wall($callee));
			$rows[$caller === '' ? $callee : "$caller==>$callee"] = ['ct' => $count, 'wt' => $us,
				'cpu' => min($us, 2 * $count), 'mu' => 0, 'pmu' => 0];
		}
	}

	return array_diff_key($rows, ['main()' => 0]) + ['main()' => $rows['main()']];
}

foreach (array_slice($argv, 1) as $file) {
	$sum = SetFile::profile($file);
	$runs = SetFile::load($file)->count();
	$set = new RunSet();
	for ($i = 0; $i < $runs; $i++) {
		$set->add(XHProf\Profile::fromPairs(made_up($sum->pairs(), $runs, 1000 + 60 * $i), $sum->meta()));
	}
	SetFile::save($set, ['examples/shop.php'], $file);
}
