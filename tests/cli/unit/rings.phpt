--TEST--
What rings tell of processes, requests and recordings is shown with its numbers, and nothing in a name ends a line
--SKIPIF--
<?php require __DIR__ . '/../../live/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/unit.inc';
require __DIR__ . '/../../live/ring.inc';

use XHProf\Cli\Help\Reference;
use XHProf\Cli\Live\CommonCause;
use XHProf\Cli\Live\Databases;
use XHProf\Cli\Live\Deaths;
use XHProf\Cli\Live\EndedRequests;
use XHProf\Cli\Live\Outside;
use XHProf\Cli\Live\ProcessDump;
use XHProf\Cli\Live\Recorder;
use XHProf\Cli\Saved\Filter;
use XHProf\Cli\Live\WaitGraph;
use XHProf\Cli\Live\Worker;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\View\DumpView;
use XHProf\Cli\View\RecordView;
use XHProf\Cli\View\SlowView;
use XHProf\Ring;

const MS = 1_000_000;
date_default_timezone_set('UTC');
putenv('COLUMNS=80');
$terminal = new Terminal(fopen('php://memory', 'w'));
$folder = unit_folder();

/* Of another pid namespace, so that nobody sees whether it is alive. Its clock begins at 2023-11-14 22:13:20. */
$ring = static fn (int $pid, array $fields = []): FakeRing => new FakeRing($folder,
	$fields + ['pid' => 2_000_000_000 + $pid,
	'start_ticks' => 1, 'made_ns' => 1000 * MS, 'made_unix_us' => 1_700_000_000_000_000, 'pool' => 'www',
	'sapi' => 'fpm-fcgi', 'pid_namespace' => 1]);

/* One that waits in its request: samples that say it did not run in between are one wait. */
$one = $ring(1, ['allowed' => 0]);
[$main, $query] = [$one->main('/app/i.php'), $one->function('mysqli_query')];
$one->slot(['request' => 7, 'uri' => "/a\e[31m\n", 'method' => 'GET', 'tags' => ['route' => 'cart'],
	'began_ns' => 1000 * MS, 'began_unix_us' => 1_700_000_000_000_000]);
$held = [$one->control()];
$one->sample([[$main, 3]], 10 * MS, 0, 7, 1500 * MS);
$one->sample([[$query, 0], [$main, 4]], 100 * MS, FakeRing::OFF_CPU, 7, 2000 * MS);
$one->sample([[$query, 0], [$main, 4]], 300 * MS, FakeRing::OFF_CPU | FakeRing::REPEATED, 7, 2300 * MS);
$dump = new ProcessDump($file = $one->write(), Ring::open($file));
$status = $dump->status();
same('its status', [2_000_000_001, 'fpm-fcgi', 'www', 'running', 7], [$status['pid'], $status['sapi'], $status['pool'],
	$status['state'], $status['request']['number']]);
same('it is there, and was not asked', [true, false, false, false, false, false], [$dump->isAlive(), $dump->isAnswer(),
	$dump->isWaiting(), $dump->isStopped(), $dump->isOver(), $dump->problem() === '']);
$stacks = $dump->stacks(5);
same('equal stacks after each other are one', [['mysqli_query', 'main()'], ['main()']],
	array_map(static fn (array $row): array => array_column($row['frames'], 'function'), $stacks));
same('the time of one wait', [400 * MS, null], array_column($stacks, 'waited_ns'));
same('what it does', ['waits for a database: mysqli_query()', 'computes'], array_column(array_column($stacks, 'does'),
	'text'));
same('at most', 1, count($dump->stacks(1)));
same('no variables were asked for', [null, null], [$dump->locals, $dump->localsProblem()]);
same('its trace', false, $dump->isOf('0'));
$data = $dump->data();
same('for programs', [2_000_000_001, 7, 'running', false, null, false], [$data['pid'], $data['request']['number'],
	$data['state'], $data['is_answer'], $data['waits_for'], isset($data['death'])]);
same('the alive have no death', [null, null], [$dump->death(), $dump->lasted()]);
$view = new DumpView($terminal);
$text = $view->text([$dump], ["/x\e" => 'why']);
foreach (['fpm-fcgi pool www 2000000001  GET /a [31m  route=cart', 'its stack could not be requested:',
	'ago: waits for a database: mysqli_query()', "     #0 mysqli_query\n", "     #1 main()        /app/i.php:4\n",
	'/x : why'] as $part) {
	same('the dump has "' . addcslashes($part, "\n") . '"', true, str_contains($text, $part));
}
same('no escape of a terminal', false, str_contains($text, "\e"));
putenv('COLUMNS=50');
$narrow = (new DumpView(new Terminal(fopen('php://memory', 'w'))))->text([$dump], []);
putenv('COLUMNS=80');
same('frames and their places fit', [[], 2], [array_values(array_filter($frames = preg_grep('/^ +(#|\/)/', explode("\n",
	$narrow)),
	static fn (string $line): bool => strlen($line) > 50)), count($frames)]);
/* The list of functions is of the last ten reads. */
$worker = new Worker(Ring::open($file));
foreach ([9 => 9, 10 => 10, 11 => 10] as $reads => $recent) {
	for ($worker->forget(), $read = 0; $read < $reads; $read++) {
		$worker->read('', '');
	}
	same("$reads reads", $recent, count($worker->recent()));
}
$idle = $ring(2);
$held[] = $idle->control();
$idle->slot(['state' => FakeRing::IDLE]);
$between = new ProcessDump($file = $idle->write(), Ring::open($file));
same('between requests', "between requests: 2000000002\n", $view->text([$between], []));
$ended = $ring(3);
$ended->slot(['state' => FakeRing::ENDED, 'request' => 2]);
$over = new ProcessDump($file = $ended->write(), Ring::open($file));
same('one that has ended', [false, false, true], [$over->isAlive(), $over->isOver(), str_contains($view->text([$over],
	[]), 'it ended normally')]);

/* One of this namespace, whose pid nobody has: it died in its request. */
$died = static function (int $pid) use ($folder): FakeRing {
	$ring = new FakeRing($folder, ['pid' => 2_000_000_000 + $pid, 'start_ticks' => 1, 'made_ns' => 1000 * MS,
		'made_unix_us' => 1_700_000_000_000_000]);
	$ring->slot(['request' => 9, 'uri' => '/e', 'began_ns' => 2000 * MS, 'began_unix_us' => 1_700_000_001_000_000]);
	$ring->sample([[$ring->function('export', '/e.php', 3), 4]], 900 * MS, 0, 9, 3000 * MS);
	touch($ring->write(), 1_700_000_003);

	return $ring;
};
$dead = array_map(static function (int $pid) use ($died): ProcessDump {
	$ring = $died($pid);
	$dump = new ProcessDump($ring->path, Ring::open($ring->path));
	$dump->findDeath(new Deaths());

	return $dump;
}, [4, 5]);
same('dead', [false, false, null], [$dead[0]->isAlive(), $dead[0]->isOver(), $dead[0]->death()]);
same('its last stack', ['export'], array_column($dead[0]->data()['last_stacks'][0]['frames'], 'function'));
$text = $view->text($dead, []);
same('those that died alike are one', [1, true, true], [substr_count($text, '#0 export'), str_contains($text,
	'1 other like this one: 20000000'), str_contains($text, 'it was killed or crashed after 2023-11-14 22:13:22.000')]);

/* Requests that are over. */
$over = $ring(6, ['is_on' => 1, 'interval_ns' => 10 * MS]);
[$main, $render] = [$over->main('/app/i.php'), $over->function('render', '/app/r.php', 2)];
$over->request(1, 'GET', '/cart', ['user' => 'ann']);
$over->sample([[$render, 9], [$main, 3]], 200 * MS, 0, 1, 2240 * MS);
$over->end(1, 2000 * MS, 250 * MS, 25 * MS, 500, 'GET', "/cart\n", ['user' => 'ann']);
$over->end(2, 5000 * MS, 1 * MS, 1 * MS, 200, 'GET', '/');
$files = [$over->write(), "$folder/none.data"];
file_put_contents($files[1], 'x');
$requests = new EndedRequests($files, new Filter([]), 1);
$shown = array_map(static fn (array $row): array => [$row, $requests->profile($row)], $requests->slowest());
$slow = new SlowView($terminal, $requests, 'rings');
$data = $slow->data($shown);
same('the slowest one', [1, 2, 2, 1, 250 * MS, 25 * MS, 500, 1], [$data['processes'], $data['requests'],
	$data['matching'], count($data['slow']), $data['slow'][0]['wall_ns'], $data['slow'][0]['cpu_ns'],
	$data['slow'][0]['status'], $data['slow'][0]['samples']]);
same('its paths', ['main()', 'render'], array_merge(...array_slice(array_column($data['slow'][0]['paths'], 'functions'),
	0, 2)));
same('a ring that is none', [$files[1]], array_column($data['refused'], 'ring'));
$text = $slow->text($shown, null);
foreach (["2 requests of 1 process since 22:13:21; the 1 slowest\na sample every 10.0 ms\n", 'none.data: ',
	"\n  250 ms  GET /cart  status 500  CPU 25.0 ms", 'at 22:13:21  pid 2000000006',
	"     100 %   250 ms  main()"] as $part) {
	same('requests: "' . addcslashes($part, "\n") . '"', true, str_contains($text, $part));
}
same('without samples', "          no sample of it\n", substr($slow->text([[$shown[0][0], null]], null), -26));
same('none keeps samples', true, str_contains((new SlowView($terminal, new EndedRequests([], new Filter([]), 1),
	'x'))->text([], null), 'no stacks: these processes take no samples'));

/* A recording of what is in a ring already. */
$two = $ring(7);
$two->request(1, 'GET', '/');
$two->sample([[$two->main('/i.php'), 3]], 100 * MS, 0, 1, 2100 * MS);
$two->sample([[$two->main('/i.php'), 4]], 300 * MS, 0, 1, 2400 * MS);
$file = $two->write();
$recorder = new Recorder(static fn (): array => [$file], 10 * MS, 'wall', '');
$recorder->readSince(0);
$profiles = $recorder->finish();
$saved = [['value' => null, 'profile' => reset($profiles), 'file' => $out = "$folder/o'ut.json"]];
$saved[0]['profile']->export('json', $out);
$view = new RecordView($recorder, $terminal, "po\nol", 2_000 * MS, false);
$data = $view->data($saved, 'json', '');
same('its numbers', [2_000 * MS, 'json', 2, 200 * MS, 1, [['value' => null, 'file' => $out, 'samples' => 2,
	'wall_ns' => 400 * MS, 'cpu_ns' => 400 * MS]]], [$data['took_ns'], $data['format'], $data['samples'],
	$data['effective_interval_ns'], $data['processes'], array_map(static fn (array $row): array => array_slice($row, 0,
	5), $data['files'])]);
$text = $view->text($saved, 'json');
foreach (["1 process of po ol for 2.00 s", '2 samples, one for 200 ms on average', "\nfile:  $out (json, ",
	"more:  xhprof open '" . dirname($out) . "/o'\\''ut.json'\n"] as $part) {
	same('recorded: "' . addcslashes($part, "\n") . '"', true, str_contains($text, $part));
}
same('what it costs is said of samples that were asked for', [false, true], [str_contains($text, 'sampling took'),
	str_contains((new RecordView($recorder, $terminal, 'x', 2_000 * MS, true))->text($saved, 'json'),
	'sampling took 0.00 % of a CPU')]);
$groups = [['value' => '/a', 'profile' => $saved[0]['profile'], 'file' => '/a.json'], ['value' => "/b\e",
	'profile' => $saved[0]['profile'], 'file' => '/b.json']];
same('of each value', ["50.0 %    400 ms         2 too few  /a   /a.json\n", 0],
	[substr($part = strstr($view->text($groups,
	'json'), '50.0 %'), 0, strpos($part, "\n") + 1), substr_count($part, "\e")]);

/* Who is waited for: nobody here. */
$databases = Databases::of(Reference::arguments('live', []));
$none = static fn (int $pid): array => [];
same('no blocker', [null, null, null], [CommonCause::of([], $none, $databases),
	CommonCause::of([1 => null, 2 => 'tcp'], $none, $databases),
	CommonCause::of([getmypid() => 'file /x'], $none, $databases)]);
same('no cause', null, (new WaitGraph())->of(getmypid(), 'file /x'));
$child = proc_open(['sleep', '60'], [], $pipes);
$pid = proc_get_status($child)['pid'];
while (file_get_contents("/proc/$pid/cmdline") !== "sleep\0" . "60\0") {
	usleep(1000); // until it is no copy of this process any more, and has its words, which come last
}
$blocker = CommonCause::of([getmypid() => 'child sleep', 2_000_000_001 => null], $none, $databases);
same('a child', [1, 2, 'child sleep', $pid], [($data = $blocker?->data())['workers'] ?? null, $data['of'] ?? null,
	$data['wait'] ?? null, $data['holder']['pid'] ?? null]);
same('in words', "1 of 2 workers waits for pid $pid (sleep): child sleep", $blocker?->text(80));
same('in fewer', ["1 of 2 workers waits for pid $pid (sleep)", "1 of 2 workers waits for pid $pid"],
	[$blocker?->text(45), $blocker?->text(1)]);
proc_terminate($child, 9);
proc_close($child);

/* Workers that wait for a child each: a shell, whose child is a shell, whose child is cat. */
$shell = proc_open(['sh', '-c', 'sh -c "cat; :"; :'], [['pipe', 'r']], $pipes);
$cat = proc_open(['cat'], [['pipe', 'r']], $more);
$outer = proc_get_status($shell)['pid'];
$inner = 0;
while (WaitGraph::ofShell($inner) !== 'cat' || @file_get_contents('/proc/' . proc_get_status($cat)['pid'] . '/comm')
	!== "cat\n") {
	usleep(1000); // as above
	$inner = (int) @file_get_contents("/proc/$outer/task/$outer/children");
}
foreach ([['child sh', [$outer, getmypid()], 'child cat'], ['child sh', [getmypid(), $outer], 'child sh'],
	['child cat', [getmypid(), $inner], 'child cat']] as [$wait, $pids, $words]) {
	$causes = CommonCause::of(array_fill_keys($pids, $wait), $none, $databases);
	same("each has a $wait", ["2 of 2 workers wait for their own $words", null], [$causes?->text(1),
		$causes?->data()['holder']]);
}
fclose($pipes[0]);
fclose($more[0]);
array_map(proc_close(...), [$shell, $cat]);

/* From outside: no process has that pid. */
refused('no process', 'process 2000000009 has no ring, and cannot be read from outside',
	static fn () => Outside::of('2000000009', 'process 2000000009'));
finish();
?>
--EXPECT--
all as expected
