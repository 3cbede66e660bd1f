--TEST--
xhprof run --mode sample samples a script, reports shares, and keeps what other tools open
--SKIPIF--
<?php require __DIR__ . '/../sampler/skipif.inc'; need_wall_by_signal(); ?>
--FILE--
<?php
require __DIR__ . '/cli.inc';

$script = own_file('script.tmp',
	'<?php function nap($factor) { usleep(200000 * $factor); } nap($argv[1] ?? 1); echo "done\n";');
$file = own_file('run.json');
foreach (tries() as $factor) {
	$result = cli(['run', '--mode', 'sample', '--interval', '5ms', '--out', $file, '--', $script, (string) $factor]);
	if (str_contains(cli(['convert', $file, '--format', 'folded'])['out'], 'main();nap;usleep;{sleep} ')) {
		break;
	}
}
echo $result['out'], 'status ', $result['status'], "\n";
var_dump(preg_match('/^\d+ samples?  weight \d+  \d+ functions  \d+ paths  (shares within ±[\d.]+ points'
	. '|not enough samples: about \d+ (s|min) more)$/m', $result['err']));
var_dump(preg_match('/^ own%  ± pts      own  incl%     incl  weight  function$/m', $result['err']));
$run = json_decode(file_get_contents($file), true);
var_dump($run['mode'], $run['interval_ns'], isset(read_run($file)->functions()['usleep']));
$result = cli(['top', $file]);
var_dump(preg_match('/ usleep$/m', $result['out']), $result['status']);
$words = ['perf' => 'perf signals', 'timer' => 'timer signals'];
$source = array_key_first($run['sources']);
var_dump(str_contains($result['out'], "sampled by $words[$source]: {$run['sources'][$source]['reason']}\n"));
$result = cli(['top', $file, '--limit', '1']);
var_dump(preg_match('/^ *[\d.]+ +[\d.]+ \w?s +\(\d more\)$/m', $result['out']));
$folded = cli(['convert', $file, '--format', 'folded'])['out'];
var_dump(preg_match('/^main\(\);nap;usleep;\{sleep\} \d+$/m', $folded));

$result = cli(['run', '--mode', 'sample', '--clock', 'cpu', '--json', '--out', $file, '--', $script]);
$report = json_decode(substr($result['err'], strpos($result['err'], '{')), true);
var_dump($report['summary']['mode'], $report['summary']['interval_ns']);

// Nothing of the profiler's own start, in which a first sample falls now and then.
$ours = [];
for ($i = 0; $i < 20; $i++) {
	cli(['run', '--mode', 'sample', '--interval', '100us', '--quiet', '--out', $file, '--',
		own_file('empty.tmp', '<?php usleep(2000);')]);
	array_push($ours, ...preg_grep('/Prelude/', array_keys(read_run($file)->functions())));
}
var_dump($ours);

$result = cli(['run', '--mode', 'sample', '--flags', 'memory', '--quiet', '--json', '--format', 'chrome', '--out',
	$file, '--', $script]);
$report = json_decode(substr($result['err'], strpos($result['err'], '{')), true);
var_dump($result['status'], isset($report['summary']['peak_bytes']));
show_cli(['run', '--mode', 'sample', '--flags', 'cpu', '--', $script]);
show_cli(['run', '--interval', '1ms', '--', $script]);
show_cli(['run', '--mode', 'sample', '--format', 'chrome', '--', $script]);
?>
--EXPECT--
done
status 0
int(1)
int(1)
string(6) "sample"
int(5000000)
bool(true)
int(1)
int(0)
bool(true)
int(1)
int(1)
string(6) "sample"
int(1000000)
array(0) {
}
int(0)
bool(true)
$ xhprof run --mode sample --flags cpu -- run_sample.script.tmp
xhprof: --flags cpu cannot be combined with --mode sample
        samples record no calls to count or measure
status 2

$ xhprof run --interval 1ms -- run_sample.script.tmp
xhprof: --interval needs --mode sample
        add --mode sample, or omit the option
status 2

$ xhprof run --mode sample --format chrome -- run_sample.script.tmp
xhprof: chrome needs a timeline, which this run does not have
        record one with xhprof run --mode timeline, or --mode sample --flags memory; merged runs have none
status 2

