--TEST--
xhprof serve shows a store: its labels, its load with releases, a selection, two of them; it only selects, and tells nobody its credentials
--EXTENSIONS--
curl
--SKIPIF--
<?php
require __DIR__ . '/../clickhouse/server.inc';
require __DIR__ . '/../../format/tools.inc';
skip_without_clickhouse();
once_is_enough();
?>
--FILE--
<?php
require __DIR__ . '/../clickhouse/server.inc';
require __DIR__ . '/../../format/html.inc';
require __DIR__ . '/asking.inc';
use XHProf\Cli\Serve\Site;
use XHProf\Fleet\Agent\Batch;
use XHProf\Fleet\Serve\StorePages;
use XHProf\Fleet\Store\LabelWeights;

ini_set('error_log', '/dev/null');
$server = new Server(own_folder() . '/clickhouse');
$store = $server->store();
$store->setUp();
$from = 1_790_073_060;
foreach ([...batches($from), new Batch('7f-3', 0x7f, 3, $from + 3600, $from + 3660,
	[part(300, 'web-1', ['route' => '/cart', 'version' => '2.0"><script>', 'since' => 'x']),
		part(5, 'web-2', ['route' => '/cart', 'version' => '1.0'])])] as $batch) {
	outcome_of($store->send($batch))->isAccepted || print("not accepted\n");
}
putenv('STORE_SECRET=secret word');
$time = 'since=@1790073000&until=@1790080200';
$base = $server->as('ship')->url . '/xhprof?secret_env=STORE_SECRET';

function page(string $path, ?string $url = null): string
{
	$query = explode('?', $path, 2)[1] ?? '';
	parse_str($query, $_GET);
	$_SERVER = ['REQUEST_URI' => "/token/$path", 'HTTP_HOST' => 'here', 'REQUEST_METHOD' => 'GET',
		'QUERY_STRING' => $query] + $_SERVER;
	ob_start();
	(new Site(new StorePages($url ?? $GLOBALS['base']), 'token', ['here'], 0))->answer();
	$html = ob_get_clean();
	echo preg_match('~secret word|ship[@:]|STORE_SECRET|secret_|user ship~', $html) === 1 ? "CREDENTIALS in $path\n"
		: '', preg_match('~"><script|it\'s \*~', $html) === 1 && !str_contains($html, 'xhprof-report')
			? "HOSTILE in $path\n" : '';

	return $html;
}

function show_page(string $path, ?string $url = null): void
{
	$html = page($path, $url);
	echo "--- $path\n";
	preg_match_all('~<dt>(.*?)</dt><dd[^>]*>(.*?)</dd>~', $html, $figures, PREG_SET_ORDER);
	echo implode(', ', array_map(fn($one) => "$one[1] $one[2]", $figures)), "\n";
	preg_match_all('~<h2 class="label">(.*?)</h2>|<tr>(<td class="pick">.*?)</tr>'
		. '|<text class="(mark)"[^>]*>(.*?)</text>|<title>(\d{4}.*?)</title>|class="chip"[^>]*>(.*?)</a>'
		. '|role="alert">(.*?)</span>|<p>(All of it.*?)</p>~s', $html, $found, PREG_SET_ORDER);
	foreach ($found as $one) {
		echo count($one) === 2 ? '' : '  ', count($one) === 5 ? 'release ' : '', html_entity_decode(
			trim(preg_replace(['~<span class="label">.*?</span>~', '~</td>~', '~<[^>]*>~'], ['', '  ', ''], end($one))),
			ENT_QUOTES | ENT_HTML5), "\n";
	}
}

function show_report(string $path): void
{
	$head = report_head(page($path));
	echo "--- $path\n  $head[kind], back to $head[list]\n";
	foreach ($head['runs'] as $run) {
		echo "  $run[title]  wall ", $run['summary']['wall_ns'] / 1e6, " ms\n";
	}
}

show_page("?$time");
show_page("?$time&service=shop&tag_route=/cart");
show_page("?$time&label=host", "$base&service=shop&since=1h");
show_page("?$time&tag_env=it%27s+*");
show_page("?$time&tag_since=x&kind=trace");
show_page("?$time&service=none");
show_page('?since=never');
// Of what a query says nothing is a place or a secret.
show_page("?$time&service=api&secret_file=/etc/passwd&secret_env=HOME&ca_file=/etc/passwd&timeout=1");
show_page("?$time&x%27%20OR%201=1&service=%27%20OR%201%20--");

// Only with what there is.
foreach (['since=@1790076600&until=@1790080200', 'since=@1790076600&until=@1790077200'] as $other) {
	preg_match_all('~>(Compare [^<]*)</a>~', page("?$other"), $links);
	echo "$other: ", implode(', ', $links[1]), "\n";
}
echo LabelWeights::text(['env' => '', 'host' => 'vm', 'tag_pool' => '', 'tag_route' => '/']), "\n";

show_report("flame?$time&service=shop&back=" . rawurlencode("since=1d&service=shop&back=<script>"));
$query = fn(string $more): string => rawurlencode("service=shop&$more");
show_report('diff?before=' . $query('since=@1790073000&until=@1790073600') . '&after='
	. $query('since=@1790076600&until=@1790077200') . '&back=service%3Dshop');
show_report('diff?of%5B%5D=' . $query("$time&host=web-1") . '&of%5B%5D=' . $query("$time&host=web-2"));

foreach (['diff', 'diff?of%5B%5D=' . $query($time), "flame?$time&service=none", 'none',
	'diff?before=x&after=since%3Dz'] as $path) {
	preg_match('~<h1>(.*?)</h1><p>(.*?)</p>~', page($path), $text);
	echo "$path: $text[1] $text[2]\n";
}
putenv('STORE_SECRET=a wrong one');
show_page("?$time");
show_page("?$time", 'clickhouse+http://reader@127.0.0.1:1/xhprof');
?>
--EXPECT--
--- ?since=@1790073000&until=@1790080200
data spans 61.0 min of 2.00 h, hosts 4, samples 568, wall 5.68 s, CPU 560 ms, busy workers 0.002, busy cores 0.000
  2026-09-22 10:30: 0.011 workers busy, 0.001 cores
  2026-09-22 11:30: 0.026 workers busy, 0.003 cores
service
  shop  5.62 s · 98.9 %  555 ms  3  09-22 11:31
  api  60.0 ms · 1.1 %  5.00 ms  1  09-22 10:31
tag_env
  it's *  60.0 ms · 1.1 %  5.00 ms  1  09-22 10:31
ho st
  100 %_x  410 ms · 7.2 %  40.0 ms  1  09-22 10:31
tag_host
  x  60.0 ms · 1.1 %  5.00 ms  1  09-22 10:31
route
  /cart  4.40 s · 77.5 %  435 ms  2  09-22 11:31
  /a=b  410 ms · 7.2 %  40.0 ms  1  09-22 10:31
since
  x  3.01 s · 53.0 %  300 ms  1  09-22 11:31
version
  2.0"><script>  3.01 s · 53.0 %  300 ms  1  09-22 11:31
  1.0  60.0 ms · 1.1 %  5.00 ms  1  09-22 11:31
host
  web-1  4.13 s · 72.7 %  410 ms  1  09-22 11:31
  job-1  810 ms · 14.3 %  80.0 ms  1  09-22 10:31
  web-2  680 ms · 12.0 %  65.0 ms  1  09-22 11:31
  web-9  60.0 ms · 1.1 %  5.00 ms  1  09-22 10:31
  All of it: env=production pool=www php=8.2.36
--- ?since=@1790073000&until=@1790080200&service=shop&tag_route=/cart
data spans 61.0 min of 2.00 h, hosts 2, samples 440, wall 4.40 s, CPU 435 ms, busy workers 0.001, busy cores 0.000
  service shop ×
  route /cart ×
  release 1.0
  release 2.0"><script>
  2026-09-22 10:30: 0.006 workers busy, 0.001 cores
  2026-09-22 11:30: 0.026 workers busy, 0.003 cores
service
  shop  4.40 s · 100 %  435 ms  2  09-22 11:31
since
  x  3.01 s · 68.4 %  300 ms  1  09-22 11:31
version
  2.0"><script>  3.01 s · 68.4 %  300 ms  1  09-22 11:31
  1.0  60.0 ms · 1.4 %  5.00 ms  1  09-22 11:31
host
  web-1  4.13 s · 93.9 %  410 ms  1  09-22 11:31
  web-2  270 ms · 6.1 %  25.0 ms  1  09-22 11:31
  All of it: route=/cart env=production pool=www php=8.2.36
--- ?since=@1790073000&until=@1790080200&label=host
data spans 61.0 min of 2.00 h, hosts 3, samples 562, wall 5.62 s, CPU 555 ms, busy workers 0.002, busy cores 0.000
  release 1.0
  release 2.0"><script>
  2026-09-22 10:30: 0.011 workers busy, 0.001 cores
  2026-09-22 11:30: 0.026 workers busy, 0.003 cores
host
  web-1  4.13 s · 73.5 %  410 ms  1  09-22 11:31
  job-1  810 ms · 14.4 %  80.0 ms  1  09-22 10:31
  web-2  680 ms · 12.1 %  65.0 ms  1  09-22 11:31
--- ?since=@1790073000&until=@1790080200&tag_env=it%27s+*
data spans 61.0 min of 2.00 h, hosts 1, samples 6, wall 60.0 ms, CPU 5.00 ms, busy workers 0.000, busy cores 0.000
  tag_env it's * ×
service
  api  60.0 ms · 100 %  5.00 ms  1  09-22 10:31
  All of it: tag_env=it's * tag_host=x env=production host=web-9 pool=www php=8.2.36
--- ?since=@1790073000&until=@1790080200&tag_since=x&kind=trace

  Since=x has no trace: there is kind=samples
--- ?since=@1790073000&until=@1790080200&service=none

  No profile has service=none: service is: api, old, shop
--- ?since=never

  Since takes an age or a date, not "never": write it like 90s, 30m, 1h, 2d, 1w, 1w1h or "2026-11-22 14:00"
--- ?since=@1790073000&until=@1790080200&service=api&secret_file=/etc/passwd&secret_env=HOME&ca_file=/etc/passwd&timeout=1
data spans 60.0 s of 2.00 h, hosts 1, samples 6, wall 60.0 ms, CPU 5.00 ms, busy workers 0.001, busy cores 0.000
  service api ×
service
  api  60.0 ms · 100 %  5.00 ms  1  09-22 10:31
  All of it: tag_env=it's * tag_host=x env=production host=web-9 pool=www php=8.2.36
--- ?since=@1790073000&until=@1790080200&x%27%20OR%201=1&service=%27%20OR%201%20--

  No profile has service=' OR 1 --: service is: api, old, shop
since=@1790076600&until=@1790080200: Compare with the time before, Compare with others …
since=@1790076600&until=@1790077200: Compare with others …
host=vm route=/
--- flame?since=@1790073000&until=@1790080200&service=shop&back=since%3D1d%26service%3Dshop%26back%3D%3Cscript%3E
  run, back to ./?since=1d&service=shop
  shop, 2026-09-22 10:30 to 12:30 UTC  wall 5620 ms
--- diff?before=service%3Dshop%26since%3D%401790073000%26until%3D%401790073600&after=service%3Dshop%26since%3D%401790076600%26until%3D%401790077200&back=service%3Dshop
  diff, back to ./?service=shop
  shop, 2026-09-22 10:30 to 10:40 UTC  wall 2550 ms
  shop, 2026-09-22 11:30 to 11:40 UTC  wall 3070 ms
--- diff?of%5B%5D=service%3Dshop%26since%3D%401790073000%26until%3D%401790080200%26host%3Dweb-1&of%5B%5D=service%3Dshop%26since%3D%401790073000%26until%3D%401790080200%26host%3Dweb-2
  diff, back to ./
  shop host=web-1, 2026-09-22 10:30 to 12:30 UTC  wall 4130 ms
  shop host=web-2, 2026-09-22 10:30 to 12:30 UTC  wall 680 ms
diff: 0 selections are chosen Choose two to compare
diff?of%5B%5D=service%3Dshop%26since%3D%401790073000%26until%3D%401790080200: 1 selection is chosen Choose two to compare
flame?since=@1790073000&until=@1790080200&service=none: No profile has service=none Service is: api, old, shop
none: No such page 
diff?before=x&after=since%3Dz: X=, the last 1h: no profile Its profiles are from 2026-09-22 10:31 to 2026-09-22 11:31 UTC: since=@1790073060&amp;until=@1790076720
--- ?since=@1790073000&until=@1790080200

  The store refused: error 193: the terminal of xhprof serve says more
--- ?since=@1790073000&until=@1790080200

  The store does not answer: the terminal of xhprof serve says more
