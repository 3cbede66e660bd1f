--TEST--
A command refuses what it is not for before it does anything, in words, and prints what the file, ring or script has
--EXTENSIONS--
curl
--SKIPIF--
<?php require __DIR__ . '/../../live/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/unit.inc';
require __DIR__ . '/../advise_runs.inc';
require __DIR__ . '/../../live/ring.inc';

use XHProf\Cli\Command\AdviseCommand;
use XHProf\Cli\Command\AllocCommand;
use XHProf\Cli\Command\ArmCommand;
use XHProf\Cli\Command\BlameCommand;
use XHProf\Cli\Command\Command;
use XHProf\Cli\Command\Commands;
use XHProf\Cli\Command\CompletionCommand;
use XHProf\Cli\Command\ConvertCommand;
use XHProf\Cli\Command\CurlCommand;
use XHProf\Cli\Command\DiffCommand;
use XHProf\Cli\Command\DoctorCommand;
use XHProf\Cli\Command\DumpCommand;
use XHProf\Cli\Command\GivenPage;
use XHProf\Cli\Command\ListCommand;
use XHProf\Cli\Command\LiveCommand;
use XHProf\Cli\Command\McpCommand;
use XHProf\Cli\Command\MergeCommand;
use XHProf\Cli\Command\OpenCommand;
use XHProf\Cli\Command\QueriesCommand;
use XHProf\Cli\Command\RecordCommand;
use XHProf\Cli\Command\Repetition;
use XHProf\Cli\Command\ReportCommand;
use XHProf\Cli\Command\RunCommand;
use XHProf\Cli\Command\RunsCommand;
use XHProf\Cli\Command\ServeCommand;
use XHProf\Cli\Command\ShowCommand;
use XHProf\Cli\Command\SlowCommand;
use XHProf\Cli\Command\SnapshotCommand;
use XHProf\Cli\Command\StatCommand;
use XHProf\Cli\Command\TopCommand;
use XHProf\Cli\Help\Reference;
use XHProf\Cli\Process\RunRequest;
use XHProf\Cli\Run\Reduction;
use XHProf\Cli\Run\RunFormat;
use XHProf\Cli\Terminal\Terminal;

const MS = 1_000_000;
ini_set('xhprof.output_dir', '');
ini_set('xhprof.live_dir', '');
putenv('XHPROF_SECRET');
putenv('COLUMNS=80');
$folder = unit_folder();
$said = fopen('php://memory', 'w+');
$terminal = new Terminal($said);
/* What was written to the terminal since the last time. */
$read = static function () use ($said): string {
	rewind($said);
	$text = stream_get_contents($said);
	ftruncate($said, 0);

	return $text;
};
$make = static fn (string $class, string $name, array $words): Command => new $class(Reference::arguments($name,
	$words), $terminal);
$json = static function (string $class, string $name, array $words) use ($make): array {
	[$text, $status] = stdout_of(static fn (): int => $make($class, $name, [...$words, '--json'])->run());

	return ['status' => $status] + (json_decode($text, true) ?? ['text' => $text]);
};

/* Each is in the table of classes and in that of options, in one order. */
same('commands', array_keys(array_filter((new ReflectionClassConstant(Reference::class, 'COMMANDS'))->getValue(),
	is_array(...))), array_keys(Commands::ALL));
same('a class each', count(Commands::ALL), count(array_unique(array_column(Commands::ALL, 0))));
same('without the extension', ['heap', 'completion', 'doctor'], array_values(array_filter(array_keys(Commands::ALL),
	static fn (string $name): bool => !Commands::needsExtension($name))));
same('those of others', [true, false, true], [Commands::has('top'), Commands::has('ship'),
	Commands::needsExtension('ship')]);
[$text, $status] = stdout_of(static fn (): int => Commands::run('completion', Reference::arguments('completion',
	['bash']), $terminal));
same('run by its name', [0, true], [$status, str_starts_with($text, '# Completion of xhprof')]);

/* Refusals. */
mkdir("$folder/empty");
file_put_contents("$folder/a.php", '<?php');
$store = 'clickhouse+http://127.0.0.1:1/db?service=x';
foreach ([[TopCommand::class, 'top', [], 'no run given'],
	[TopCommand::class, 'top', ['x', '--strict'], '--strict needs --vary-tag'],
	[AllocCommand::class, 'alloc', [], 'no run given'], [QueriesCommand::class, 'queries', [], 'no run given'],
	[ShowCommand::class, 'show', ['x'], 'no function given'],
	[ShowCommand::class, 'show', ['x', 'y', '--function', 'f', '--source'], '--source takes one run'],
	[DiffCommand::class, 'diff', ['x'], 'two runs are needed'],
	[DiffCommand::class, 'diff', ['x', 'y', 'z'], 'too many runs'],
	[MergeCommand::class, 'merge', [], 'no run given'], [ConvertCommand::class, 'convert', [], 'no run given'],
	[OpenCommand::class, 'open', [], 'no run given'], [OpenCommand::class, 'open', ['a', 'b', 'c'], 'too many runs'],
	[CompletionCommand::class, 'completion', ['csh'], 'no completion for "csh"'],
	[AdviseCommand::class, 'advise', [], 'no run given'], [AdviseCommand::class, 'advise', ["$folder/none"],
	'none'],
	[ArmCommand::class, 'arm', ["$folder/empty"], 'no process has a ring in'],
	[BlameCommand::class, 'blame', ["$folder/empty", '--duration', '0.5s'], '--duration'],
	[BlameCommand::class, 'blame', ["$folder/empty", '--limit', '0'], '--limit takes a number from 1'],
	[CurlCommand::class, 'curl', [], 'no URL given'], [CurlCommand::class, 'curl', ['a', 'b'],
	'more than one URL: b'],
	[CurlCommand::class, 'curl', ['ftp://h/'], 'ftp://h/: not an HTTP URL'],
	[CurlCommand::class, 'curl', ['h', '--dir', "$folder/empty"], 'no secret given'],
	[DoctorCommand::class, 'doctor', ['x'], 'too many arguments'], [DumpCommand::class, 'dump', ["$folder/empty"],
	'empty'],
	[ListCommand::class, 'list', ['a', 'b'], 'too many folders'], [ListCommand::class, 'list', ["$folder/none"],
	'none'],
	[ListCommand::class, 'list', ["$folder/empty", '--sweep', '--keep', '0M'], '--sweep has no limits to apply'],
	[ListCommand::class, 'list', ["$folder/empty", '--sweep', '--keep', '14w'], '"14w" is not a limit'],
	[ListCommand::class, 'list', ["$folder/empty", '--sort', 'x'], '--sort'],
	[LiveCommand::class, 'live', ["$folder/empty", '--uri', '/a', '--group-by', 'tag:x'],
	'--uri and --group-by tag:KEY exclude each other'],
	[LiveCommand::class, 'live', ["$folder/empty", '--duration', '0.5s'], '--duration'],
	[LiveCommand::class, 'live', ["$folder/empty", '--clock', 'x'], '--clock'],
	[McpCommand::class, 'mcp', ["$folder/none"], stream_isatty(STDIN) ? 'this is a server' : 'no such folder'],
	[RecordCommand::class, 'record', ["$folder/empty", '--last', '60s', '--clock', 'cpu'],
	'--last and --clock exclude each other'],
	[RecordCommand::class, 'record', ["$folder/empty", '--last', 'x'], '--last'],
	[RecordCommand::class, 'record', ["$folder/empty", '--group-by', 'uri', '--out', '-'],
	'--group-by writes a file for each value, not to the standard output'],
	[RecordCommand::class, 'record', ["$folder/empty", '--group-by', 'component'], 'a request has many components'],
	[RecordCommand::class, 'record', ["$folder/empty", '--format', 'log', '--out', "$folder/x"],
	'log cannot hold samples'],
	[ReportCommand::class, 'report', [], 'no run given'], [ReportCommand::class, 'report', ['a', 'b', 'c'],
	'too many runs'],
	[RunCommand::class, 'run', [], 'no script given'], [RunCommand::class, 'run', ["$folder/none.php"],
	'no such script'],
	[RunCommand::class, 'run', ['--against', 'x', '--', "$folder/a.php"],
	'--against alternates between two scripts, and needs --repeat'],
	[RunCommand::class, 'run', ['--repeat', '2', '--format', 'pprof', '--', "$folder/a.php"],
	'pprof cannot hold a set of runs'],
	[RunCommand::class, 'run', ['--repeat', '2', '--mode', 'timeline', '--', "$folder/a.php"],
	'--mode timeline cannot be combined with --repeat'],
	[RunCommand::class, 'run', ['--mode', 'hier', '--format', 'pprof', '--', "$folder/a.php"],
	'pprof needs call paths'],
	[RunCommand::class, 'run', ['--mode', 'tree', '--log', 'x', '--', "$folder/a.php"],
		'--log cannot be combined with --mode tree'],
	[RunCommand::class, 'run', ['--mode', 'sample', '--flags', 'memory,no_builtins', '--', "$folder/a.php"],
	'--flags no-builtins cannot be combined with --mode sample'],
	[RunCommand::class, 'run', ['--interval', '1ms', '--', "$folder/a.php"], '--interval needs --mode sample'],
	[RunCommand::class, 'run', ['--mode', 'sample', '--lines', 'f', '--', "$folder/a.php"],
	'--lines cannot be combined with samples'],
	[RunCommand::class, 'run', ['--no-texts', '--arguments', 'f', '--', "$folder/a.php"],
	'--no-texts and --arguments exclude each other'],
	[RunCommand::class, 'run', ['--out', "$folder/none/x.json", '--', "$folder/a.php"], 'none'],
	[ServeCommand::class, 'serve', ['a', 'b'], 'too many folders'],
	[ServeCommand::class, 'serve', ["$folder/empty", '--listen', 'x'], '--listen takes an address and a port, not "x"'],
	[ServeCommand::class, 'serve', ["$folder/empty", '--listen', '127.0.0.1:65536'], '--listen takes'],
	[ServeCommand::class, 'serve', [$store, '--source'], 'a store has no line numbers within functions'],
	[SlowCommand::class, 'slow', ["$folder/empty", '--format', 'log', '--out', '-'], 'log'],
	[SlowCommand::class, 'slow', ["$folder/empty", '--limit', '0'], '--limit takes a number from 1'],
	[SnapshotCommand::class, 'snapshot', [], 'no process given'], [SnapshotCommand::class, 'snapshot', ['5'],
	'no output file given'],
	[SnapshotCommand::class, 'snapshot', ['5', '--out', 'x'], 'xhprof.output_dir of this PHP is not set'],
	[SnapshotCommand::class, 'snapshot', ['5', '--out', 'x', '--dir', "$folder/none/"], "$folder/none: no such folder"],
	[StatCommand::class, 'stat', [], 'no script given'], [StatCommand::class, 'stat', ['--events', 'x', '--',
	"$folder/a.php"], 'x']] as [$class, $name,
	$words, $why]) {
	refused("$name " . implode(' ', $words), $why, static function () use ($make, $class, $name, $words): void {
		stdout_of(static fn (): int => $make($class, $name, $words)->run());
	});
}
putenv("XHPROF_SECRET=a\nb");
refused('a secret of two lines', 'the secret has a line break', static fn () =>
	$make(CurlCommand::class, 'curl', ['h', '--dir', "$folder/empty"])->run());
putenv('XHPROF_SECRET');
same('nothing was made by these', ['a.php', 'empty'], array_values(array_diff(scandir($folder), ['.', '..'])));

/* Runs. */
mkdir("$folder/runs");
$run = static fn (int $us): XHProf\Profile => pairs_run(['main()==>f' => [2, $us], 'main()' => [1, 2 * $us]],
	['url' => "/$us"]);
foreach ([5 => '1', 9 => '2'] as $us => $id) {
	$run($us)->export('json', $file = "$folder/runs/" . str_repeat($id, 16) . '.xhprof.json');
	touch($file, 1000 * (int) $id);
}
$list = $json(ListCommand::class, 'list', ["$folder/runs", '--sort', 'wall']);
same('a list', [0, 'xhprof-list', "$folder/runs", null, ['2222222222222222', '1111111111111111']], [$list['status'],
	$list['schema'],
	$list['folder'], $list['removed'], array_column($list['runs'], 'run')]);
$list = $json(ListCommand::class, 'list', ["$folder/runs", '--sweep', '--keep', '1']);
same('without the oldest', [['1111111111111111.xhprof.json'], ['2222222222222222']], [array_column($list['removed'],
	'name'),
	array_column($list['runs'], 'run')]);
$asking = planned_run(call('main()', 1, 1, [call('App::list', 1, 1, [call('PDO::query#SELECT a FROM b WHERE c = ?', 60,
	6)],
	['file' => '/srv/src/a.php'])], ['file' => '/srv/i.php']));
$asking->export('json', "$folder/asking.json");
$advice = $json(AdviseCommand::class, 'advise', ["$folder/asking.json"]);
same('advice', [0, ['query-in-loop'], [6 * MS]], [$advice['status'], array_column($advice['findings'], 'id'),
	array_column($advice['findings'], 'cost_ns')]);
[$text] = stdout_of(static fn (): int => $make(AdviseCommand::class, 'advise', ["$folder/asking.json",
	'--markdown'])->run());
same('in Markdown', [1, true], [preg_match('/^\*\*.+\*\*$/m', $text), str_contains($text, '(query-in-loop): ')]);
same('the name of its page', ['asking', ["$folder/asking.json"]],
	[($page = new GivenPage(Reference::arguments('report', ["$folder/asking.json"]), ''))->stem(), $page->files()]);
$two = Reference::arguments('diff', ["$folder/runs", "$folder/asking.json"]);
$given = new class($two, $terminal) extends RunsCommand {
	public function run(): int
	{
		$this->pair('');
		[$folder, $file] = [dirname($this->arguments->rest[0]), $this->arguments->rest[1]];
		same('the names of two', ['before' => "$folder/runs/2222222222222222.xhprof.json", 'after' => $file],
			$this->names());

		return 0;
	}
};
$given->run();
[$text] = stdout_of(static fn (): int => $make(ReportCommand::class, 'report', ["$folder/asking.json", '--out',
	"$folder/p.html",
	'--json'])->run());
same('a page', ["$folder/p.html", true], [json_decode($text, true)['file'],
	str_contains(file_get_contents("$folder/p.html"),
	'PDO::query#SELECT') || filesize("$folder/p.html") > 10_000]);
foreach ([[["$folder/asking.json", '--out', "$folder/asking.json"], 'this is the run itself'], [["$folder/asking.json",
	'--source', '--out',
	"$folder/q.html"], 'this run has no line numbers'],
	[["$folder/asking.json", "$folder/asking.json", '--source', '--out', "$folder/q.html"],
	'--source takes one run']] as [$words, $why]) {
	refused("report: $why", $why, static fn () => $make(ReportCommand::class, 'report', $words)->run());
}

/* Scripts. */
file_put_contents("$folder/b.php", '<?php function f(): void { usleep(1); } f(); f(); exit(3);');
same('the status is that of the script', 3, $make(RunCommand::class, 'run', ['--out', "$folder/b.json", '--json', '--',
	"$folder/b.php"])->run());
$found = json_decode($read(), true);
same('its run', ['xhprof-run', "$folder/b.json", 2], [$found['schema'], $found['file'],
	XHProf\Profile::load("$folder/b.json")->functions()['f']['calls']]);
same('a set', 3, $make(RunCommand::class, 'run', ['--repeat', '2', '--out', "$folder/b.set.json", '--json', '--',
	"$folder/b.php"])->run());
same('of two runs', [2, true], [XHProf\Cli\Run\SetFile::load("$folder/b.set.json")->count(),
	str_contains($text = $read(), 'a run exited with status 3')]);
same('sizes', 3, $make(RunCommand::class, 'run', ['--vary', 'N=1,2,3', '--quiet', '--', "$folder/b.php",
	'{N}'])->run());
$read();
same('events', 3, $make(StatCommand::class, 'stat', ['--json', '--', "$folder/b.php"])->run());
same('their sums', ['xhprof-stat', true], [($found = json_decode($read(), true))['schema'] ?? null,
	($found['wall_ns'] ?? 0) > 0]);
mkdir("$folder/job");
$command = static fn (string $script): array => RunRequest::command("$folder/job", ['flags' => 0, 'ignore' => [],
	'reduce' => [],
	'beside' => null, 'options' => [], 'files' => ["$folder/job/run" => RunFormat::best()], 'mask' => 0077,
	'title' => ''], [$script]);
$repetition = new Repetition("$folder/job", $terminal, true, Reduction::none());
file_put_contents("$folder/c.php", '<?php function g(): void {} g();');
[$b, $c] = $repetition->run([$command("$folder/b.php"), $command("$folder/c.php")], 3);
same('by turns', [3, 3, 2, 1, 3, [0 => 3, 1 => 0]], [$b->count(), $c->count(), $b->values('f', 'calls')[0] ?? null,
	$c->values('g', 'calls')[0] ?? null,
	$repetition->status, (static function (array $statuses): array {
	ksort($statuses);

	return $statuses;
})($repetition->statuses)]);
file_put_contents("$folder/d.php", '<?php exec("kill -9 " . getmypid()); sleep(60);');
refused('one that is killed', 'run 1 left no profile: it was killed by signal 9',
	static fn () => (new Repetition("$folder/job", $terminal,
	true, Reduction::none()))->run([$command("$folder/d.php")], 2, [], 0));

/* Rings. */
mkdir("$folder/rings");
$ring = new FakeRing("$folder/rings", ['pid' => 2_000_000_001, 'start_ticks' => 1, 'pool' => 'www',
	'sapi' => 'fpm-fcgi', 'pid_namespace' => 1, 'is_on' => 1,
	'interval_ns' => 10 * MS]);
[$main, $f] = [$ring->main('/i.php'), $ring->function('f', '/i.php', 3)];
$ring->slot(['request' => 4, 'uri' => '/now']);
$ring->request(3, 'GET', '/a');
$ring->sample([[$f, 4], [$main, 1]], 10 * MS, 0, 3);
$ring->sample([[$main, 1]], 30 * MS, 0, 3);
$ring->end(3, hrtime(true) - 50 * MS, 40 * MS, 20 * MS, 500, 'GET', '/a');
$fifo = $ring->control();
$file = $ring->write();
$slow = $json(SlowCommand::class, 'slow', ["$folder/rings", '--out', "$folder/slow.json"]);
same('slow requests', [0, [['/a', 40 * MS, 2]], 40 * MS], [$slow['status'],
	array_map(static fn (array $row): array => [$row['uri'], $row['wall_ns'], $row['samples']],
	$slow['slow']), XHProf\Profile::load("$folder/slow.json")->summary()['wall_ns']]);
refused('none to save', 'no request in the rings matches', static fn () =>
	$make(SlowCommand::class, 'slow', ["$folder/rings", '--uri', '/b', '--out', "$folder/slow.json"])->run());
same('recorded', 0, $make(RecordCommand::class, 'record', ["$folder/rings", '--last', '1d', '--out',
	"$folder/live.json", '--quiet'])->run());
$recorded = XHProf\Profile::load("$folder/live.json")->summary();
same('its samples', [2, 40 * MS], [$recorded['samples'], $recorded['wall_ns']]);
same('of each URI', ['live-a.json'], (static function () use ($make, $folder): array {
	$make(RecordCommand::class, 'record', ["$folder/rings", '--last', '1d', '--group-by', 'uri', '--out',
	"$folder/live.json", '--quiet'])->run();

	return array_map(basename(...), glob("$folder/live-*.json"));
})());
foreach ([['--uri', str_repeat('a', 200), '--uri is too long'], ['--uri', '/a?b', '--uri /a?b has a query'],
	['--requests', '1001',
	'--requests takes a number from 0 to 1000']] as [$option, $value, $why]) {
	refused("arm: $why", $why, static fn () => $make(ArmCommand::class, 'arm', ["$folder/rings", $option, $value]));
}
$armed = $json(ArmCommand::class, 'arm', ["$folder/rings", '--requests', '5', '--uri', '/a*']);
same('armed', [0, [2_000_000_001], 5, '/a*', []], [$armed['status'], $armed['pids'], $armed['requests'], $armed['uri'],
	$armed['refused']]);
same('the process was told so', [5, '/a*'], [($message = FakeRing::message($fifo))['requests'] ?? null,
	$message['uri'] ?? null]);
$dump = $json(DumpCommand::class, 'dump', ["$folder/rings"]);
same('a dump', [0, [2_000_000_001], ['/now']], [$dump['status'], array_column($dump['processes'], 'pid'),
	array_column(array_column($dump['processes'], 'request'),
	'uri')]);
refused('of no such trace', 'runs a request of the trace', static fn () => $make(DumpCommand::class, 'dump',
	["$folder/rings", '--trace', str_repeat('a', 32)])->run());
$live = $json(LiveCommand::class, 'live', ["$folder/rings", '--duration', '1s']);
same('live', [0, 'xhprof-live', [2_000_000_001]], [$live['status'], $live['schema'] ?? $live['text'],
	array_column($live['processes'] ?? $live['workers'] ?? [], 'pid')]);
refused('nobody to blame', 'nothing was sampled', static fn () => $make(BlameCommand::class, 'blame', ["$folder/rings",
	'--duration', '1s'])->run());
refused('a process that writes no snapshot', 'process 2000000001 does not allow readers to request snapshots',
	static function () use ($ring, $make, $folder): void {
	$ring->set(['allowed' => FakeRing::ALLOWED & ~(1 << 3)]);
	$ring->write();
	$make(SnapshotCommand::class, 'snapshot', ["$folder/rings", '--out', "$folder/x.heap", '--dir', $folder]);
});
$ring->remove();
refused('no ring is left', 'rings', static fn () => $make(ArmCommand::class, 'arm', ["$folder/rings"])->run());

/* This machine, whatever it is. */
$doctor = $json(DoctorCommand::class, 'doctor', []);
same('a doctor\'s status is that of its findings', in_array('wrong', array_column($doctor['findings'] ?? [], 'level'),
	true) ? 1 : 0,
	$doctor['status']);
finish();
?>
--EXPECT--
all as expected
