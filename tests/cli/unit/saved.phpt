--TEST--
Saved runs are found by their names and first bytes, and chosen by what requests they are of
--FILE--
<?php
require __DIR__ . '/unit.inc';

use XHProf\Cli\Saved\Dimension;
use XHProf\Cli\Saved\Failure;
use XHProf\Cli\Saved\Filter;
use XHProf\Cli\Saved\Folder;
use XHProf\Cli\Saved\Limits;
use XHProf\Cli\Saved\RunList;
use XHProf\Cli\Saved\TraceId;
use XHProf\Cli\Terminal\Arguments;

date_default_timezone_set('UTC');
$folder = unit_folder();
$run = static fn (int $us, array $own = [], string $url = '/a'): XHProf\Profile => pairs_run(['main()' => [1, $us],
	'main()==>f' => [2, intdiv($us, 2)]], ['url' => $url, 'xhprof' => $own + ['method' => 'GET', 'status' => 200]]);
[$id, $other, $third] = ['0123456789abcdef', 'fedcba9876543210', '1111111111111111'];
$trace = '0af7651916cd43dd8448eb211c80319c';

/* Names. */
foreach (["20260101-120000-shop-$id.xhprof.json.gz" => [$id, 'json.gz', "20260101-120000-shop-$id"],
	"$id.xhprof.json" => [$id, 'json', $id], "$id~ab~5.xhprof.json" => [$id, 'json', $id], "$id.shop.xhprof" => [$id,
	'xhprof', $id],
	"a-$id-b.xhprof.html" => [$id, 'html', "a-$id-b"], "0$id.xhprof.json" => [substr("0$id", 0, 16), 'json', "0$id"],
		"$id.xhprof.json.tmp" => null, 'a.json' => null, "$id.txt" => null, "../$id.xhprof.json" => null,
		"$id.xhprof.json\n" => null] as $name => $saved) {
	same('saved ' . json_encode($name), $saved, ($found = Folder::saved($name)) === null ? null : array_values($found));
}
same('the id, or the name', [$id, 'a.json'], [Folder::idOf("x-$id.xhprof.json"), Folder::idOf('a.json')]);

/* A folder with three runs, one of them in two formats, and with what is none. */
$run(5000)->export('json', "$folder/$id.xhprof.json");
$run(5000)->export('xhprof', "$folder/$id.shop.xhprof");
$run(9000, ['status' => 500, 'host' => 'h'], '/b')->export('json', "$folder/20260101-120000-shop-$other.xhprof.json");
$run(7000)->export('xhprof', "$folder/$third.shop.xhprof");
foreach ([$id => 100, $other => 200, $third => 300] as $name => $time) {
	array_map(static fn (string $file): bool => touch($file, $time), glob("$folder/*$name*"));
}
mkdir("$folder/2222222222222222.xhprof.json");
symlink("$folder/$id.xhprof.json", "$folder/3333333333333333.xhprof.json");
symlink('/dev/zero', "$folder/zero.json");
make_pipe("$folder/4444444444444444.xhprof.json");
file_put_contents("$folder/notes.txt", 'x');
file_put_contents("$folder/other.json", '{"a":1}');
$saved = new Folder($folder);
$runs = $saved->runs();
same('the newest first', [$third, $other, $id], array_column($runs, 'run'));
same('two formats are one run', [2, 100], [count($runs[2]['files']), $runs[2]['time']]);
same('its bytes are those of both', array_sum(array_map(filesize(...), glob("$folder/$id*"))), $runs[2]['bytes']);
same('foreign ones', 6, $saved->foreign);
same('about', ['shop', 'shop', 'shop'], all_of(Folder::about(...), $runs));
same('a name that is the id alone says nothing', '', Folder::about(['run' => $id,
	'files' => [['name' => "$id.xhprof.json"]]]));
same('nor does one that is no pattern', '', Folder::about(['run' => 'a(1.json', 'files' => [['name' => 'a(1.json']]]));
same('the file that keeps most', ["$folder/$id.xhprof.json", "$folder/$third.shop.xhprof"], [$saved->fileOf($runs[2]),
	$saved->fileOf($runs[0])]);
same('by id', ["$folder/$id.xhprof.json", null, null, null, null], array_map($saved->byId(...), [$id,
	'2222222222222222', '3333333333333333', '../' . basename($folder), 'notes.txt']));
same('the newest that can be read', "$folder/$third.shop.xhprof", $saved->file());
refused('no such run', 'no readable run 5555555555555555', static fn () => $saved->file('5555555555555555'));
refused('no folder', 'no such folder', static fn () => new Folder("$folder/notes.txt"));
same('facts', ['GET', '/b', 500, 9_000_000, 'h', false],
	array_map(static fn (string $key): mixed => $saved->facts($runs[1])[$key], ['method', 'uri', 'status', 'wall_ns',
	'host', 'damaged']));
same('of an array its costs', [7_000_000, null, false],
	array_map(static fn (string $key): mixed => $saved->facts($runs[0])[$key], ['wall_ns', 'uri', 'damaged']));
same('no regular file', [null, null, null], array_map($saved->status(...), ['2222222222222222.xhprof.json',
	'3333333333333333.xhprof.json', '4444444444444444.xhprof.json']));
same('inspected', [$id, 'json', true], array_values(array_intersect_key($saved->inspect("$id.xhprof.json"), ['run' => 0,
	'kind' => 0, 'isJson' => 0])));
same('no run', null, $saved->inspect('other.json'));
foreach ([[['version' => 1], false], [['version' => 2], true], [[], true], [['version' => 1,
	'total' => ['wall_ns' => -1]], true], [['version' => 1, 'total' => ['wall_ns' => 0, 'calls' => 0]], false],
	[['version' => 1, 'file' => ['whole' => false]], true]] as [$head, $isDamaged]) {
	same('damaged ' . json_encode($head), $isDamaged, Folder::factsIn($head)['damaged']);
}
same('a peak that the run says is that of the process', [5, false],
	[($facts = Folder::factsIn(['total' => ['peak_bytes' => 9],
	'meta' => ['xhprof' => ['peak_bytes' => 5]]]))['peak_bytes'], $facts['peak_is_growth']]);
same('else it is growth', [9, true], [($facts = Folder::factsIn(['total' => ['peak_bytes' => 9]]))['peak_bytes'],
	$facts['peak_is_growth']]);

/* Lists. */
$list = static fn (array $wanted, string $order = 'time'): array => array_column((new RunList(new Folder($folder),
	new Filter($wanted), $order))->rows(0, 10), 'run');
foreach ([[[], 'time', [$third, $other, $id]], [[], 'wall', [$other, $third, $id]], [['uri' => '/b'], 'time',
	[$other]], [['since' => '@200'], 'time', [$third, $other]],
	[['since' => '@201'], 'time', [$third]], [['slower-than' => '7ms'], 'time', [$third, $other]], [['status' => '5xx'],
		'wall', [$other]]] as [$wanted, $order, $names]) {
	same(json_encode($wanted) . " by $order", $names, $list($wanted, $order));
}
$all = new RunList(new Folder($folder), new Filter([]));
same('parts of a list', [3, [$other], []], [$all->count(), array_column($all->rows(1, 1), 'run'), $all->rows(3, 9)]);
same('their files', ["$folder/$third.shop.xhprof", "$folder/20260101-120000-shop-$other.xhprof.json",
	"$folder/$id.xhprof.json"], $all->files());

file_put_contents("$folder/6666666666666666.xhprof.json", substr((string) $run(5)->export('json'), 0, 40));
touch("$folder/6666666666666666.xhprof.json", 50);
$damaged = new RunList(new Folder($folder), new Filter([]), 'wall');
same('a damaged one is counted, and is the last', [1, '6666666666666666', true], [$damaged->damaged, $damaged->rows(3,
	1)[0]['run'], $damaged->rows(3, 1)[0]['damaged']]);
touch("$folder/.xhprof-1.tmp", 1000);
touch("$folder/.xhprof-2.tmp");
same('left over from a process that was killed', ['.xhprof-1.tmp'],
	array_column((new Folder($folder))->sweep(new Limits(0, 0, 36_500)), 'name'));
same('a younger one may be written to', ['.xhprof-2.tmp'], array_values(array_filter(scandir($folder),
	static fn (string $name): bool => str_starts_with($name, '.xhprof'))));
unlink("$folder/6666666666666666.xhprof.json");
unlink("$folder/.xhprof-2.tmp");

/* The oldest ones go, and nothing that is no run. */
same('swept: the third file and more', ["$id.shop.xhprof", "$id.xhprof.json"],
	sorted(array_column((new Folder($folder))->sweep(new Limits(3, 0, 0)), 'name')));
same('what is left', [$third, $other], array_column((new Folder($folder))->runs(), 'run'));
same('no limit, nothing goes', [], (new Folder($folder))->sweep(new Limits(0, 0, 0)));
same('the newest one stays', [["20260101-120000-shop-$other.xhprof.json"], [$third]],
	[array_column((new Folder($folder))->sweep(new Limits(1, 0, 0)), 'name'),
		array_column((new Folder($folder))->runs(), 'run')]);
same('the others are there', [true, true, true, true], [is_dir("$folder/2222222222222222.xhprof.json"),
	is_link("$folder/3333333333333333.xhprof.json"), file_exists("$folder/4444444444444444.xhprof.json"),
	is_file("$folder/notes.txt")]);

/* Runs of a folder. */
$facts = ['uri' => '/cart?id=1', 'host' => 'Shop.example', 'status' => 503, 'wall_ns' => 5_000_000, 'trace' => $trace,
	'damaged' => false];
foreach ([[['uri' => '/cart'], true], [['uri' => '/cart?id=2'], false], [['uri' => '/ca*'], true],
	[['uri' => '/ca?t'], true], [['uri' => '/car?'], true], [['uri' => '/car'], false],
	[['uri' => '.cart'], false], [['host' => 'shop.*'], true], [['host' => 'shop'], false],
	[['host' => 'sho?.example'], true], [['slower-than' => '5ms'], true],
	[['slower-than' => '5001us'], false], [['status' => '5xx'], true], [['status' => '500,503'], true],
		[['status' => '500,50'], false], [['status' => '4xx'], false], [['trace' => $trace], true],
		[['trace' => strrev($trace)], false], [[], true],
	[['uri' => '/cart', 'status' => '200'], false]] as [$wanted, $isAdmitted]) {
	same('Filter ' . json_encode($wanted), $isAdmitted, ($filter = new Filter($wanted))->admits($facts));
	same('it looks inside: ' . json_encode($wanted), $wanted !== [], $filter->looksInside());
}
$filter = new Filter(['uri' => '/a', 'since' => '@5']);
same('what does not say is counted, unless it is damaged', [false, false, 1, 5],
	[$filter->admits(['uri' => null] + $facts), $filter->admits(['uri' => null, 'damaged' => true] + $facts),
	$filter->silent, $filter->since]);
same('empty', [true, false, false], [(new Filter([]))->isEmpty(), (new Filter(['since' => '@5']))->isEmpty(),
	(new Filter(['uri' => '/']))->isEmpty()]);
same('no time', 0, (new Filter([]))->since);
refused('no status', '--status takes a status', static fn () => new Filter(['status' => '6xx']));
refused('no age', '--since 5: give a unit', static fn () => new Filter(['since' => '5']));

/* Traces. */
same('an id, and a header', [$trace, $trace], [TraceId::read(strtoupper($trace)),
	TraceId::read("00-$trace-b7ad6b7169203331-01")]);
foreach (['', str_repeat('0', 32), "{$trace}0", substr($trace, 1), "$trace\n", "00-$trace"] as $text) {
	refused('the trace ' . json_encode($text), '--trace takes a trace id', static fn () => TraceId::read($text));
}
foreach (require __DIR__ . '/../../live/trace/headers.inc' as $what => [$header, , $counts]) {
	if ($counts) {
		same("--trace, $what", TRACE, TraceId::read($header));
	} else {
		refused("--trace, $what", '--trace takes a trace id', static fn () => TraceId::read($header));
	}
}
same('for people', ["trace=$trace  span=ab", "trace=$trace", ''], [TraceId::text(['trace' => $trace, 'span' => 'ab']),
	TraceId::text(['trace' => $trace]), TraceId::text(['span' => 'ab'])]);
same('none was given', null, TraceId::of(new Arguments([], ['trace' => true])));

/* What groups are told apart by. */
$dimension = static fn (string $by): ?Dimension => Dimension::of(new Arguments(["--group-by=$by"],
	['group-by' => true]));
$request = ['meta' => ['url' => '/a', 'xhprof' => ['method' => 'GET', 'host' => 'h', 'tags' => ['k' => 'v']]]];
$command = ['meta' => ['url' => 'a.php', 'xhprof' => ['host' => 'cli']]];
foreach (['uri' => ['/a', 'a.php'], 'method uri' => ['GET /a', 'a.php'], 'host' => ['h', '(none)'], 'tag:k' => ['v',
	'(none)'], 'tag:x' => ['(none)', '(none)']] as $by => $values) {
	same("by $by", $values, [$dimension($by)->in($request), $dimension($by)->in($command)]);
}
same('of parts', [true, true, false], [$dimension('component')->isOfParts(), $dimension('wait')->isOfParts(),
	$dimension('uri')->isOfParts()]);
same('of nothing', null, $dimension(''));
refused('rings have no hosts', 'do not record the host', static fn () => $dimension('host')->ofRings());
refused('an unknown one', 'did you mean uri?', static fn () => $dimension('url'));
refused('a tag without a key', 'cannot be "tag:"', static fn () => $dimension('tag:'));
same('a hint for --by', ['to see rows by method uri: --group-by "method uri"', null], [Dimension::hint('method uri'),
	Dimension::hint('wt')]);

/* Why a request failed. */
foreach ([['uncaught E at a.php:5', ['kind' => 'exception', 'class' => 'E', 'file' => '/x/a.php', 'line' => 5]],
	['uncaught exception', ['kind' => 'exception', 'file' => '/x/a.php']], ['memory_limit hit',
	['kind' => 'memory_limit']],
	['max_execution_time hit at a.php:1', ['kind' => 'time_limit', 'file' => 'a.php', 'line' => 1]], ['SIGTERM',
		['kind' => 'signal', 'signal' => 15]], ['signal 9', ['kind' => 'signal', 'signal' => 9]], [null,
		['kind' => 'exit']], [null, 'x']] as [$text, $failure]) {
	same('Failure ' . json_encode($failure), $text, Failure::text($failure));
}
same('with its folder', 'E_ERROR at /x/a.php:5', Failure::text(['kind' => 'error', 'error' => 'E_ERROR',
	'file' => '/x/a.php', 'line' => 5], true));

function sorted(array $values): array
{
	sort($values);

	return $values;
}

function make_pipe(string $name): void
{
	function_exists('posix_mkfifo') ? posix_mkfifo($name, 0600) : symlink('/dev/null', $name);
}
finish();
?>
--EXPECT--
all as expected
