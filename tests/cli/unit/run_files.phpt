--TEST--
Runs in files and folders are found by their names and first bytes, and what is no run is none
--FILE--
<?php
require __DIR__ . '/unit.inc';

use XHProf\Cli\Foreign\PairsFile;
use XHProf\Cli\Run\RunFile;
use XHProf\Cli\Run\RunSet;
use XHProf\Cli\Run\SetFile;
use XHProf\Cli\Saved\Filter;
use XHProf\Cli\Saved\Folder;
use XHProf\Cli\Saved\RunList;

$folder = unit_folder();
$run = static fn (int $us, array $own = [], string $url = '/a'): XHProf\Profile => pairs_run(['main()' => [1, $us],
	'main()==>f' => [2, intdiv($us, 2)]], ['url' => $url, 'xhprof' => $own + ['method' => 'GET', 'status' => 200]]);
[$id, $other, $third] = ['0123456789abcdef', 'fedcba9876543210', '1111111111111111'];

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
refused('no such run', 'there is no run 5555555555555555', static fn () => $saved->file('5555555555555555'));
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
foreach ([[[], 'time', [$third, $other, $id]], [[], '-time', [$id, $other, $third]], [[], 'wall', [$other, $third,
	$id]], [[], '-wall', [$id, $third, $other]], [['uri' => '/b'], 'time', [$other]], [['since' => '@200'], 'time',
	[$third, $other]],
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
same('left over from a process that was killed', ['.xhprof-1.tmp'], array_column((new Folder($folder))->sweep(0, 0,
	36_500), 'name'));
same('a younger one may be written to', ['.xhprof-2.tmp'], array_values(array_filter(scandir($folder),
	static fn (string $name): bool => str_starts_with($name, '.xhprof'))));
unlink("$folder/6666666666666666.xhprof.json");
unlink("$folder/.xhprof-2.tmp");

/* The oldest ones go, and nothing that is no run. */
same('swept: the third file and more', ["$id.shop.xhprof", "$id.xhprof.json"],
	sorted(array_column((new Folder($folder))->sweep(3, 0, 0), 'name')));
same('what is left', [$third, $other], array_column((new Folder($folder))->runs(), 'run'));
same('no limit, nothing goes', [], (new Folder($folder))->sweep(0, 0, 0));
same('the newest one stays', [["20260101-120000-shop-$other.xhprof.json"], [$third]],
	[array_column((new Folder($folder))->sweep(1, 0, 0), 'name'), array_column((new Folder($folder))->runs(), 'run')]);
same('the others are there', [true, true, true, true], [is_dir("$folder/2222222222222222.xhprof.json"),
	is_link("$folder/3333333333333333.xhprof.json"), file_exists("$folder/4444444444444444.xhprof.json"),
	is_file("$folder/notes.txt")]);

/* Reading. */
$classic = ['main()' => ['ct' => 1, 'wt' => 5], 'main()==>f' => ['ct' => 2, 'wt' => 3]];
file_put_contents("$folder/a.xhprof", serialize($classic));
file_put_contents("$folder/b.jsonl", json_encode(['profile' => $classic, 'meta' => ['url' => '/x']]) . "\n");
$run(5)->export('json', "$folder/c.json");
foreach (['a.xhprof', 'b.jsonl', 'c.json'] as $name) {
	same("$name holds the run", [5000, 2], [RunFile::load("$folder/$name")->summary()['wall_ns'],
		RunFile::load("$folder/$name")->functions()['f']['calls']]);
	same("$name is of pairs", $name !== 'c.json', PairsFile::is("$folder/$name"));
}
same('meta', '/x', RunFile::load("$folder/b.jsonl")->meta()['url']);
same('the head of an array', ['total' => ['wall_ns' => 5000]], PairsFile::head("$folder/a.xhprof"));
same('of another one', null, PairsFile::head("$folder/b.jsonl"));
same('a part of a text', 'a:2', PairsFile::text("$folder/a.xhprof", 3));
refused('more than the limit', PairsFile::TOO_MUCH, static fn () => PairsFile::load("$folder/a.xhprof",
	filesize("$folder/a.xhprof") - 1));
same('exactly the limit', 5000, PairsFile::load("$folder/a.xhprof",
	filesize("$folder/a.xhprof"))->summary()['wall_ns']);
foreach (['a:1:{' => 'it is damaged', 'O:8:"stdClass":0:{}' => 'no profile that can be read',
	serialize(['main()' => 5]) => 'its array', serialize([['a' => ['b' => []]]]) => 'it is damaged',
	'{"profile":1}' => 'it has no arrays', "{\"profile\":{},\"meta\":{}}\n{}" => 'more than one line',
	'{"profile":[],"meta":5}' => 'it has no arrays', 	'' => 'no profile that can be read'] as $text => $why) {
	file_put_contents("$folder/bad", $text);
	refused('the file ' . json_encode($text), $why, static fn () => RunFile::load("$folder/bad"));
}
refused('no file', 'no such file', static fn () => RunFile::load("$folder/nothing"));
refused('a folder', 'a folder, not a file', static fn () => RunFile::load($folder));
refused('a format without paths', 'pprof needs call paths', static fn () => RunFile::save($run(5), 'pprof',
	"$folder/x.pprof"));
refused('a format of timelines', 'perfetto needs a timeline', static fn () => RunFile::save($run(5), 'perfetto',
	"$folder/x.pftrace"));
RunFile::save($run(6), 'json', "$folder/saved.json");
same('saved, for this user only', [6000, 0600], [RunFile::load("$folder/saved.json")->summary()['wall_ns'],
	fileperms("$folder/saved.json") & 0777]);

/* Sets. */
$set = RunSet::ofRun($run(5));
$set->add(pairs_run(['main()' => [1, 9], "main()==>\xFF" => [1, 1]]));
SetFile::save($set, ['a.php', "\xFF"], $file = "$folder/a.set.json");
same('a set and back', $set->data(), SetFile::load($file)->data());
same('its sum', [2, 14_000], [SetFile::profile($file)->summary()['runs'], RunFile::load($file)->summary()['wall_ns']]);
same('it is one', [true, false, false], [SetFile::is($file), SetFile::is("$folder/a.xhprof"), SetFile::is($folder)]);
SetFile::save(RunSet::ofRun($run(5)), [], "$folder/one.set.json");
same('of one run', 1, SetFile::load("$folder/one.set.json")->count());
$text = file_get_contents($file);
foreach ([[substr($text, 0, -2), 'it is damaged'], [str_replace('"version":1,"generator"', '"version":2,"generator"',
	$text), 'a set of version 2'], [str_replace('"count":2', '"count":3', $text), 'has not a number for each run'],
	[str_replace('"main()"', '"main"', $text), 'it has no runs'], [preg_replace('/"count":2.*(?=,\n"merged")/s',
	'"count":0', $text), 'it has no runs'],
	[str_replace("\n\"merged\":{", "\n\"merged\":{{", $text), 'the sum of its runs is damaged']] as [$bad, $why]) {
	file_put_contents($file, $bad);
	refused("a set: $why", $why, static fn () => SetFile::load($file));
}

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
