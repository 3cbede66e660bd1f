--TEST--
Groups of runs and pages over them say what was asked
--EXTENSIONS--
zlib
--FILE--
<?php
require __DIR__ . '/unit.inc';

use XHProf\Cli\Growth\TaggedRuns;
use XHProf\Cli\Input\MergedRuns;
use XHProf\Cli\Input\RunFinder;
use XHProf\Cli\Input\RunGroups;
use XHProf\Cli\Page\Block;
use XHProf\Cli\Run\Reduction;
use XHProf\Cli\Saved\Dimension;
use XHProf\Cli\Saved\Folder;
use XHProf\Cli\Serve\Asked;
use XHProf\Cli\Serve\Curve;
use XHProf\Cli\Serve\GroupTable;
use XHProf\Cli\Serve\History;
use XHProf\Cli\Serve\Html;
use XHProf\Cli\Serve\RunSums;
use XHProf\Cli\Serve\RunTable;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\View\GroupView;
use XHProf\Cli\View\LeftOut;
use XHProf\Cli\View\SpreadView;

date_default_timezone_set('UTC');
putenv('COLUMNS=80');
$folder = unit_folder();

/* Runs of a folder: routes /a with 1, 2 and 3 ms and a failure, /b with 10 ms; one of a host of its own. */
$files = [];
foreach ([['/a', 1000, 200, 'h1', '5', 100], ['/a', 2000, 500, 'h1', '10', 200], ['/a', 3000, 200, 'h2', '20', 300],
	['/b', 10_000, 200, 'h1', 'x', 400]] as $i => [$url, $us, $status, $host, $size, $time]) {
	pairs_run(['main()' => [1, $us], 'main()==>f' => [2, $us]], ['url' => $url, 'xhprof' => ['method' => 'GET',
		'status' => $status, 'host' => $host, 'sapi' => 'fpm-fcgi', 'tags' => ['n' => $size]]])->export('json',
		$files[] = "$folder/000000000000000$i.xhprof.json");
	touch(end($files), $time);
}
same('percentiles', [5, 1, 5, 9, 10], [RunGroups::percentile([5], 50), RunGroups::percentile([1, 2], 50),
	RunGroups::percentile(range(1, 10), 50), RunGroups::percentile(range(1, 10), 90), RunGroups::percentile(range(1,
	10), 91)]);
$groups = new RunGroups($files, Dimension::of(new Arguments(['--group-by', 'uri'], ['group-by' => true])),
	Reduction::none());
same('groups, the greatest first', [['/b', 1, 10_000_000, 10_000_000, 10_000_000], ['/a', 3, 6_000_000, 2_000_000,
	3_000_000]], array_map(static fn (array $group): array => [$group['value'], $group['runs'], $group['total_ns'],
	$group['p50_ns'], $group['p95_ns']], $groups->groups()));
same('they are all', [$groups->runs, $groups->total_ns], [array_sum(array_column($groups->groups(), 'runs')),
	array_sum(array_column($groups->groups(), 'total_ns'))]);
$terminal = new Terminal(fopen('php://memory', 'w'));
$view = new GroupView($groups, $terminal);
same('as a table', ['uri', 4, ['62.5', '37.5']], [$view->data(1)['group_by'], $view->data(1)['runs'],
	array_map(static fn (string $line): string => strtok($line, ' '), array_slice(explode("\n", $view->text(5)), 1,
	2))]);
$merged = new MergedRuns($files, 4, Reduction::none());
same('one of all', [16_000_000, 8, 4, 4_000_000, 2_000_000, 10_000_000], [$merged->profile->summary()['wall_ns'],
	$merged->profile->functions()['f']['calls'], $merged->spread()['count'], $merged->spread()['mean_ns'],
	$merged->spread()['p50_ns'], $merged->spread()['p95_ns']]);
same('the slowest, the hosts', [[10_000_000, 3_000_000, 2_000_000], ['h1' => 3, 'h2' => 1]],
	[array_column($merged->spread()['slowest'], 'wall_ns'), $merged->spread()['hosts']]);
same('in words', true, str_starts_with((new SpreadView($merged, $terminal))->text(),
	"over 4 runs: wall  mean 4.00 ms  p50 2.00 ms  p95 10.0 ms\nslowest: 0000000000000003"));
same('left out', ['', "5 runs were left out:\n  a\n  b\n  c\n", "1 run was left out:\n  a\n"], [LeftOut::text([],
	$terminal), LeftOut::text(['a', 'b', 'c', 'd', 'e'], $terminal), LeftOut::text(['a'], $terminal)]);
$tagged = new TaggedRuns($files, 'n', Reduction::none());
same('by the size of a tag', [[5.0, 1], [10.0, 1], [20.0, 1]], array_map(static fn (array $set): array => [$set[0],
	$set[1]->count()], $tagged->sets()));
same('what is left out', ['left out: 1 whose n is no positive number'], $tagged->remarks());
refused('no such tag', 'the tag x has 0 sizes in 4 runs', static fn () => new TaggedRuns($files, 'x',
	Reduction::none()));
$finder = static fn (array $words,
	string ...$options): array => array_map(static fn (string $file): string => substr(basename($file), 0, 16),
	(new RunFinder(new Arguments($options, ['uri' => true, 'since' => true, 'max-runs' => true, 'host' => true,
	'dir' => true, 'slower-than' => true, 'status' => true, 'trace' => true])))->files($words));
foreach ([[[$folder], [], ['0000000000000003']], [[$folder], ['--uri=/a'], ['0000000000000002', '0000000000000001',
	'0000000000000000']], [[$folder], ['--uri=/a', '--max-runs=2'], ['0000000000000002', '0000000000000001']],
	[["$folder/*0.*", $files[2]], [], ['0000000000000000', '0000000000000002']],
	[["$folder/*"], ['--host=h2'], ['0000000000000002']]] as [$words, $options, $found]) {
	same('files of ' . basename($words[0]) . ' ' . implode(' ', $options), $found, $finder($words, ...$options));
}
refused('none', 'no run is as the options say', static fn () => $finder([$folder], '--uri=/c'));
refused('no file of a pattern', 'no file has such a name', static fn () => $finder(["$folder/x*"]));

/* The table of all runs of the folder, and what a page adds up of it. */
$table = new RunTable(new Folder($folder));
$all = Asked::of([]);
$sums = new RunSums($table, $all->rows($table));
same('sums of rows', [4, 1, 16_000_000, 2_000_000, 10_000_000, 10_000_000, null], [$sums->runs, $sums->failed,
	$sums->wallNs, $sums->p50Ns, $sums->p95Ns, $sums->slowestNs, $sums->cpuNs]);
$two = new RunSums($table, Asked::of(['uri' => '/a', 'host' => 'h1'])->rows($table));
same('of two no percentiles', [2, 3_000_000, null, 2_000_000], [$two->runs, $two->wallNs, $two->p50Ns,
	$two->slowestNs]);
$walls = static fn (array $query): array => array_map(static fn (int $row): int => intdiv((int) $table->column('wall_ns')[$row],
	1_000_000), ($asked = Asked::of($query))->sorted($table, $asked->rows($table)));
foreach ([[[], [10, 3, 2, 1]], [['sort' => '-time'], [1, 2, 3, 10]], [['sort' => '-wall', 'uri' => '/a'], [1, 2, 3]],
	[['route' => '/b'], [10]], [['status' => '5xx'], [2]], [['since' => '@200', 'until' => '@300'], [2]],
	[['slower-than' => '3ms'], [10, 3]]] as [$query, $found]) {
	same('rows of ' . json_encode($query), $found, $walls($query));
}
preg_match_all('/name="of\[\]" value="([^"]*)"/', ($byHost = new GroupTable($by = Asked::of(['by' => 'host']), $table,
	$by->rows($table)))->html(16_000_000), $boxes);
same('a box for each host, the one with most time first', ['host=h1', 'host=h2'], $boxes[1]);
same('its share of all', ['81.25', '18.75'], preg_match_all('/<rect width="([\d.]+)%"/', $byHost->html(16_000_000),
	$shares) ? $shares[1] : []);
same('a history of the runs', true, str_contains(History::curve($table, $all->rows($table), $all)->html(), 'wall p50'));
mkdir($beside = "$folder/remembered");
file_put_contents("$beside/other", 'theirs');
symlink("$beside/other", "$beside/runs." . getmypid());
new RunTable(new Folder($folder), "$beside/runs");
$known = unserialize((string) file_get_contents("$beside/runs"));
same('it is remembered in a file of its own, whatever symlink is there', ['theirs', false, 0600, 4],
	[file_get_contents("$beside/other"), is_link("$beside/runs"), fileperms("$beside/runs") & 0777, count($known[2])]);
same('or not, where that cannot be', 4, count((new RunTable(new Folder($folder),
	"$beside/none/runs"))->column('time')));

/* Pages. */
same('text', '&lt;a href=&quot;x&quot;&gt; &apos;&amp;', Html::text('<a href="x"> \'&'));
same('no bytes but UTF-8', "\u{FFFD}a", Html::text("\xFFa"));
same('a page', [true, true], [str_contains(Html::page('<x>', 'body'), '<title>&lt;x&gt;</title>'),
	str_starts_with(Html::styleHash(), 'sha256-')]);
same('blocks', ['a', "\u{FF}", ['ü']], [base64_decode(Block::encode('a', 'plain')), Block::text("\xFF"),
	json_decode(Block::coding() === 'gzip' ? gzdecode(base64_decode(Block::json(['ü']))) : base64_decode(Block::json(['ü'])))]);
foreach ([[0, 1], [80, 1], [81, 5], [400, 5], [86_400, 1800], [7 * 86_400, 10_800], [2592000 * 80, 2592000],
	[2592000 * 80 + 80, 2592001]] as [$seconds, $length]) {
	same("stretches of $seconds s", $length, Curve::length($seconds));
}
$stretch = static fn (int $from, float $high): array => ['from' => $from, 'until' => $from + 10, 'low' => $high / 2,
	'high' => $high, 'text' => '<t>', 'link' => './?a&b'];
$unit = static fn (int|float $value): string => "$value u";
same('one stretch is no curve', '', (new Curve([$stretch(0, 5.0)], [], ['low', 'high'], $unit))->html());
$html = (new Curve([$stretch(0, 5.0), $stretch(10, 7.0), $stretch(30, 2.0)], ['v1' => 20, 'v0' => -5], ['low', 'high'],
	$unit))->html();
same('a curve: its scale, its links, its only mark', [true, true, 3, 1], [str_contains($html, '>8 u<'),
	str_contains($html, '>4 u<'), substr_count($html, '<a href="./?a&amp;b">'), substr_count($html,
	'<line class="mark"')]);
same('half of the way up, after the first, and with a gap', ['M75.0 68.8L125.0 68.8L375.0 56.2M825.0 87.5L875.0 87.5'],
	[preg_match('/class="low" d="([^"]*)"/', $html, $found) === 1 ? $found[1] : null]);
same('asked', ['uri' => '/a', 'by' => 'host'], Asked::known(['uri' => ' /a ', 'by' => 'host', 'x' => 'y', 'host' => '',
	'status' => ['5']]));
$asked = Asked::of(['uri' => '/a', 'by' => 'host', 'page' => '2']);
same('links', ['./?uri=%2Fa&by=host', './?by=route&uri=%2Fa', './?uri=%2Fa', 'uri=%2Fa', 'uri=/a', '*'],
	[$asked->link(), $asked->link(['by' => 'route']), $asked->link(['by' => '']), $asked->choice(), $asked->title(),
	Asked::of(['by' => 'host'])->choice()]);
refused('another order', 'sort cannot be "x"', static fn () => Asked::of(['sort' => 'x']));
refused('another group', 'by cannot be "x"', static fn () => Asked::of(['by' => 'x']));
finish();
?>
--EXPECT--
all as expected
