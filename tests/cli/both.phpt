--TEST--
xhprof run --mode both records calls and samples; top --sampled, diff of both kinds and the report show them side by side
--SKIPIF--
<?php if (getenv('XHPROF_TEST_TREE')) die('skip asks for hier mode as well'); ?>
<?php
require __DIR__ . '/../sampler/skipif.inc';
?>
--FILE--
<?php
require __DIR__ . '/cli.inc';

$program = own_file('program.tmp', '<?php
function leaf($x) { static $calls = 0; $calls++; return $x; }
function work($n) {
	$before = xhprof_info()["sampling"]["samples"] ?? null; // some may have been taken already
	for ($i = 0; $i < $n; $i++) { leaf($i); }
	do { for ($i = 0; $i < 500000; $i++) { $n ^= $i; } } while ($before !== null && xhprof_info()["sampling"]["samples"] < $before + 2);
	usleep(3000);
	return $n;
}
work(1000);
echo json_encode(error_get_last()), " ";
');
$run = own_file('run.json');
$samples = own_file('samples.json');
$html = own_file('run.html');

foreach (['both', 'hier,sample', 'timeline,sample'] as $mode) {
	echo cli(['run', '--mode', $mode, '--interval', '500us', '--quiet', '--out', $run, '--', $program])['out'];
	$profile = XHProf\Profile::load($run);
	$sampled = $profile->sampled();
	echo "$mode: ", $profile->summary()['mode'], ' ', $profile->functions()['leaf']['calls'], ', ',
		$sampled->summary()['mode'], ' ', $sampled->summary()['interval_ns'], ' ', $sampled->summary()['clock'], ' ',
		isset($sampled->functions()['work']) ? 'work' : 'nothing', "\n";
}

echo "-- top\n";
$top = json_decode(cli(['top', $run, '--sampled', '--json'])['out'], true)['distortion'];
$rows = array_column($top['functions'], null, 'name');
ksort($rows);
echo implode(' ', array_keys(array_diff_key($rows, ['load::cli/both.program.tmp' => 1]))), "\n";
echo implode(' ', array_keys($rows['leaf'])), ' ', $rows['leaf']['calls'], "\n";
echo $top['clock'], ' ', $top['samples'] > 0 ? 'samples' : 'none', "\n";
$text = cli(['top', $run, '--sampled', '--limit', '0'])['out'];
echo str_contains($text, 'calls  traced without  sampled          95 %    ratio    function') ? 'a table' : $text, "\n";
echo preg_match(
	'/samples? beside the calls, by (perf signals|timer signals|a helper thread): xhprof top --sampled has both/',
	cli(['top', $run])['out']) ? 'told' : 'not told', "\n";

echo "-- the report\n";
cli(['report', $run, '--out', $html]);
$page = file_get_contents($html);
preg_match('~id="a-distortion">([^<]*)<~', $page, $found);
$bytes = base64_decode($found[1]);
$table = json_decode(str_starts_with($bytes, "\x1f\x8b") ? gzdecode($bytes) : $bytes, true);
echo implode(' ', array_keys($table)), "\n";
var_dump(array_unique(array_map('count', array_filter($table, 'is_array'))) === ['name' => count($table['name'])]);
var_dump(abs(array_sum($table['traced']) - 1e6) < 100, abs(array_sum($table['sampled']) - 1e6) < 100);
var_dump($table['calls'][array_search('leaf', $table['name'], true)]);

echo "-- of two files\n";
cli(['run', '--mode', 'sample', '--interval', '500us', '--quiet', '--out', $samples, '--', $program]);
$diff = json_decode(cli(['diff', $run, $samples, '--json'])['out'], true);
echo isset($diff['distortion']['functions'][0]['sampled']) ? 'the same table' : 'another', "\n";

echo "-- what cannot be\n";
foreach ([['diff', $run, $samples, '--fail-if', 'wt>+10%'], ['diff', $run, $samples, '--strict'],
	['diff', $run, $samples, '--by', 'cpu'], ['diff', $run, $samples, '--rename', 'work=>leaf'],
	['diff', $samples, $run], ['top', $samples, '--sampled'],
	['run', '--mode', 'both', '--interval', '1us', '--', $program], ['run', '--mode', 'hier', '--clock', 'cpu', '--',
		$program], ['run', '--mode', 'sample,both', '--', $program]] as $words) {
	echo str_replace(__DIR__ . '/', '', cli($words)['err']);
}
?>
--EXPECT--
null both: tree 1000, sample 500000 wall work
null hier,sample: hier 1000, sample 500000 wall work
null timeline,sample: timeline 1000, sample 500000 wall work
-- top
error_get_last json_encode leaf main() usleep work
name calls traced compensated sampled low high ratio distorted 1000
wall samples
a table
told
-- the report
clock samples profiler name calls distorted traced without sampled low high
bool(true)
bool(true)
bool(true)
int(1000)
-- of two files
the same table
-- what cannot be
xhprof: --fail-if cannot compare a run of calls with a run of samples
        record both in the same mode
xhprof: --strict cannot compare a run of calls with a run of samples
        record both in the same mode
xhprof: --by cannot compare a run of calls with a run of samples
        record both in the same mode
xhprof: --rename cannot compare a run of calls with a run of samples
        record both in the same mode
xhprof: one is a run of calls, the other one of samples
        record both in the same mode
xhprof: it has no samples: record samples beside the calls
        xhprof run --mode both -- SCRIPT records calls and samples
xhprof: --interval takes from 100us to 1000s, not 1us
xhprof: --clock needs --mode sample
        add --mode sample, or omit the option
xhprof: --mode cannot be "sample,both"
        it is one of: hier, tree, timeline, sample, both, hier,sample, tree,sample, timeline,sample