--TEST--
A limit for each URI in xhprof.keep keeps the slowest runs of each URI, and requested ones
--SKIPIF--
<?php
if (!function_exists('xhprof_fake_clock_advance')) die('skip needs a build with the fake clock');
?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/page.inc",
	'<?php xhprof_fake_clock_advance((int) $_GET["ms"] * 1000000, 0); echo xhprof_info()["auto"]["last"];');
serve("$folder/page.inc", auto_settings("$folder/runs", 'xhprof.keep=2/uri', 'xhprof.trigger_secret=s',
	'xhprof.meta=full'), function (callable $get): void {
		foreach (['/a?ms=10', '/a?ms=30', '/b?ms=1', '/a?ms=20', '/a?ms=5', '/a?ms=40', '/b?ms=2',
			'/a?ms=1&XHPROF_TRIGGER=s', '/b?ms=3', '/b?ms=1', '/c?ms=1'] as $path) {
			$last = $get($path)[1];
		}
		echo "$last\n";
	});
$kept = array_map(static fn (array $meta) => $meta['url'], metas("$folder/runs"));
sort($kept);
echo implode("\n", $kept), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/keep_slowest.tmp');
?>
--EXPECT--
not kept: xhprof.keep allows no more runs of its URI, and those kept are slower
/a?ms=1
/a?ms=30
/a?ms=40
/b?ms=2
/b?ms=3
/c?ms=1
