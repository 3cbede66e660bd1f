--TEST--
xhprof report and xhprof open write a run, two runs and snapshots as a page
--SKIPIF--
<?php
if (!extension_loaded('zlib')) die('skip needs zlib');
?>
--FILE--
<?php
require __DIR__ . '/cli.inc';
require __DIR__ . '/../format/html.inc';

$before = canned('before.xhprof');
$after = canned('after.xhprof', 3);
$out = own_file('page.html');

echo "-- one\n";
show_cli(['report', $before, '--out', $out, '--json']);
$head = report_head(file_get_contents($out));
echo "$head[kind], ", count($head['runs']), ', ', $head['runs'][0]['title'], "\n";
check_report(read_run($before), file_get_contents($out));
echo report_viewer(file_get_contents($out)) === report_viewer(read_run($before)->export('html')) ? "the same viewer\n"
	: "ANOTHER VIEWER\n";

echo "-- by default in the current folder\n";
mkdir($folder = own_file('folder'));
chdir($folder);
echo preg_replace('/[\d.]+ KiB/', 'SIZE', cli(['report', $before])['out']);
echo implode(' ', scandir('.')), "\n";
array_map(unlink(...), glob('*.html'));
chdir(__DIR__);

echo "-- to the standard output\n";
$result = cli(['report', $before, '--out', '-']);
echo $result['err'], report_head($result['out'])['runs'][0]['title'], "\n";

echo "-- two\n";
cli(['report', $before, $after, '--out', $out]);
$page = file_get_contents($out);
$head = report_head($page);
echo "$head[kind], ", implode(' ', array_column($head['runs'], 'blocks')), ', ',
	implode(' ', array_column($head['runs'], 'title')), "\n";
check_report(read_run($before), one_of($page, 0));
check_report(read_run($after), one_of($page, 1));

echo "-- of other kinds\n";
$samples = own_file('samples.json',
	'{"format":"xhprof","version":1,"mode":"sample","started_ns":0,"unrecorded_calls":0,"truncated_calls":0,'
		. '"call_cost_ps":0,"runs":1,"samples":1,"displaced":0,"interval_ns":1000,"functions":{"name":["main()"],'
		. '"file":[null],"line":[0]},'
		. '"pairs":{"caller":[null],"caller_level":[0],"callee":[0],'
		. '"callee_level":[0],"calls":[1],"wall_ns":[1000]},"nodes":{"parent":[null],'
		. '"function":[0],"level":[0],"line":[3],"calls":[1],"min_wall_ns":[null],"max_wall_ns":[null],'
		. '"wall_ns":[1000]}}');
show_cli(['report', $before, $samples, '--out', $out]);
$other = own_file('other.json', json_encode(null));
read_run($before)->export('json', $other);
$lacking = own_file('lacking.xhprof', serialize(['main()' => ['ct' => 1, 'wt' => 5]]));
cli(['report', $lacking, $other, '--out', $out]);
echo implode("\n", report_head(file_get_contents($out))['notes']), "\n";

echo "-- a browser\n";
$bin = own_file('bin');
mkdir($bin);
file_put_contents("$bin/xdg-open",
	"#!/bin/sh\necho \"\$1\" >'$bin/opened.tmp' && mv '$bin/opened.tmp' '$bin/opened'\n");
chmod("$bin/xdg-open", 0755);
putenv("PATH=$bin:" . getenv('PATH'));
putenv("TMPDIR=$folder");
putenv('DISPLAY=:0');
$result = cli(['open', $before], '', ["sys_temp_dir=$folder"]);
echo preg_replace('/xhprof-[0-9a-f]{8}-/', 'xhprof-RANDOM-', str_replace(__DIR__ . '/', '', $result['out'])),
	$result['err'];
wait_until('a browser', fn () => file_exists("$bin/opened"));
$opened = trim(file_get_contents("$bin/opened"));
echo "file:  $opened\n" === $result['out'] ? 'opened' : "OPENED $opened", ', mode ',
	decoct(fileperms($opened) & 0777), "\n";
check_report(read_run($before), file_get_contents($opened));
putenv('DISPLAY');
putenv('WAYLAND_DISPLAY');
putenv('WSL_DISTRO_NAME');
putenv('BROWSER');
$result = cli(['open', $before, $after], '', ["sys_temp_dir=$folder"]);
echo preg_replace('/xhprof-[0-9a-f]{8}-/', 'xhprof-RANDOM-', str_replace(__DIR__ . '/', '', $result['out'])),
	$result['err'];
foreach ([$folder, $bin] as $gone) {
	array_map(unlink(...), glob("$gone/*"));
	rmdir($gone);
}

/* The page without its data. */
function report_viewer(string $page): string
{
	return preg_replace('~^<script type="application/(json|octet-stream)".*\n~m', '', $page);
}

/* One of the two runs of a page as a page of its own. */
function one_of(string $page, int $which): string
{
	$run = report_head($page)['runs'][$which];
	$page = preg_replace("~id=\"$run[blocks]-~", 'id="x-', $page);
	$page = preg_replace('~^<script type="application/octet-stream" id="[ab]-.*\n~m', '', $page);
	return preg_replace(['~id="x-~', '~(<script type="application/json" id="xhprof">).*?(</script>)~'], ['id="a-',
		'$1' . addcslashes(json_encode(['runs' => [$run]], JSON_HEX_TAG | JSON_PRESERVE_ZERO_FRACTION), '\\$') . '$2'],
		$page);
}
?>
--EXPECT--
-- one
$ xhprof report report.before.xhprof --out report.page.html --json
{
    "schema": "xhprof-report",
    "version": 1,
    "files": [
        "report.before.xhprof"
    ],
    "file": "report.page.html"
}

run, 1, report.before.xhprof
the same viewer
-- by default in the current folder
file:  report.before.html (SIZE)
. .. report.before.html
-- to the standard output
report.before.xhprof
-- two
diff, a b, report.before.xhprof report.after.xhprof
-- of other kinds
$ xhprof report report.before.xhprof report.samples.json --out report.page.html
xhprof: one is a run of calls, the other one of samples
        record both in the same mode
status 2

Only one of the two runs recorded: CPU time, memory grown, peak grown.
-- a browser
file:  report.folder/xhprof-RANDOM-report.before.html
opened, mode 600
file:  report.folder/xhprof-RANDOM-report.before-to-report.after.html
open:  no browser could be started; open that file in one
