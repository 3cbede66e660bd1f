--TEST--
Of jobs, too, only those that failed, were slow or large are kept, by their own status, time and memory
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80200) die('skip needs memory_reset_peak_usage()');
if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP');
if (!function_exists('xhprof_fake_clock_advance')) die('skip needs the fake clock');
?>
--FILE--
<?php
require __DIR__ . '/worker.inc';
require dirname(__DIR__, 3) . '/cli/autoload.php';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
$job = 'function job($name, $work, ?int $status = null, ?string $method = null) { xhprof_request_begin(["url" => $name] + ($method ? ["method" => $method] : []));
	$work(); echo xhprof_request_end($status) === null ? "not kept\n" : "kept\n"; }' . "\n";
echo "== failed\n", worker($folder, $job . '
$work = fn () => work(1);
job("a", $work); job("b", $work, 0); job("c", $work, 1); job("d", $work, 404);
job("/e", $work, null, "GET"); job("/f", $work, 404, "GET"); job("/g", $work, 500, "GET");
xhprof_request_begin(["url" => "lost"]);
job("h", $work);
echo preg_replace("/[0-9a-f]{16}/", "RUN", xhprof_info()["auto"]["last"]), "\n";
', 'xhprof.save_if=error');
told_runs($folder, 'status', 'failed', 'abandoned');
echo "== slow\n", worker($folder, $job . '
job("a", fn () => xhprof_fake_clock_advance(100000000, 0)); job("b", fn () => work(1));
', 'xhprof.save_if=50ms');
told_runs($folder);
echo "== large\n", worker($folder, $job . '
$large = fn () => strlen(str_repeat("x", 8 << 20));
job("first", $large);
job("small", fn () => work(1));
job("as large", $large);
job("larger", fn () => strlen(str_repeat("x", 9 << 20)));
memory_reset_peak_usage();
job("large, peak reset", $large);
memory_reset_peak_usage();
job("small, peak reset", fn () => work(1));
', 'xhprof.save_if=4882K');
foreach (saved_files($folder) as $file) {
	$own = XHProf\Profile::load($file)->meta()['xhprof'];
	echo $own['peak_bytes'] >= 8 << 20 && $own['peak_bytes'] < 10 << 20 ? "its peak\n" : "not its peak\n";
}
forget("$folder/runs");
echo "== unknown peaks\n", worker($folder, $job . '
$large = fn () => strlen(str_repeat("x", 8 << 20));
$small = fn () => work(1);
job("first", $large); job("second", $small);
memory_reset_peak_usage(); job("third", $small);
');
foreach (saved_files($folder) as $file) {
	$meta = XHProf\Profile::load($file)->meta();
	$listed = XHProf\Cli\Saved\Folder::factsIn(XHProf\Profile::head($file));
	echo basename($meta['url']), ' ', is_int($meta['xhprof']['peak_bytes']) ? 'known' : 'null',
		$listed['peak_bytes'] === $meta['xhprof']['peak_bytes'] ? '' : ', listed as another', "\n";
}
forget("$folder/runs");
echo "== slowest\n", worker($folder, $job . '
foreach ([3, 1, 4, 2] as $n) { job("App\\\\Job", fn () => work($n)); }
foreach ([1, 2] as $n) { job("App\\\\Other", fn () => work($n)); }
', 'xhprof.keep=1/uri');
told_runs($folder);
echo "== newest\n",
	worker($folder, $job . 'foreach (range(1, 20) as $n) { job("job", fn () => work($n)); }', 'xhprof.keep=3');
echo count(glob("$folder/runs/*")), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/worker.inc';
remove(__DIR__ . '/conditions.tmp');
?>
--EXPECT--
== failed
not kept
not kept
kept
kept
not kept
not kept
kept
not kept
not kept: no condition of xhprof.save_if holds
c: 2 calls, status 1, failed true, abandoned null
d: 2 calls, status 404, failed true, abandoned null
g: 2 calls, status 500, failed true, abandoned null
lost: 0 calls, status null, failed true, abandoned true
== slow
kept
not kept
a: 0 calls
== large
kept
not kept
kept
kept
kept
not kept
its peak
its peak
its peak
its peak
== unknown peaks
kept
kept
kept
first known
second null
third null
worker.inc known
== slowest
kept
not kept
kept
not kept
kept
kept
App\Job: 5 calls
App\Other: 3 calls
worker.inc: 0 calls
== newest
kept
kept
kept
kept
kept
kept
kept
kept
kept
kept
kept
kept
kept
kept
kept
kept
kept
kept
kept
kept
3
