--TEST--
Exceptions are marks of a timeline, of the fiber that throws; json, chrome and perfetto have them, and so has a loaded or reduced run
--SKIPIF--
<?php
if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock');
?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

final class Destroyed
{
	function __destruct() { try { throw new OutOfRangeException("a secret"); } catch (Exception) {} }
}
function fail() { throw new DomainException("a secret"); }
function work(): void
{
	try { fail(); } catch (Exception $e) {}
	try { throw $e; } catch (Exception) {}
	new Destroyed;
	$fiber = new Fiber(function () { Fiber::suspend(); throw new class extends LogicException {}; });
	$fiber->start();
	try { $fiber->resume(); } catch (LogicException) {}
}
function marks(XHProf\Profile $run): void
{
	$marks = json_decode($run->export('json'), true)['marks'] ?? [];
	echo json_encode($marks), "\n";
}

xhprof_enable(XHPROF_FLAGS_TIMELINE);
work();
xhprof_pause();
try { fail(); } catch (Exception) {}
xhprof_resume();
$run = xhprof_stop();
try { fail(); } catch (Exception) {}
marks($run);
preg_match_all('/\{"ph":"i".*?\}/', $run->export('chrome'), $found);
echo implode("\n", $found[0]), "\n";
preg_match_all('/DomainException|OutOfRangeException|LogicException@anonymous/', $run->export('perfetto'), $found);
echo implode(' ', $found[0]), "\n";
$loaded = XHProf\Profile::parse($run->export('json'));
var_dump($loaded->export('json') === $run->export('json'), $loaded->export('perfetto') === $run->export('perfetto'));
marks($run->reduce(['threshold' => 0.5]));
marks($run->merge($run));

echo "other runs\n";
xhprof_enable(XHPROF_FLAGS_TREE);
work();
marks(xhprof_stop());
xhprof_enable(XHPROF_FLAGS_TIMELINE, ['max_timeline_bytes' => 1]);
work();
$run = xhprof_stop();
marks($run);

echo "files that lie\n";
xhprof_enable(XHPROF_FLAGS_TIMELINE);
try { fail(); } catch (Exception) {}
$text = xhprof_stop()->export('json');
foreach (['"kind":[4]' => '"kind":[99]',
	'"text":["DomainException"]' => '"text":[null]', '"mark_ns":[' => '"mark_ns":[-',
	'"text":["DomainException"' => '"text":["DomainException","x"', "\"kind\":[4],\n" => ''] as $from => $to) {
	$changed = str_replace($from, $to, $text);
	try {
		$run = XHProf\Profile::parse($changed);
		marks($run);
		preg_match_all('/\{"ph":"i".*?\}/', $run->export('chrome'), $found);
		echo implode("\n", $found[0]), "\n",
			strlen($run->export('perfetto')) > 0 && strlen($run->export('html')) > 0 ? '' : 'empty';
	} catch (ValueError $e) {
		echo $e->getMessage(), "\n";
	}
}
?>
--EXPECT--
{"mark_ns":[4000,1000,3000,14000],"kind":[4,4,4,4],"text":["DomainException","DomainException","OutOfRangeException","LogicException@anonymous"],"lane":[0,0,0,1]}
{"ph":"i","s":"t","pid":1,"tid":1,"cat":"exception","name":"DomainException","ts":4.000}
{"ph":"i","s":"t","pid":1,"tid":1,"cat":"exception","name":"DomainException","ts":5.000}
{"ph":"i","s":"t","pid":1,"tid":1,"cat":"exception","name":"OutOfRangeException","ts":8.000}
{"ph":"i","s":"t","pid":1,"tid":1,"cat":"exception","name":"LogicException@anonymous","ts":22.000}
DomainException DomainException OutOfRangeException LogicException@anonymous
bool(true)
bool(true)
{"mark_ns":[4000,1000,3000,14000],"kind":[4,4,4,4],"text":["DomainException","DomainException","OutOfRangeException","LogicException@anonymous"],"lane":[0,0,0,1]}
[]
other runs
[]
[]
files that lie
{"mark_ns":[3000],"kind":[99],"text":["DomainException"]}
{"ph":"i","s":"t","pid":1,"tid":1,"cat":"mark","name":"DomainException","ts":3.000}
{"mark_ns":[3000],"kind":[4],"text":[null]}
{"ph":"i","s":"t","pid":1,"tid":1,"cat":"exception","name":"","ts":3.000}
XHProf\Profile::parse(): Argument #1 ($bytes) must be a run as json or json.gz: it is JSON, but not a run of xhprof, or incomplete
XHProf\Profile::parse(): Argument #1 ($bytes) must be a run as json or json.gz: it is JSON, but not a run of xhprof, or incomplete
XHProf\Profile::parse(): Argument #1 ($bytes) must be a run as json or json.gz: it is JSON, but not a run of xhprof, or incomplete
