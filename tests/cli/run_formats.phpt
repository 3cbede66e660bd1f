--TEST--
xhprof run writes each format, chosen by option or by the name of the file
--FILE--
<?php
require __DIR__ . '/cli.inc';

$script = own_file('script.tmp', '<?php function work() { return strrev("ab"); } work(); echo "done\n";');
$formats = ['run.xhprof' => 'xhprof', 'run.json' => 'json', 'callgrind.out.1' => 'callgrind', 'run.folded' => 'folded',
	'run.speedscope.json' => 'speedscope', 'run.trace.json' => 'chrome', 'run.log' => 'log',
	'run.html' => 'html'];
foreach ($formats as $name => $format) {
	$file = own_file($name);
	if ($format === 'callgrind') {
		$file = dirname($file) . '/callgrind.out.' . getmypid();
	}
	$result = cli(['run', '--out', $file, '--', $script]);
	preg_match('/^file: .*\((\w+), /m', $result['err'], $found);
	echo "$format: ", $found[1], ', ',
		str_contains(file_get_contents($file), $format === 'html' ? '"id":"wall"' : 'work') ? 'is there'
			: 'is NOT there', "\n";
	@unlink($file);
}

echo "-- by --format\n";
foreach (XHProf\Profile::formats() as $format => ['is_available' => $isAvailable]) {
	$file = own_file('run.tmp');
	$result = cli(['run', '--quiet', '--flags', 'alloc', '--format', $format, '--out', $file, '--', $script]);
	if ($isAvailable && ($result['status'] !== 0 || !is_file($file) || filesize($file) === 0)) {
		echo "$format: $result[status], $result[err]";
	}
	@unlink($file);
}

echo "-- what a run would lack is refused before the script runs\n";
$marker = own_file('marker.tmp');
$script = own_file('script.tmp', '<?php touch($argv[1]);');
$formats = array_filter(XHProf\Profile::formats(), static fn (array $row): bool => !$row['is_packed']);
foreach (['--flags none', '--mode hier', '--mode hier --flags alloc', '--mode timeline', '--mode sample',
	'--mode sample --flags memory'] as $options) {
	$refused = [];
	foreach ([...array_keys($formats), 'cpuprofile', 'firefox'] as $format) {
		@unlink($marker);
		$file = own_file('run.tmp');
		$result = cli(['run', '--quiet', ...explode(' ', $options), '--format', $format, '--out', $file, '--', $script,
			$marker]);
		if ([$result['status'], is_file($marker), is_file($file)] === [2, false, false]) {
			$refused[] = $format;
		} elseif ([$result['status'], is_file($marker), is_file($file)] !== [0, true, true]) {
			echo "$options $format: $result[status], $result[err]";
		}
		@unlink($file);
	}
	echo "$options: ", implode(' ', $refused), "\n";
}

echo "-- without --out\n";
$result = cli(['run', '--mode', 'hier', '--', $script, $marker], '', ['xhprof.output_dir=' . __DIR__]);
@unlink($marker);
preg_match('/^file:  (.*) \(/m', $result['err'], $found);
echo dirname($found[1]) === __DIR__ ? 'in xhprof.output_dir' : 'elsewhere', ', ',
	preg_match('/^xhprof-run_formats.script.tmp-\d{8}-\d{6}-\d+\.json(\.gz)?$/', basename($found[1])), ', ',
	decoct(fileperms($found[1]) & 0777), "\n";
unlink($found[1]);
?>
--EXPECT--
xhprof: xhprof, is there
json: json, is there
callgrind: callgrind, is there
folded: folded, is there
speedscope: speedscope, is there
chrome: chrome, is there
log: log, is there
html: html, is there
-- by --format
-- what a run would lack is refused before the script runs
--flags none: folded-alloc folded-live
--mode hier: folded folded-alloc folded-live speedscope perfetto chrome log cpuprofile firefox
--mode hier --flags alloc: folded folded-alloc folded-live speedscope perfetto chrome log cpuprofile firefox
--mode timeline: folded-alloc folded-live
--mode sample: folded-alloc folded-live perfetto chrome log
--mode sample --flags memory: folded-alloc folded-live
-- without --out
in xhprof.output_dir, 1, 600
