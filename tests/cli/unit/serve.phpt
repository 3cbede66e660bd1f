--TEST--
Tables, curves and links of pages are of the runs that were asked for
--EXTENSIONS--
zlib
--FILE--
<?php
require __DIR__ . '/unit.inc';

use XHProf\Cli\Page\Block;
use XHProf\Cli\Saved\Folder;
use XHProf\Cli\Serve\Asked;
use XHProf\Cli\Serve\Curve;
use XHProf\Cli\Serve\GroupTable;
use XHProf\Cli\Serve\History;
use XHProf\Cli\Serve\Html;
use XHProf\Cli\Serve\RunSums;
use XHProf\Cli\Serve\RunTable;

date_default_timezone_set('UTC');
$folder = unit_folder();
route_runs($folder);

/* The table of all runs of the folder, and what a page adds up of it. */
$table = new RunTable(new Folder($folder));
$all = Asked::of([]);
$sums = new RunSums($table, $all->rows($table));
same('sums of rows', [4, 1, 16_000_000, 2_000_000, 10_000_000, 10_000_000, null], [$sums->runs, $sums->failed,
	$sums->wallNs, $sums->p50Ns, $sums->p95Ns, $sums->slowestNs, $sums->cpuNs]);
$two = new RunSums($table, Asked::of(['uri' => '/a', 'host' => 'h1'])->rows($table));
same('of two no percentiles', [2, 3_000_000, null, 2_000_000], [$two->runs, $two->wallNs, $two->p50Ns,
	$two->slowestNs]);
$walls = static fn (array $query): array =>
	array_map(static fn (int $row): int => intdiv((int) $table->column('wall_ns')[$row], 1_000_000),
		($asked = Asked::of($query))->sorted($table, $asked->rows($table)));
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
same('bytes that are not UTF-8 are Latin-1', 'ÿa', Html::text("\xFFa"));
same('a page', [true, true], [str_contains(Html::page('<x>', 'body'), '<title>&lt;x&gt;</title>'),
	str_starts_with(Html::styleHash(), 'sha256-')]);
same('blocks', ['a', ['ü']], [base64_decode(Block::encode('a', 'plain')), json_decode(
	Block::coding() === 'gzip' ? gzdecode(base64_decode(Block::json(['ü']))) : base64_decode(Block::json(['ü'])))]);
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
