--TEST--
A report holds any run that loads: no paths, 10,000 levels, long and hostile names, great numbers
--SKIPIF--
<?php
require __DIR__ . '/program.inc';
if (!extension_loaded('zlib') || !has_pprof()) die('skip needs zlib, and PHP\'s as well');
?>
--FILE--
<?php
require __DIR__ . '/html.inc';

/*
 * A run of JSON; each node is [parent, function, calls, wall_ns], each pair [caller, level, callee, level, calls,
 * wall_ns].
 */
function made(array $names, array $nodes, array $pairs, array $head = []): XHProf\Profile
{
	$column = fn(array $rows, int $i) => array_column($rows, $i);
	$count = count($names);
	$nothing = fn(array $rows) => array_fill(0, count($rows), 0);
	$file = __DIR__ . '/html_bad.tmp';
	file_put_contents($file, json_encode($head + ['format' => 'xhprof', 'version' => 1, 'mode' => 'tree',
		'started_ns' => 5, 'unrecorded_calls' => 0, 'truncated_calls' => 0, 'call_cost_ps' => 7, 'runs' => 1,
		'functions' => ['name' => $names, 'file' => array_fill(0, $count, null), 'line' => array_fill(0, $count, 0)],
		'pairs' => ['caller' => $column($pairs, 0), 'caller_level' => $column($pairs, 1), 'callee' => $column($pairs,
			2), 'callee_level' => $column($pairs, 3), 'calls' => $column($pairs, 4), 'wall_ns' => $column($pairs, 5)],
		'nodes' => ['parent' => $column($nodes, 0), 'function' => $column($nodes, 1), 'level' => $nothing($nodes),
			'line' => array_keys($nodes), 'calls' => $column($nodes, 2), 'min_wall_ns' => $nothing($nodes),
			'max_wall_ns' => $column($nodes, 3), 'wall_ns' => $column($nodes, 3)]], JSON_THROW_ON_ERROR));
	$run = XHProf\Profile::load($file);
	unlink($file);
	return $run;
}

echo "-- 10,000 levels\n";
$nodes = [[null, 0, 1, 10001]];
$pairs = [];
for ($i = 1; $i <= 10000; $i++) {
	$nodes[] = [$i - 1, 1, 1, 10001 - $i];
	$pairs[] = [$i === 1 ? 0 : 1, max($i - 2, 0), 1, $i - 1, 1, 10001 - $i];
}
$pairs[] = [null, 0, 0, 0, 1, 10001];
$run = check_report(made(['main()', 'deep'], $nodes, $pairs));
echo $run['nodes'], ' paths, ', count(array_unique($run['paths']['parent'])), " distances\n";

echo "-- names\n";
$names = ['main()', '</script><img src=x onerror=alert(1)>', '<!--<script>', "nul\0nul",
	str_repeat('long', 25000), "\u{2028}\u{FEFF}", ['latin1' => "\u{FF}\u{E9}"],
	"\r\n\t\"\\'&amp;", '__proto__', 'constructor', '0', '{closure:/a;b.php:3}'];
$nodes = [[null, 0, 1, 100]];
$pairs = [];
for ($i = 1; $i < count($names); $i++) {
	$nodes[] = [0, $i, 1, 1];
	$pairs[] = [0, 0, $i, 0, 1, 1];
}
$pairs[] = [null, 0, 0, 0, 1, 100];
$meta = ['url' => '/</script><script>alert(2)</script>', '<b>' => "\u{2028}<!--"];
$profile = made($names, $nodes, $pairs, ['meta' => $meta]);
$page = $profile->export('html');
check_report($profile, $page);
echo substr_count($page, 'alert('), ' in plain text, ', substr_count($page, 'alert(2)</script>'), ' as a tag, ',
	json_encode(report_head($page)['runs'][0]['meta'] === $profile->meta()), "\n";

echo "-- marks\n";
xhprof_enable(XHPROF_FLAGS_TIMELINE);
try { throw new Exception(); } catch (Exception) { }
$file = __DIR__ . '/html_bad.tmp';
file_put_contents($file, str_replace('"text":["Exception"]', '"text":["</script><script>alert(3)</script>"]',
	xhprof_stop()->export('json')));
$page = XHProf\Profile::load($file)->export('html');
unlink($file);
echo substr_count($page, 'alert(3)'), ' in plain text, ', substr_count($page, 'alert(3)</script>'), ' as a tag, ',
	report_head($page)['runs'][0]['timeline']['marks'][0][2], "\n";

echo "-- great numbers\n";
$run = check_report(made(['main()', 'f', 'g'],
	[[null, 0, 1, (1 << 61) - 5], [0, 1, (1 << 61) - 9, (1 << 60) + 1], [1, 2, 3, 1 << 59]],
	[[1, 0, 2, 0, 3, 1 << 59], [0, 0, 1, 0, (1 << 61) - 9, (1 << 60) + 1], [null, 0, 0, 0, 1, (1 << 61) - 5]]));
echo $run['summary']['calls'], ' ', $run['summary']['wall_ns'], "\n";

echo "-- callees that took longer than their caller\n";
$run = check_report(made(['main()', 'f'], [[null, 0, 1, 10], [0, 1, 2, 30]],
	[[0, 0, 1, 0, 2, 30], [null, 0, 0, 0, 1, 10]]));
echo json_encode($run['metrics'][0]['signed']), ' ', implode(' ', $run['paths']['wall']), "\n";

echo "-- callees before their siblings: another order than preorder\n";
$run = check_report(made(['main()', 'f', 'g', 'h'],
	[[null, 0, 1, 10], [0, 1, 1, 5], [0, 2, 1, 4], [1, 3, 1, 3], [2, 3, 1, 2], [1, 2, 1, 1]], [[1, 0, 3, 0, 1, 3],
		[2, 0, 3, 0, 1, 2], [1, 0, 2, 0, 1, 1], [0, 0, 1, 0, 1, 5], [0, 0, 2, 0, 1, 4], [null, 0, 0, 0, 1, 10]]));
echo implode("\n", report_paths($run)), "\n";

echo "-- a tree without all calls has the edges\n";
$run = check_report(made(['main()', 'f', 'g', '(truncated)'], [[null, 0, 1, 10], [0, 1, 1, 5], [1, 3, 1, 3]],
	[[1, 0, 2, 0, 7, 3], [0, 0, 1, 0, 1, 5], [null, 0, 0, 0, 1, 10]], ['truncated_calls' => 7]));
echo $run['nodes'], ' paths, ', $run['pairs'], ' edges, kinds ', implode(' ', $run['table']['kind']), "\n";

echo "-- samples\n";
$head = ['mode' => 'sample', 'samples' => 6, 'displaced' => 0, 'interval_ns' => 1000];
$run = check_report(made(['main()', 'f'], [[null, 0, 1, 3000], [null, 0, 0, 3000], [1, 1, 2, 2000], [1, 1, 1, 1000],
	[0, 1, 2, 2000]], [[0, 0, 1, 0, 5, 5000], [null, 0, 0, 0, 6, 6000]], $head));
echo implode("\n", report_paths($run)), "\n", json_encode($run['paths']), "\n", json_encode($run['by_line']), "\n";
?>
--EXPECT--
-- 10,000 levels
10001 paths, 2 distances
-- names
2 in plain text, 0 as a tag, true
-- marks
1 in plain text, 0 as a tag, </script><script>alert(3)</script>
-- great numbers
2305843009213693947 2305843009213693947
-- callees that took longer than their caller
true -20 30
-- callees before their siblings: another order than preorder
main()
main();f
main();f;h
main();f;g
main();g
main();g;h
-- a tree without all calls has the edges
3 paths, 3 edges, kinds 4 0 0 4
-- samples
main()
main();f
{"parent":[0,1],"function":[0,1],"wall":[1000,5000],"calls":[1,5],"line":[0,1]}
{"function":[0,0,1,1,1],"line":[0,1,2,3,4],"calls":[1,0,2,1,2],"wall":[1000,0,2000,1000,2000],"inclusive":[3000,3000,2000,1000,2000]}
