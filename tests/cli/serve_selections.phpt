--TEST--
xhprof serve adds up what a filter chooses, by route, host, status and version, marks releases on their curve, and compares any two selections
--SKIPIF--
<?php
require __DIR__ . '/saved.inc';
if (!XHProf\Profile::formats()['json.gz']['is_available']) die('skip built without zlib');
?>
--FILE--
<?php
require __DIR__ . '/saved.inc';
require __DIR__ . '/../format/html.inc';

use XHProf\Cli\Saved\Folder;
use XHProf\Cli\Serve\{FolderPages, RunTable, Site};

date_default_timezone_set('UTC');
$folder = fresh_folder(__FILE__);

/* A run of so many milliseconds, saved at that minute of a day. */
function save(int $minute, string $uri, int $wall_ms, int $status, string $host, array $tags): string
{
	$run = sprintf('%016x', 0xa000 + $minute);
	$meta = ['url' => $uri, 'xhprof' => ['method' => 'GET', 'status' => $status, 'host' => $host, 'tags' => $tags]];
	$name = "20261122-100000-shop-$run.xhprof.json.gz";
	XHProf\Profile::fromPairs(['main()==>render' => ['ct' => 2, 'wt' => 500 * $wall_ms, 'cpu' => 9],
		'main()' => ['ct' => 1, 'wt' => 1000 * $wall_ms, 'cpu' => 400 * $wall_ms]],
		$meta)->export('json', "{$GLOBALS['folder']}/$name");
	touch("{$GLOBALS['folder']}/$name", 1_795_300_000 + 60 * $minute);

	return $name;
}

foreach ([10, 20, 30, 40, 200] as $i => $wall) {
	save($i, "/cart?id=$i", $wall, $i === 4 ? 500 : 200, 'web-' . (1 + $i % 2), ['version' => '1.0']);
	save(60 + $i, "/cart?id=$i", 2 * $wall, 200, 'web-1', ['version' => '1.1"><script>']);
}
save(30, '/<script>', 1, 404, "it's", ['route' => 'odd <b>&', 'version' => '1.0']);
file_put_contents("$folder/notes.txt", 'no run');

function page(string $path): string
{
	$query = explode('?', $path, 2)[1] ?? '';
	parse_str($query, $_GET);
	$_SERVER = ['REQUEST_URI' => "/token/$path", 'HTTP_HOST' => 'here', 'REQUEST_METHOD' => 'GET',
		'QUERY_STRING' => $query] + $_SERVER;
	ob_start();
	(new Site(new FolderPages(new Folder($GLOBALS['folder']), null, __DIR__ . '/serve_selections.cache.tmp'), 'token',
		['here'], 0))->answer();

	return ob_get_clean();
}

/* What a reader sees. */
function show_page(string $path): void
{
	$html = page($path);
	echo "--- $path\n";
	preg_match_all('~<dt>(.*?)</dt><dd[^>]*>(.*?)</dd>~', $html, $figures, PREG_SET_ORDER);
	echo implode(', ', array_map(fn($one) => "$one[1] $one[2]", $figures)), "\n";
	preg_match_all('~<tr><td class="pick">.*?</tr>~s', $html, $rows);
	foreach ($rows[0] as $row) {
		echo '  ', html_entity_decode(trim(preg_replace(['~<span class="label">.*?</span>~', '~</td>~', '~<[^>]*>~',
			'~ {2,}~'], ['', '  ', '', '  '], $row)), ENT_QUOTES | ENT_HTML5), "\n";
	}
	preg_match_all('~<text class="mark"[^>]*>(.*?)</text>|<title>(\d{4}.*?)</title>|class="chip"[^>]*>(.*?)</a>'
		. '|<p class="before">(.*?)</p>|role="alert">(.*?)</span>~s', $html, $found, PREG_SET_ORDER);
	$stretches = array_filter($found, fn($one) => count($one) === 3);
	echo $stretches === [] ? '' : '  stretches: ' . count($stretches) . ', the first ' . reset($stretches)[2] . "\n";
	foreach (array_diff_key($found, $stretches) as $one) {
		echo '  ', ['', 'release', 'stretch', 'chip', 'before', 'alert'][count($one) - 1], ': ',
			html_entity_decode(strip_tags(end($one)), ENT_QUOTES | ENT_HTML5), "\n";
	}
	echo preg_match('~<script|<b>&~', $html) === 1 ? "  HOSTILE\n" : '';
}

function show_report(string $path): void
{
	$head = report_head(page($path));
	echo "--- $path\n  $head[kind], back to $head[list]\n";
	foreach ($head['runs'] as $run) {
		echo "  $run[title]  wall ",
			($run['set']['totals']['wall']['median'] ?? $run['summary']['wall_ns']) / 1e6, " ms\n";
	}
}

show_page('?by=route');
show_page('?by=host&sort=value');
show_page('?by=status&uri=/cart');
show_page('?by=version&route=/cart&sort=-p50');
show_page('?route=odd+%3Cb%3E%26');
show_page('?since=@1795303600&until=@1795303720');
show_page('?version=1.0&before=route%3D%252Fcart%26version%3D1.1%2522%253E%253Cscript%253E');
show_page('?until=soon');
foreach (['status=7xx', 'status=99,1000', 'sort=wal', 'by=rout', 'by=route&sort=wall', 'before=sort%3Dx',
	'slower-than=x'] as $query) {
	show_page("?$query");
}

// Whichever is chosen first, the older one is before.
$old = urlencode('route=/cart&version=1.0');
$new = urlencode('route=/cart&version=1.1"><script>');
show_report("diff?of[]=$new&of[]=$old&back=" . urlencode('by=version&evil=<script>&route=/cart'));
show_report("diff?before=$new&after=$old");
show_report('sum?of=' . urlencode('host=web-1&status=200'));
show_report('sum?of=*');
show_report('run/000000000000a03c?back=' . urlencode('uri=/cart*"><script>&page=2'));
foreach (["diff?of[]=$old", "diff?before=$old&after=route%3Dnone", 'diff?of=x', 'sum'] as $path) {
	preg_match('~<h1>(.*?)</h1>|"kind":"(run)"~', page($path), $title);
	echo "$path: ", end($title), "\n";
}

// Runs of samples and of calls do not add up: it takes those that are more.
foreach ([1, 2] as $i) {
	XHProf\Profile::fromStacks([['frames' => ['main()', 'render'], 'samples' => 7, 'wall_ns' => 70_000_000,
		'cpu_ns' => 0]], ['url' => '/cart', 'xhprof' => ['tags' => ['version' => '2']]])->export('json',
			$file = "$folder/000000000000b00$i.xhprof.json");
	touch($file, 1_795_300_000 + 3600 * 24);
}
show_report('sum?of=*');
show_report('sum?of=mode=sample');
show_page('?by=mode');
array_map(unlink(...), glob("$folder/*b00?.xhprof.json"));

// A damaged run is no part of any sum, and a sum says of how many that is so.
$cut = save(40, '/cut', 900, 200, 'web-9', []);
file_put_contents("$folder/$cut", substr(file_get_contents("$folder/$cut"), 0, -12));
touch("$folder/$cut", 1_795_302_400);
$damaged = save(41, '/damaged', 900, 200, 'web-9', []);
file_put_contents("$folder/$damaged", "\x1f\x8b");
touch("$folder/$damaged", 1_795_302_460);
show_report('sum?of=*');
foreach (['host' => '?by=host', 'cut' => 'sum?of=' . urlencode('uri=/cut'),
	'two' => 'sum?of=' . urlencode('since=@1795302400&until=@1795302520')] as $what => $path) {
	preg_match($path[0] === '?' ? '~<dt>runs</dt>.*?</dd>~' : '~<h1>.*?</h1>~', page($path), $said);
	echo "$what: ", strip_tags($said[0]), "\n";
}
array_map(unlink(...), ["$folder/$cut", "$folder/$damaged"]);

// What is remembered follows the folder.
$table = fn(): RunTable => new RunTable(new Folder($folder), __DIR__ . '/serve_selections.cache.tmp');
$count = fn(): string => implode(' ',
	[count($table()->rows()), $table()->foreign, count(array_filter($table()->column('damaged')))]);
echo $count(), "\n";
$name = save(5, '/new', 5, 200, 'web-1', []);
$text = file_get_contents("$folder/$name");
file_put_contents("$folder/$name", "\x1f\x8b");
echo 'damaged: ', $count(), "\n";
file_put_contents("$folder/$name", $text);
echo 'whole: ', $count(), "\n";
copy("$folder/$name", "$folder/" . str_replace('json.gz', 'xhgui.jsonl', $name));
echo 'in two formats: ', $count(), "\n";
array_map(unlink(...), glob("$folder/*$name"));
unlink("$folder/" . str_replace('json.gz', 'xhgui.jsonl', $name));
echo 'gone: ', $count(), "\n";
file_put_contents(__DIR__ . '/serve_selections.cache.tmp', 'nothing of ours');
echo 'forgotten: ', $count(), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/saved.inc';
remove(__DIR__ . '/serve_selections.tmp');
@unlink(__DIR__ . '/serve_selections.cache.tmp');
?>
--EXPECT--
--- ?by=route
runs 11, wall p50 40.0 ms, p95 400 ms, slowest 400 ms, sum 901 ms, CPU sum 360 ms, failed 1, 9.1 %
  /cart  10  1  40.0 ms  400 ms  400 ms  900 ms  360 ms
  odd <b>&  1  1.00 ms  1.00 ms  400 us
  stretches: 11, the first 2026-11-21 22:26: 1 run, 10.0 ms
  release: 1.0
  release: 1.1"><script>
--- ?by=host&sort=value
runs 11, wall p50 40.0 ms, p95 400 ms, slowest 400 ms, sum 901 ms, CPU sum 360 ms, failed 1, 9.1 %
  it's  1  1.00 ms  1.00 ms  400 us
  web-1  8  1  40.0 ms  400 ms  400 ms  840 ms  336 ms
  web-2  2  40.0 ms  60.0 ms  24.0 ms
  stretches: 11, the first 2026-11-21 22:26: 1 run, 10.0 ms
  release: 1.0
  release: 1.1"><script>
--- ?by=status&uri=/cart
runs 10, wall p50 40.0 ms, p95 400 ms, slowest 400 ms, sum 900 ms, CPU sum 360 ms, failed 1, 10.0 %
  200  9  40.0 ms  400 ms  400 ms  700 ms  280 ms
  500  1  1  200 ms  200 ms  80.0 ms
  stretches: 10, the first 2026-11-21 22:26: 1 run, 10.0 ms
  release: 1.0
  release: 1.1"><script>
--- ?by=version&route=/cart&sort=-p50
runs 10, wall p50 40.0 ms, p95 400 ms, slowest 400 ms, sum 900 ms, CPU sum 360 ms, failed 1, 10.0 %
  1.0  5  1  30.0 ms  200 ms  200 ms  300 ms  120 ms
  1.1"><script>  5  60.0 ms  400 ms  400 ms  600 ms  240 ms
  stretches: 10, the first 2026-11-21 22:26: 1 run, 10.0 ms
  chip: route /cart ×
  release: 1.0
  release: 1.1"><script>
--- ?route=odd+%3Cb%3E%26
runs 1, slowest 1.00 ms, sum 1.00 ms, CPU sum 400 us
  2026-11-21 22:56:40  it's  GET /<script>  404  1.00 ms  400 us  hier  000000000000a01e
  chip: route odd <b>& ×
--- ?since=@1795303600&until=@1795303720
runs 2, slowest 40.0 ms, sum 60.0 ms, CPU sum 24.0 ms
  2026-11-21 23:27:40  web-1  GET /cart?id=1  200  40.0 ms  16.0 ms  hier  000000000000a03d
  2026-11-21 23:26:40  web-1  GET /cart?id=0  200  20.0 ms  8.00 ms  hier  000000000000a03c
  stretches: 2, the first 2026-11-21 23:26: 1 run, 20.0 ms
  chip: until 2026-11-21 23:28 ×
  release: 1.1"><script>
--- ?version=1.0&before=route%3D%252Fcart%26version%3D1.1%2522%253E%253Cscript%253E
runs 6, wall p50 20.0 ms, p95 200 ms, slowest 200 ms, sum 301 ms, CPU sum 120 ms, failed 1, 16.7 %
  2026-11-21 22:56:40  it's  GET /<script>  404  1.00 ms  400 us  hier  000000000000a01e
  2026-11-21 22:30:40  web-1  GET /cart?id=4  500  200 ms  80.0 ms  hier  000000000000a004
  2026-11-21 22:29:40  web-2  GET /cart?id=3  200  40.0 ms  16.0 ms  hier  000000000000a003
  2026-11-21 22:28:40  web-1  GET /cart?id=2  200  30.0 ms  12.0 ms  hier  000000000000a002
  2026-11-21 22:27:40  web-2  GET /cart?id=1  200  20.0 ms  8.00 ms  hier  000000000000a001
  2026-11-21 22:26:40  web-1  GET /cart?id=0  200  10.0 ms  4.00 ms  hier  000000000000a000
  stretches: 6, the first 2026-11-21 22:26: 1 run, 10.0 ms
  before: Before: route=/cart version=1.1"><script>, 5 runs. After: choose below, now version=1.0, 6 runs. Compare Cancel
  chip: version 1.0 ×
  release: 1.0
--- ?until=soon

  alert: Until takes an age or a date, not "soon": write it like 90s, 30m, 1h, 2d, 1w, 1w1h or "2026-11-22 14:00"
--- ?status=7xx

  alert: Status takes a status, not "7xx": write it like 404, 5xx or 500,503; of HTTP it is 100 to 599
--- ?status=99,1000

  alert: Status takes a status, not "99,1000": write it like 404, 5xx or 500,503; of HTTP it is 100 to 599
--- ?sort=wal

  alert: Sort cannot be "wal": did you mean wall? it is one of: time, wall, cpu, memory, uri, status
--- ?by=rout

  alert: By cannot be "rout": did you mean route? it is one of: route, host, status, version, mode
--- ?by=route&sort=wall

  alert: Sort cannot be "wall": it is one of: value, runs, failed, p50, p95, slowest, total, cpu
--- ?before=sort%3Dx

  alert: Sort cannot be "x": it is one of: time, wall, cpu, memory, uri, status
--- ?slower-than=x

  alert: Slower than takes a time, not "x": write it like 500ms or 1.5s
--- diff?of[]=route%3D%2Fcart%26version%3D1.1%22%3E%3Cscript%3E&of[]=route%3D%2Fcart%26version%3D1.0&back=by%3Dversion%26evil%3D%3Cscript%3E%26route%3D%2Fcart
  diff, back to ./?route=%2Fcart&by=version
  route=/cart version=1.0: 5 runs  wall 30 ms
  route=/cart version=1.1"><script>: 5 runs  wall 60 ms
--- diff?before=route%3D%2Fcart%26version%3D1.1%22%3E%3Cscript%3E&after=route%3D%2Fcart%26version%3D1.0
  diff, back to ./
  route=/cart version=1.1"><script>: 5 runs  wall 60 ms
  route=/cart version=1.0: 5 runs  wall 30 ms
--- sum?of=host%3Dweb-1%26status%3D200
  run, back to ./
  host=web-1 status=200: 7 runs  wall 40 ms
--- sum?of=*
  run, back to ./
  all runs: 11 runs  wall 40 ms
--- run/000000000000a03c?back=uri%3D%2Fcart%2A%22%3E%3Cscript%3E%26page%3D2
  run, back to ../?uri=%2Fcart%2A%22%3E%3Cscript%3E&page=2
  GET /cart?id=0  wall 20 ms
diff?of[]=route%3D%2Fcart%26version%3D1.0: 1 selection is chosen
diff?before=route%3D%2Fcart%26version%3D1.0&after=route%3Dnone: No readable run matches route=none
diff?of=x: 0 selections are chosen
sum: run
--- sum?of=*
  run, back to ./
  all runs: 11 runs of calls, without 2 of samples  wall 40 ms
--- sum?of=mode=sample
  run, back to ./
  mode=sample: 2 runs  wall 70 ms
--- ?by=mode
runs 13, wall p50 40.0 ms, p95 400 ms, slowest 400 ms, sum 1.04 s, CPU sum 360 ms, failed 1, 7.7 %
  hier  11  1  40.0 ms  400 ms  400 ms  901 ms  360 ms
  sample  2  70.0 ms  140 ms  0 ns
  stretches: 5, the first 2026-11-21 22:00: 4 runs, p50 20.0 ms, p95 40.0 ms
  release: 1.0
  release: 1.1"><script>
  release: 2
--- sum?of=*
  run, back to ./
  all runs: 13 runs, of which 2 cannot be read: damaged or incomplete  wall 40 ms
host: runs11
cut: 20261122-100000-shop-000000000000a028.xhprof.json.gz cannot be read as a profile: it is damaged
two: None of these 2 runs can be read: they are damaged or incomplete
11 1 0
damaged: 12 1 1
whole: 12 1 0
in two formats: 12 1 0
gone: 11 1 0
forgotten: 11 1 0
