--TEST--
Settings that are times take units, and an unknown word names the nearest
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

$program = __DIR__ . '/settings_words.tmp.php';
file_put_contents($program, '<?php foreach (["sampling_interval", "live_interval", "sampling_clock", '
	. '"auto", "live_allow"] as $name) echo "  ", ini_get("xhprof.$name");');
foreach (['xhprof.sampling_interval=10ms', 'xhprof.sampling_interval=1s', 'xhprof.sampling_interval=250',
	'xhprof.sampling_interval=-1', 'xhprof.sampling_interval=10mss', 'xhprof.sampling_interval=soon',
	'xhprof.sampling_interval=9999999999h', 'xhprof.live_interval=5ms', 'xhprof.live_interval=0',
	'xhprof.live_interval=often', 'xhprof.sampling_clock=CPU', 'xhprof.sampling_clock=wal', 'xhprof.auto=alwyas',
	'xhprof.auto=sometimes', 'xhprof.live_allow="dump, smaple"', 'xhprof.live_allow='] as $setting) {
	echo $setting, rtrim(preg_replace('/^\s*Warning: (.*) in Unknown on line \d+\s*/m', "\n  $1\n",
		child_php($program, [$setting]))), "\n";
}
unlink($program);

echo "== at run time\n";
foreach (['10ms', '2s', '300', 'soon'] as $value) {
	var_dump(ini_set('xhprof.sampling_interval', $value));
}
var_dump(ini_get('xhprof.sampling_interval'));
try {
	XHProf\Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 1]])->export('calgrind');
} catch (ValueError $e) {
	echo strrchr($e->getMessage(), ';'), "\n";
}
try {
	xhprof_enable(0, ['events' => ['page-fault']]);
} catch (TypeError $e) {
	echo $e->getMessage(), "\n";
}
?>
--EXPECT--
xhprof.sampling_interval=10ms  10ms  0  wall  off  sample,dump,arm,budget
xhprof.sampling_interval=1s  1s  0  wall  off  sample,dump,arm,budget
xhprof.sampling_interval=250  250  0  wall  off  sample,dump,arm,budget
xhprof.sampling_interval=-1  -1  0  wall  off  sample,dump,arm,budget
xhprof.sampling_interval=10mss
  xhprof.sampling_interval must be a time in whole microseconds, at most a year, as in 10ms; using the default
100000  0  wall  off  sample,dump,arm,budget
xhprof.sampling_interval=soon
  xhprof.sampling_interval must be a time in whole microseconds, at most a year, as in 10ms; using the default
100000  0  wall  off  sample,dump,arm,budget
xhprof.sampling_interval=9999999999h
  xhprof.sampling_interval must be a time in whole microseconds, at most a year, as in 10ms; using the default
100000  0  wall  off  sample,dump,arm,budget
xhprof.live_interval=5ms  100000  5ms  wall  off  sample,dump,arm,budget
xhprof.live_interval=0  100000  0  wall  off  sample,dump,arm,budget
xhprof.live_interval=often
  xhprof.live_interval must be a time in whole microseconds, at most a year, as in 10ms; using the default
100000  0  wall  off  sample,dump,arm,budget
xhprof.sampling_clock=CPU  100000  0  CPU  off  sample,dump,arm,budget
xhprof.sampling_clock=wal
  xhprof.sampling_clock must be one of wall, cpu, custom, not "wal"; using the default; did you mean "wall"?
100000  0  wall  off  sample,dump,arm,budget
xhprof.auto=alwyas
  xhprof.auto must be one of off, trigger, always, not "alwyas"; using the default; did you mean "always"?
100000  0  wall  off  sample,dump,arm,budget
xhprof.auto=sometimes
  xhprof.auto must be one of off, trigger, always, not "sometimes"; using the default
100000  0  wall  off  sample,dump,arm,budget
xhprof.live_allow="dump, smaple"
  xhprof.live_allow must be a list of sample, dump, arm, budget, snapshot, locals, not "smaple"; using the default; did you mean "sample"?
100000  0  wall  off  sample,dump,arm,budget
xhprof.live_allow=  100000  0  wall  off
== at run time
string(6) "100000"
string(4) "10ms"
string(2) "2s"
bool(false)
string(3) "300"
; did you mean "callgrind"?
xhprof_enable(): Argument #2 ($options) option "events" has no event "page-fault"; did you mean "page-faults"? xhprof_info()["events"] lists them