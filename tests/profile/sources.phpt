--TEST--
A run of samples says by what they were taken and why, also when it was reduced, renamed, cut, merged, written and read again
--EXTENSIONS--
xhprof
--FILE--
<?php
require __DIR__ . '/../format/samples.inc';

use XHProf\Profile;

function show(string $name, Profile $run): void
{
	$summary = $run->summary();
	echo "$name: ", $summary['sampled'] ?? 'nobody knows', ' | ', $summary['sampled_by'] ?? '-', ' | ',
		json_encode($summary['sources'] ?? null), "\n";
	$again = Profile::parse($run->export('json'));
	echo $again->summary() === $summary ? '' : "  read again: {$again->summary()['sampled']}\n";
}

$of = fn (string $source, ?string $why = null, int $runs = 1): Profile => sampled_run([],
	[$source => ['runs' => $runs] + ($why === null ? [] : ['reason' => $why])]);
$perf = $of('perf', 'the first choice where the system permits it');
$timer = $of('timer', 'the system does not permit perf');
$beside = $of('interrupt', 'the options ask for it');
$outside = $of('outside', 'the process has no ring that can be read');
foreach (['perf' => $perf, 'timer' => $timer, 'interrupt' => $beside, 'outside' => $outside,
	'no reason' => $of('timer'), 'a reason of a later version' => $of('timer', 'the moon is full'),
	'a source of a later version' => $of('sundial', 'the sun shines'), 'none' => sampled_run()] as $name => $run) {
	show($name, $run);
}

echo "-- parts\n";
show('reduced', $timer->reduce(['hide_functions' => 'b']));
show('renamed', $timer->reduce(['rename' => ['b' => 'c']]));
show('cut', $timer->reduce(['from_ns' => 1_000_000, 'to_ns' => 90_000_000]));

echo "-- merged\n";
show('the same', $perf->merge($perf, $perf));
show('other reasons', $timer->merge($of('timer', 'the thread sleeps too often for perf')));
show('two', $perf->merge($beside, $perf, $perf));
show('two of two merged', $perf->merge($beside)->merge($timer->merge($timer)));
show('all', $perf->merge($timer, $beside, $outside));
show('with one that does not say', $perf->merge(sampled_run()));
show('processes of a recording', sampled_run([], ['perf' => ['runs' => 2], 'outside' => ['runs' => 1]]));
$most = $of('perf', null, PHP_INT_MAX);
show('as many as a file may say, twice', Profile::parse($most->merge($most)->export('json')));
show('processes of one source', sampled_run([], ['perf' => ['runs' => 8]]));

echo "-- no run\n";
foreach (['"perf":1', '"perf":{}', '"perf":{"runs":0}', '"perf":{"runs":"1"}', '"perf":{"runs":-1}',
	'"timer":[]'] as $bad) {
	try {
		Profile::parse(preg_replace('/"sources":\{.*?\}\}/', '"sources":{' . $bad . '}', $perf->export('json')));
		echo "$bad is read\n";
	} catch (ValueError $e) {
		echo $bad, ': ', preg_replace('/^.*?: /', '', $e->getMessage()), "\n";
	}
}
?>
--EXPECT--
perf: sampled by perf signals: the first choice where the system permits it | perf signals | {"perf":1}
timer: sampled by timer signals: the system does not permit perf | timer signals | {"timer":1}
interrupt: sampled by a helper thread: the options ask for it | a helper thread | {"interrupt":1}
outside: sampled by xhprof from outside: the process has no ring that can be read | xhprof from outside | {"outside":1}
no reason: sampled by timer signals | timer signals | {"timer":1}
a reason of a later version: sampled by timer signals | timer signals | {"timer":1}
a source of a later version: nobody knows | - | null
none: nobody knows | - | null
-- parts
reduced: sampled by timer signals: the system does not permit perf | timer signals | {"timer":1}
renamed: sampled by timer signals: the system does not permit perf | timer signals | {"timer":1}
cut: sampled by timer signals: the system does not permit perf | timer signals | {"timer":1}
-- merged
the same: sampled by perf signals: the first choice where the system permits it | perf signals | {"perf":3}
other reasons: sampled by timer signals | timer signals | {"timer":2}
two: sampled by perf signals in 3 runs, by a helper thread in 1 | perf signals in 3 runs, by a helper thread in 1 | {"perf":3,"interrupt":1}
two of two merged: sampled by perf signals in 1 run, by timer signals in 2, by a helper thread in 1 | perf signals in 1 run, by timer signals in 2, by a helper thread in 1 | {"perf":1,"timer":2,"interrupt":1}
all: sampled by perf signals in 1 run, by timer signals in 1, by a helper thread in 1, by xhprof from outside in 1 | perf signals in 1 run, by timer signals in 1, by a helper thread in 1, by xhprof from outside in 1 | {"perf":1,"timer":1,"interrupt":1,"outside":1}
with one that does not say: sampled by perf signals in 1 run | perf signals in 1 run | {"perf":1}
processes of a recording: sampled by perf signals in 2 processes, by xhprof from outside in 1 | perf signals in 2 processes, by xhprof from outside in 1 | {"perf":2,"outside":1}
as many as a file may say, twice: sampled by perf signals | perf signals | {"perf":9223372036854775807}
processes of one source: sampled by perf signals | perf signals | {"perf":8}
-- no run
"perf":1: Argument #1 ($bytes) must be a run as json or json.gz: it is JSON, but not a run of xhprof, or incomplete
"perf":{}: Argument #1 ($bytes) must be a run as json or json.gz: it is JSON, but not a run of xhprof, or incomplete
"perf":{"runs":0}: Argument #1 ($bytes) must be a run as json or json.gz: it is JSON, but not a run of xhprof, or incomplete
"perf":{"runs":"1"}: Argument #1 ($bytes) must be a run as json or json.gz: it is JSON, but not a run of xhprof, or incomplete
"perf":{"runs":-1}: Argument #1 ($bytes) must be a run as json or json.gz: it is JSON, but not a run of xhprof, or incomplete
"timer":[]: Argument #1 ($bytes) must be a run as json or json.gz: it is JSON, but not a run of xhprof, or incomplete
