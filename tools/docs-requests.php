<?php
/**
 * Saves a folder of profiled requests with made-up times, for the commands that docs/cli.md shows of them.
 *
 *     php -d extension=xhprof tools/docs-requests.php FOLDER
 */

declare(strict_types=1);

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

mkdir($argv[1]);
for ($number = 1; $number <= 40; $number++) {
	save_request($argv[1], $number, ['uri' => $number % 4 === 0 ? '/' : '/cart/item', 'status' => 200,
		'wall_ms' => 60 + 3 * $number, 'age' => 60 * $number]);
}
save_request($argv[1], 0xa2, ['uri' => '/cart/item', 'status' => 500, 'wall_ms' => 900, 'age' => 30]);
save_request($argv[1], 0xa4, ['uri' => '/checkout', 'status' => 200, 'wall_ms' => 510, 'age' => 7200]);
file_put_contents("$argv[1]/notes.txt", "not a run\n");
