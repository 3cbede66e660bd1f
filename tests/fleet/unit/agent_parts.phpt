--TEST--
Saved runs are taken in by their bytes within bounds, rings are accounted for to the sample, and an insert asks before it sends
--EXTENSIONS--
curl
zlib
--SKIPIF--
<?php require __DIR__ . '/../../live/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../../cli/unit/unit.inc';
require __DIR__ . '/../../live/ring.inc';

use XHProf\Cli\Live\Rings;
use XHProf\Cli\Problem;
use XHProf\Cli\Run\RunSet;
use XHProf\Cli\Run\SetFile;
use XHProf\Fleet\Agent\Outcome;
use XHProf\Fleet\Agent\RingCursor;
use XHProf\Fleet\ClickHouse\HourSums;
use XHProf\Fleet\ClickHouse\InsertDelivery;
use XHProf\Fleet\Http\Endpoint;
use XHProf\Fleet\Saved\Intake;
use XHProf\Fleet\Saved\PendingRun;
use XHProf\Fleet\Store\ClickHouseClient;

$folder = unit_folder();
$classic = ['main()' => ['ct' => 1, 'wt' => 5], 'main()==>f' => ['ct' => 2, 'wt' => 3]];

/* Files. */
$run = pairs_run(['main()' => [1, 5], 'main()==>f' => [2, 3]]);
foreach (['json' => 'json', 'json.gz' => 'json.gz', 'xhprof' => 'xhprof',
	'xhgui' => 'xhgui.jsonl'] as $format => $ending) {
	$run->export($format, "$folder/run.$ending");
	same("$format is taken in", [5000, 2], [Intake::load("$folder/run.$ending")->summary()['wall_ns'],
		Intake::load("$folder/run.$ending")->functions()['f']['calls']]);
}
same('its limit is the caller\'s again', '1G', (static function () use ($folder): string {
	ini_set('xhprof.max_load_bytes', '1G');
	Intake::load("$folder/run.json");

	return (string) ini_get('xhprof.max_load_bytes');
})());
SetFile::save(RunSet::ofRun($run), [], "$folder/a.set.json");
refused('a set', 'it is a set of runs', static fn () => Intake::load("$folder/a.set.json"));
foreach (['{}' => 'it is JSON, but not a run of xhprof', '{' => 'it is damaged', 'x' => 'it is not json of xhprof',
	'a:1:{' => 'it is damaged', serialize(['main()' => ['ct' => 1]]) => 'its array'] as $bytes => $why) {
	file_put_contents("$folder/bad", $bytes);
	refused("the bytes $bytes", $why, static fn () => Intake::load("$folder/bad"));
	same("without the name of the file: $bytes", false, str_contains((static function () use ($folder): string {
		try {
			Intake::load("$folder/bad");
		} catch (Problem $problem) {
			return $problem->getMessage();
		}

		return "$folder/bad";
	})(), '/'));
}
file_put_contents("$folder/large", str_repeat(' ', (16 << 20) + 1));
refused('more than 16 MiB', 'it is larger than 16 MiB', static fn () => Intake::load("$folder/large"),
	LengthException::class);
file_put_contents("$folder/large", 'a:' . str_repeat(' ', 4 << 20));
refused('an array of more than 4 MiB', 'it is longer than 4 MiB', static fn () => Intake::load("$folder/large"),
	LengthException::class);
file_put_contents("$folder/large", gzencode('{' . str_repeat(' ', 32 << 20)));
refused('more than 32 MiB, unpacked', 'it takes more than 32MB of memory',
	static fn () => Intake::load("$folder/large"),
	LengthException::class);
symlink("$folder/run.json", "$folder/link.json");
refused('a symlink', '', static fn () => Intake::load("$folder/link.json"), Exception::class);
refused('no file', '', static fn () => Intake::load("$folder/nothing"), Exception::class);

/* What is in it. */
$kinds = static fn (XHProf\Profile $run): array => array_map(static fn (array $kind): array => [$kind[0],
	$kind[1]->summary()['mode']], Intake::kinds($run));
same('calls', [['trace', 'hier']], $kinds($run));
same('samples', [['samples', 'sample']], $kinds(stacks_run(['main();f' => 3])));
$json = json_decode((string) $run->export('json'), true);
$both = $json;
$both['sampled'] = json_decode((string) stacks_run(['main();f' => 3])->export('json'), true);
same('both', [['trace', 'hier'], ['samples', 'sample']], $kinds(XHProf\Profile::parse(json_encode($both))));
$alloc = ['alloc_interval' => 1, 'alloc_change_bytes' => 0, 'alloc_peak_bytes' => 0, 'outside_frees' => 0,
	'outside_bytes' => 0, 'lost_allocs' => 0] + $json;
foreach (['allocs', 'frees', 'alloc_bytes', 'freed_bytes', 'live_at_peak_bytes', 'temporary'] as $column) {
	$alloc['pairs'][$column] = [0, 0];
}
same('calls and allocations', ['trace', 'alloc'], array_column($kinds(XHProf\Profile::parse(json_encode($alloc))), 0));
foreach ($alloc['pairs'] as $column => $values) {
	$alloc['pairs'][$column] = [end($values)];
}
same('allocations alone', ['alloc'], array_column($kinds(XHProf\Profile::parse(json_encode($alloc))), 0));

/* A run that is being written. */
$pending = new PendingRun(7, '0123456789abcdef');
same('none can be read', [null, 7, '0123456789abcdef', false], [$pending->best(), $pending->id, $pending->run,
	$pending->isWhole]);
foreach (['html' => null, 'xhprof' => 'a.xhprof', 'xhgui.jsonl' => 'a.xhgui.jsonl', 'xhprof.gz' => 'a.xhgui.jsonl',
	'json' => 'a.json', 'json.gz' => 'a.json.gz'] as $kind => $best) {
	$pending->files[$kind] = "a.$kind";
	same("the best with $kind", $best, $pending->best());
}

/* Rings. What is written is what was read, and what was lost. */
$ring = new FakeRing($folder, ['pid' => 2_000_000_001, 'start_ticks' => 1, 'pool' => 'www', 'pid_namespace' => 1]);
$main = $ring->main('/i.php');
$ring->slot(['uri' => '/a']);
foreach ([3, 4] as $ms) {
	$ring->sample([[$main, 1]], $ms * 1_000_000);
}
$ring->sample([[$main, 1]], 0, FakeRing::DUMP);
$file = $ring->write();
$whole = RingCursor::of($file, null, true);
$new = RingCursor::of($file, null, false);
same('of a whole one nothing is read yet, of another one all was written before', [[0, 0], [2, 7_000_000]],
	array_map(static fn (RingCursor $one): array => [$one->place(false)['samples'], $one->place(false)['weight_ns']],
	[$whole, $new]));
same('its label', "www\08.2.36", $whole->labelled()[1]);
same('a part of the ring', 0.25, $whole->add(['samples' => 1, 'wall_ns' => 3_000_000, 'bytes' => 16384]));
same('counted', [1, 3_000_000, false], [($place = $whole->place(false))['samples'], $place['weight_ns'],
	$place['is_over']]);
same('not lost, as it may be read yet', [0, 0, 0], [($loss = $whole->loss(false))['samples'], $loss['weight_ns'],
	$loss['late']]);
$ring->set(['late' => 5, 'cut' => 6, 'functions_lost' => 7]);
$ring->write();
same('lost, as it is over', ['samples' => 1, 'weight_ns' => 4_000_000, 'late' => 5, 'cut' => 6, 'functions_lost' => 7,
	'lost_bytes' => 0, 'damaged' => 0], $whole->loss(true));
same('told once', ['samples' => 0, 'weight_ns' => 0, 'late' => 0, 'cut' => 0, 'functions_lost' => 0, 'lost_bytes' => 0,
	'damaged' => 0], $whole->loss(true));
same('all of it is known', [2, 7_000_000, true], [($place = $whole->place(true))['samples'], $place['weight_ns'],
	$place['is_over']]);
same('more than was written is no loss below 0', 0, (static function () use ($new): int {
	$new->add(['samples' => 9, 'wall_ns' => -5, 'bytes' => 0]);

	return $new->loss(true)['samples'];
})());
same('from where another one stood', [1, 3_000_000], [($again = RingCursor::of($file, ['samples' => 1,
	'weight_ns' => 3_000_000] + $place, false)->place(false))['samples'], $again['weight_ns']]);
foreach (['samples' => 3, 'weight_ns' => 7_000_001, 'position' => 1 << 40] as $key => $value) {
	same("a place of another boot: $key", [0, 0], [($other = RingCursor::of($file, [$key => $value] + $place,
		false)->place(false))['samples'], $other['weight_ns']]);
}
same('a process that nobody can see', false, Rings::isAlive(RingCursor::of($file, null, true)->refresh()));
$ring->remove();
refused('no ring', '', static fn () => RingCursor::of($file, null, true), RuntimeException::class);

/* An insert to a port where nobody listens: it asks for the version first, and nothing is said of the rows. */
$socket = stream_socket_server('tcp://127.0.0.1:0', $number, $text, STREAM_SERVER_BIND); // nobody else has that port
$name = stream_socket_get_name($socket, false);
$client = ClickHouseClient::of(Endpoint::of("clickhouse+http://$name/db", ['clickhouse']));
$asked = 0;
$ended = [];
$delivery = static function () use ($client, &$asked, &$ended): InsertDelivery {
	return new InsertDelivery($client, static function () use (&$asked): array {
		$asked++;

		return [];
	}, static function (Outcome $outcome) use (&$ended): void {
		$ended[] = $outcome;
	});
};
$wait = static function (InsertDelivery $delivery): Outcome {
	while (($outcome = $delivery->poll()) === null) {
		usleep(1000);
	}

	return $outcome;
};
$outcome = $wait($delivery());
same('later, without the rows', [false, false, 0, 1], [$outcome->isAccepted, $outcome->isPoison, $asked,
	count($ended)]);
same('a version', [false, true, 2408], [$client->learn('x'), $client->learn("24.8.1.1\n"), $client->knownVersion()]);
$outcome = $wait($delivery());
same('known: the rows at once, here none', [true, 1, 2], [$outcome->isAccepted, $asked, count($ended)]);
/* Whole days become sums: what begins at a midnight 14 days ago and later stays as it is. */
$hours = ClickHouseClient::of(Endpoint::of("clickhouse+http://$name/db?hours_after=14", ['clickhouse']));
foreach ([0, 1, 86_399] as $second) {
	same("14 days before second $second of a day", 6 * 86_400,
		(fn (): int => $this->before)->call(HourSums::asked($hours, 20 * 86_400 + $second)));
}
same('not asked for', null, HourSums::asked($client, 0));
$given = $delivery();
$given->abort();
same('given up', [false, false], [$given->poll()->isAccepted ?? null, $given->poll()->isPoison ?? null]);
finish();
?>
--EXPECT--
all as expected
