<?php
/**
 * Makes runs with made-up times, for the commands that docs/cli.md shows: those of real ones depend on what else runs.
 *
 *     php -d extension=xhprof tools/docs-runs.php requests FOLDER    saves a folder of profiled requests
 *     php -d extension=xhprof tools/docs-runs.php sets SET...        gives the runs of sets their times
 */

declare(strict_types=1);

use XHProf\Cli\Run\{RunSet, SetFile};

require __DIR__ . '/../cli/autoload.php';

/** A call of usleep() takes 3 ms, another one a microsecond; main() takes so many more. */
const SLEEP_US = 3_080;

match ($argv[1] ?? '') {
	'requests' => save_requests($argv[2]),
	'sets' => array_map(change_set(...), array_slice($argv, 2)),
};

/** @param array<string, int|string> $about method, uri, status, wall_ms, age in seconds */
function save_request(string $folder, int $number, array $about): void
{
	$id = sprintf('%016x', $number);
	$wall = $about['wall_ms'] * 1000;
	$row = static fn (int $calls, int $us): array => ['ct' => $calls, 'wt' => $us, 'cpu' => intdiv($us, 2),
		'mu' => 9000, 'pmu' => 9 << 20];
	$pairs = ['Cart::total==>Store::prices' => $row(40, intdiv($wall, 2)),
		'render==>Cart::total' => $row(1, intdiv($wall * 3, 5)),
		'main()==>render' => $row(1, intdiv($wall * 9, 10)), 'main()' => $row(1, $wall)];
	$meta = ['url' => $about['uri'], 'SERVER' => ['REQUEST_METHOD' => 'GET'],
		'get' => [], 'xhprof' => ['run' => $id, 'host' => 'shop',
			'method' => 'GET', 'status' => $about['status'], 'wall_ns' => 1000 * $wall, 'peak_bytes' => 9 << 20]];
	$file = "$folder/20261122-100000-shop-" . trim(strtr($about['uri'], '/?=', '___'), '_') . "-7-$id.xhprof.json.gz";
	XHProf\Profile::fromPairs($pairs, $meta)->export('json.gz', $file);
	touch($file, time() - $about['age']);
}

function save_requests(string $folder): void
{
	mkdir($folder);
	for ($number = 1; $number <= 40; $number++) {
		save_request($folder, $number, ['uri' => $number % 4 === 0 ? '/' : '/cart/item', 'status' => 200,
			'wall_ms' => 60 + 3 * $number, 'age' => 60 * $number]);
	}
	save_request($folder, 0xa2, ['uri' => '/cart/item', 'status' => 500, 'wall_ms' => 900, 'age' => 30]);
	save_request($folder, 0xa4, ['uri' => '/checkout', 'status' => 200, 'wall_ms' => 510, 'age' => 7200]);
	file_put_contents("$folder/notes.txt", "not a run\n");
}

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

function change_set(string $file): void
{
	$sum = SetFile::profile($file);
	$runs = SetFile::load($file)->count();
	$set = new RunSet();
	for ($i = 0; $i < $runs; $i++) {
		$set->add(XHProf\Profile::fromPairs(made_up($sum->pairs(), $runs, 1000 + 60 * $i), $sum->meta()));
	}
	SetFile::save($set, ['examples/shop.php'], $file);
}
