--TEST--
A trace that changes within a request is that of the samples from then on, and ends with the request or the job
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../live.inc';


$folder = live_folder(__FILE__);
file_put_contents("$folder/work.php", '<?php
$a = str_repeat("a1", 16);
$b = str_repeat("b2", 16);
$file = xhprof_info()["live"]["file"];
$ring = XHProf\Ring::open($file);
$now = static fn (): string => json_encode(array_intersect_key($ring->status()["request"], ["trace" => 1, "span" => 1])) . "\n";
// Works until there is a sample of this place.
$until = static function (string $of) use ($file, $ring): void {
	$only = XHProf\Ring::open($file, true, trace: $of);
	for ($end = hrtime(true) + 180e9, $i = 0; hrtime(true) < $end; $i++) {
		if ($i % 1000 === 0) $ring->control(["sample" => ["interval_ns" => 1_000_000, "clock" => "wall", "lease_ms" => 60_000]]);
		if (($only->read()[""]->summary()["samples"] ?? 0) > 0) return;
	}
	echo "no sample of $of\n";
};
echo "of the environment ", $now();
xhprof_trace($a, "00f067aa0ba902b7");
echo "set ", $now();
$until($a);
$fibers = [];
foreach ([$a, $b] as $trace) {
	$fibers[] = new Fiber(static function () use ($trace, $until): void {
		for ($i = 0; $i < 2; $i++) {
			xhprof_trace($trace);
			$until($trace);
			Fiber::suspend();
		}
	});
}
for ($i = 0; $i < 2; $i++) {
	foreach ($fibers as $fiber) {
		$i === 0 ? $fiber->start() : $fiber->resume();
	}
}
echo "in the last fiber ", $now();
xhprof_trace("");
echo "taken back ", $now();
xhprof_request_begin(["url" => "job 1", "SERVER" => ["HTTP_TRACEPARENT" => "00-$b-00f067aa0ba902b8-00"]]);
echo "of a job ", $now();
xhprof_request_end();
xhprof_request_begin(["url" => "job 2"]);
echo "of the next one ", $now();
xhprof_request_end();
foreach (array_reverse($ring->requests()) as $request) {
	echo basename($request["uri"]), " ", json_encode([$request["trace"], $request["span"]]), "\n";
}
$known = XHProf\Ring::open($file, true, trace: str_repeat("c3", 16))->read("uri");
echo count($known), " of another\n";
foreach (["", "x", strtoupper($a), str_repeat("0", 32)] as $wrong) {
	try {
		XHProf\Ring::open($file, trace: $wrong);
	} catch (ValueError $e) {
		echo $e->getMessage(), "\n";
	}
}');
putenv('TRACEPARENT=00-' . str_repeat('c3', 16) . '-00f067aa0ba902b9-01');
$child = live_start("$folder/work.php", live_settings($folder));
echo stream_get_contents($child->out);
live_end($child);
live_clean($folder);
?>
--EXPECT--
of the environment {"trace":"c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3c3","span":"00f067aa0ba902b9"}
set {"trace":"a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1","span":"00f067aa0ba902b7"}
in the last fiber {"trace":"b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2","span":null}
taken back {"trace":null,"span":null}
of a job {"trace":"b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2","span":"00f067aa0ba902b8"}
of the next one {"trace":null,"span":null}
work.php [null,null]
job 1 ["b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2b2","00f067aa0ba902b8"]
job 2 [null,null]
0 of another
XHProf\Ring::open(): Argument #5 ($trace) must be 32 lower-case hexadecimal digits, not all of them 0, or null
XHProf\Ring::open(): Argument #5 ($trace) must be 32 lower-case hexadecimal digits, not all of them 0, or null
XHProf\Ring::open(): Argument #5 ($trace) must be 32 lower-case hexadecimal digits, not all of them 0, or null
XHProf\Ring::open(): Argument #5 ($trace) must be 32 lower-case hexadecimal digits, not all of them 0, or null
