--TEST--
The real speedscope opens each format it supports and shows the run's total
--SKIPIF--
<?php
require __DIR__ . '/tools.inc';
need_node_module('speedscope');
need_chromium();
once_is_enough();
if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock');
if (getenv('XHPROF_VALGRIND') || getenv('SKIP_SLOW_TESTS')) die('skip a browser takes too long');
?>
--FILE--
<?php
require __DIR__ . '/program.inc';
require __DIR__ . '/tools.inc';
require __DIR__ . '/../../cli/autoload.php';

/* Opens a file as speedscope's own command line does, and gives what the page came to be. */
function open_page(string $name, string $content): string
{
	$script = temporary('page.tmp.js',
		'speedscope.loadFileFromBase64(' . json_encode($name) . ', "' . base64_encode($content) . '")');
	$folder = sys_get_temp_dir() . '/xhprof_page_' . getmypid();
	$command = 'timeout 500 '
		. escapeshellarg(chromium()) . ' --headless=new --no-sandbox --disable-gpu --use-angle=swiftshader'
		. ' --enable-unsafe-swiftshader --allow-file-access-from-files --disable-dev-shm-usage'
		. ' --user-data-dir=' . escapeshellarg($folder) . ' --virtual-time-budget=20000 --dump-dom '
		. escapeshellarg('file://' . node_modules() . "/speedscope/dist/release/index.html#localProfilePath=$script");
	$page = (string) shell_exec("$command 2>/dev/null");
	exec('rm -rf ' . escapeshellarg($folder));
	return $page;
}

function sleeping() { program(); xhprof_fake_clock_advance(123456789, 0); leaf(1); }

$profile = run(XHPROF_FLAGS_TIMELINE | XHPROF_FLAGS_CPU, 'sleeping');
$cpu = $profile->summary()['cpu_ns'];
$totals = [sprintf('%.2fms', total($profile) / 1e6), number_format(total($profile)), sprintf('%.2fµs', $cpu / 1e3),
	number_format($cpu)];
$names = [
	'speedscope' => 'run.speedscope.json',
	'folded' => 'run.folded.txt',
	'callgrind' => 'callgrind.out.run',
	'chrome' => 'run.json',
	'pprof' => 'run.pb.gz',
	'cpuprofile' => 'run.cpuprofile',
];
foreach ($names as $format => $name) {
	$page = open_page($name,
		$format === 'cpuprofile' ? XHProf\Cli\Foreign\CpuProfileText::of($profile) : $profile->export($format));
	preg_match('~<title>(.*?)</title>~', $page, $title);
	preg_match_all('~<tr title="([^"]*)".*?([\d.,]+(?:ns|µs|ms|s)?)</td></tr>~', $page, $rows, PREG_SET_ORDER);
	echo "$format: ",
		str_contains($title[1] ?? '', 'speedscope') && str_contains($page, '<canvas width') ? 'drawn' : 'NOT DRAWN';
	foreach ($rows as [, $graph, $weight]) {
		echo ", $graph ", in_array($weight, $totals, true) ? 'has the total' : $weight;
	}
	echo "\n";
}
?>
--EXPECT--
speedscope: drawn, in order of time has the total, wall time has the total, CPU time has the total
folded: drawn
callgrind: drawn, callgrind.out.run -- Wall has the total, callgrind.out.run -- Cpu has the total
chrome: drawn
pprof: drawn
cpuprofile: drawn
