--TEST--
XHGui's own importer on PostgreSQL takes saved runs whole, each once by the index, and shows them
--EXTENSIONS--
curl
--SKIPIF--
<?php
require __DIR__ . '/xhgui.inc';
if (($lacks = xhgui_lacks()) !== null) die("skip $lacks");
--FILE--
<?php
require __DIR__ . '/xhgui.inc';
require __DIR__ . '/../runs/runs.inc';

use XHProf\Fleet\Agent\{Batch, BatchPart};
use XHProf\Fleet\Destination\Destinations;

$server = new XHGuiServer($folder = fleet_folder(__FILE__), 'open sesame');
$url = "xhgui+http://$server->address/";
putenv('XHPROF_SHIP_SECRET=open sesame');

function send(Batch $batch): string
{
	$delivery = Destinations::of($GLOBALS['url'])->send($batch);
	$outcome = wait_until('an outcome', $delivery->poll(...));

	return ($outcome->isAccepted ? 'accepted' : ($outcome->isPoison ? 'poison' : 'later'))
		. ($outcome->reason === '' ? '' : ": $outcome->reason") . "\n";
}

[$said, $advice] = Destinations::of($url)->setUp();
echo "$said\n$advice\n";

mkdir("$folder/runs");
file_put_contents("$folder/script.php", '<?php xhprof_tag("route", "/größe"); function a() { return array_map("b", '
	. 'range(1, 9)); } function b($x) { static $y; return strlen($x); } a();');
exec(escapeshellarg(PHP_BINARY) . ' -n '
	. implode(' ', array_map(static fn (string $setting): string => '-d ' . escapeshellarg($setting), [
		'extension=' . module_path(), 'xhprof.hook=' . xhprof_info()['hook'], 'xhprof.auto=always',
		"xhprof.output_dir=$folder/runs", 'xhprof.save_timeout_ms=0', 'xhprof.auto_flags=cpu,memory'])) . ' '
		. escapeshellarg("$folder/script.php"));
$batches = take(runs_of("$folder/runs"), static fn (array $counters): bool => $counters['runs_taken'] === 1);
$profile = $batches[0]->parts[0]->profile;

echo send($batches[0]);
[[$url2, $ct, $wt, $run, $route, $id, $pairs]] = $server->rows("select url, main_ct, main_wt, "
	. "\"SERVER\"::json->>'XHPROF_RUN', \"SERVER\"::json->>'XHPROF_ROUTE', id, profile from results");
$expected = array_map(static fn (array $row): array => $row + ['ct' => 0, 'wt' => 0, 'cpu' => 0, 'mu' => 0, 'pmu' => 0],
	$profile->pairs());
$pairs = json_decode($pairs, true);
ksort($expected);
ksort($pairs);
echo basename($url2), " $ct $route\n";
var_dump($pairs == $expected, (int) $wt === $expected['main()']['wt'], "run-$run" === $batches[0]->id);
var_dump(str_contains($server->page("/run/view?id=$id"), $run), str_contains($server->page('/'), $id));

echo 'without the index: ', send($batches[0]), $server->rows('select count(*) from results')[0][0], " runs\n";
$server->rows('delete from results');
$server->rows(strstr($advice, 'CREATE'));
echo 'with it: ', send($batches[0]), send($batches[0]), $server->rows('select count(*) from results')[0][0], " run\n";

echo "\n";
$long = XHProf\Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 3_000_000_000]],
	['url' => "/\0", 'SERVER' => ['x' => "\0"]]);
echo 'too long: ', send(new Batch('run-2', 2, 1, 1, 2, [new BatchPart(fleet_series(), 'trace', $long)]));
$odd = XHProf\Profile::fromPairs(["main()==>\xFF\0'\"" => ['ct' => 1, 'wt' => 1], 'main()' => ['ct' => 1, 'wt' => 3]],
	['url' => "\xFF\0/:80?x[]", 'SERVER' => ["\0" => "\0\xFF"]]);
echo 'odd: ', send(new Batch('run-3', 3, 1, 1, 2, [new BatchPart(fleet_series("\xC3\xA4"), 'trace', $odd)]));
putenv('XHPROF_SHIP_SECRET=open');
echo 'another token: ', send($batches[0]);
putenv('XHPROF_SHIP_SECRET=open sesame');
$server->stopDatabase();
echo 'no database: ', send($batches[0]);
$server->end();
?>
--EXPECT--
XHGui takes the token, and makes its tables itself
on PostgreSQL this lets it drop runs that were sent twice: CREATE UNIQUE INDEX xhprof_run ON results (("SERVER"::json->>'XHPROF_RUN'))
accepted
script.php 1 /größe
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
without the index: accepted
2 runs
with it: accepted
accepted
1 run

too long: poison: HTTP 500 SQLSTATE[22003]: Numeric value out of range: 7 ERROR:  value "3000000000" is out of range for type integer
odd: accepted
another token: later: HTTP 401 Token validation failed: the secret is not XHGui's upload.token
no database: later: HTTP 500 Slim Application Error: its log says why; perhaps its database is down
