--TEST--
An exported run has each field that XHGui's importer reads, whatever functions are called
--FILE--
<?php
require __DIR__ . '/program.inc';
require __DIR__ . '/xhgui.inc';
require __DIR__ . '/../helper.inc';

$url = '/list?page=12&sort=name&tag[]=a&tag[]=b&id=7x';
$metas = ['none' => null, 'given' => ['url' => $url, 'SERVER' => ['REQUEST_METHOD' => 'GET', 'HTTP_HOST' => 'shop'],
	'request_ts_micro' => ['sec' => 1795246216, 'usec' => 620000]]];

foreach ([0, ALL_METRICS, ALL_METRICS | XHPROF_FLAGS_TREE] as $flags) {
	foreach (['program', 'odd_names', 'empty_program'] as $program) {
		$profile = run($flags, $program);
		foreach ($metas as $given => $meta) {
			$line = $profile->export('xhgui', null, $meta);
			$row = xhgui_import($line);
			echo "$flags $program, meta $given: ", isset($row['url']) ? 'imported' : implode(', ', $row), "\n";
		}
		$rows = json_decode($line, true)['profile'];
		if (array_map(fn($row) => $row['ct'], array_values($rows)) !== array_column($profile->pairs(), 'ct')) {
			echo "rows are missing\n";
		}
		check_conservation($rows);
		if (array_sum(xhgui_own_wall($rows)) !== $rows['main()']['wt']) {
			echo "own times do not add up\n";
		}
	}
}
unset($row['profile'], $row['main_wt'], $row['main_cpu'], $row['main_mu'], $row['main_pmu']);
print_r($row);

// Old programs in Latin-1: functions that differ in one byte stay two.
eval("function gr\xF6\xDFe(\$x) { return leaf(\$x); } function gr\xFC\xDFe(\$x) { return gr\xF6\xDFe(\$x); }");
xhprof_enable();
("gr\xFC\xDFe")(1);
$rows = json_decode(xhprof_stop()->export('xhgui'), true)['profile'];
echo implode(' ', preg_grep('/gr/', array_keys($rows))), "\n";
?>
--EXPECT--
0 program, meta none: imported
0 program, meta given: imported
0 odd_names, meta none: imported
0 odd_names, meta given: imported
0 empty_program, meta none: imported
0 empty_program, meta given: imported
6 program, meta none: imported
6 program, meta given: imported
6 odd_names, meta none: imported
6 odd_names, meta given: imported
6 empty_program, meta none: imported
6 empty_program, meta given: imported
38 program, meta none: imported
38 program, meta given: imported
38 odd_names, meta none: imported
38 odd_names, meta given: imported
38 empty_program, meta none: imported
38 empty_program, meta given: imported
Array
(
    [url] => /list?page=12&sort=name&tag[]=a&tag[]=b&id=7x
    [SERVER] => {"REQUEST_METHOD":"GET","HTTP_HOST":"shop","REQUEST_TIME":1795246216,"REQUEST_TIME_FLOAT":1795246216.62}
    [GET] => {"page":"12","sort":"name","tag":["a","b"],"id":"7x"}
    [ENV] => []
    [simple_url] => /list?page&sort=name&tag[]=a&tag[]=b&idx
    [request_ts] => 1795246216
    [request_ts_micro] => 1795246216.620000
    [request_date] => 2026-11-21
    [main_ct] => 1
)
größe==>leaf grüße==>größe main()==>grüße
