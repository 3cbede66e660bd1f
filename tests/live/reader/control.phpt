--TEST--
Ring::control() writes one message to the FIFO of the process, which it need not have
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../ring.inc';

$fake = new FakeRing(__DIR__);
$ring = XHProf\Ring::open($fake->write());
$other = XHProf\Ring::open($fake->path);
echo 'without a FIFO: ', var_export($ring->control(['dump' => true]), true), "\n";
$fifo = $fake->control();
$readers = [];
foreach ([
	['sample' => ['interval_ns' => 5_000_000, 'clock' => 'cpu', 'lease_ms' => 3000]],
	['sample' => ['interval_ns' => 0, 'clock' => 'wall', 'lease_ms' => 0]],
	['sample' => ['interval_ns' => 1_000_000, 'clock' => 'wall', 'lease_ms' => 1, 'budget' => 25]],
	['dump' => true],
	['snapshot' => true],
	['arm' => ['requests' => 5]],
	['arm' => ['requests' => 0, 'uri' => '/cart*']],
] as $message) {
	echo json_encode($message), ': ', var_export($ring->control($message), true), "\n";
	$got = FakeRing::message($fifo);
	$readers[] = $got['reader'];
	unset($got['reader'], $got['magic'], $got['version']);
	$got = array_diff_assoc($got, ['budget_ppm' => 0]);
	echo '    ', json_encode($got), "\n";
}
$other->control(['dump' => true]);
$got = FakeRing::message($fifo);
var_dump($got['magic'] === FakeRing::MAGIC, $got['version'], count(array_unique($readers)),
	in_array($got['reader'], $readers, true));

foreach ([
	[], ['dump' => 1], ['dump' => true, 'snapshot' => true], ['stop' => true], ['sample' => []],
	['sample' => ['interval_ns' => -1, 'clock' => 'wall', 'lease_ms' => 1]],
	['sample' => ['interval_ns' => 1, 'clock' => 'wall', 'lease_ms' => 60001]],
	['sample' => ['interval_ns' => 1, 'clock' => 'real', 'lease_ms' => 1]],
	['sample' => ['interval_ns' => 1, 'lease_ms' => 1]],
	['arm' => ['requests' => '5']], ['arm' => ['requests' => 1001]],
	['arm' => ['requests' => 1, 'uri' => str_repeat('a', 200)]], ['arm' => ['requests' => 1, 'uri' => "a\0"]],
] as $message) {
	try {
		$ring->control($message);
	} catch (ValueError $e) {
		echo $e->getMessage(), "\n";
	}
}
var_dump(FakeRing::message($fifo));

echo "a process that reads nothing\n";
try {
	for ($i = 0; $i < 100_000 && $ring->control(['dump' => true]); $i++);
} catch (RuntimeException $e) {
	echo str_replace(__DIR__, '', preg_replace('/\d+-\d+/', 'PID-START', $e->getMessage())), "\n";
}
fclose($fifo);
echo 'one that has ended: ', var_export($ring->control(['dump' => true]), true), "\n";
foreach (['a file' => fn (string $path) => touch($path),
	'a symlink' => fn (string $path) => symlink('/dev/null', $path)] as $what => $make) {
	$control = substr($fake->path, 0, -5) . '.ctl';
	unlink($control);
	$make($control);
	try {
		$ring->control(['dump' => true]);
	} catch (RuntimeException $e) {
		echo "$what: ", str_replace(__DIR__, '', preg_replace('/\d+-\d+/', 'PID-START', $e->getMessage())), "\n";
	}
}
$fake->remove();
?>
--EXPECT--
without a FIFO: false
{"sample":{"interval_ns":5000000,"clock":"cpu","lease_ms":3000}}: true
    {"command":1,"interval_ns":5000000,"clock":1,"lease_ms":3000,"requests":0,"uri":""}
{"sample":{"interval_ns":0,"clock":"wall","lease_ms":0}}: true
    {"command":1,"interval_ns":0,"clock":0,"lease_ms":0,"requests":0,"uri":""}
{"sample":{"interval_ns":1000000,"clock":"wall","lease_ms":1,"budget":25}}: true
    {"command":1,"interval_ns":1000000,"clock":0,"lease_ms":1,"requests":0,"budget_ppm":250000,"uri":""}
{"dump":true}: true
    {"command":2,"interval_ns":0,"clock":0,"lease_ms":0,"requests":0,"uri":""}
{"snapshot":true}: true
    {"command":3,"interval_ns":0,"clock":0,"lease_ms":0,"requests":0,"uri":""}
{"arm":{"requests":5}}: true
    {"command":4,"interval_ns":0,"clock":0,"lease_ms":0,"requests":5,"uri":""}
{"arm":{"requests":0,"uri":"\/cart*"}}: true
    {"command":4,"interval_ns":0,"clock":0,"lease_ms":0,"requests":0,"uri":"\/cart*"}
bool(true)
int(1)
int(1)
bool(false)
XHProf\Ring::control(): Argument #1 ($message) must be one of ["sample" => array], ["dump" => true], ["snapshot" => true], ["locals" => true], ["arm" => array]
XHProf\Ring::control(): Argument #1 ($message) must be one of ["sample" => array], ["dump" => true], ["snapshot" => true], ["locals" => true], ["arm" => array]
XHProf\Ring::control(): Argument #1 ($message) must be one of ["sample" => array], ["dump" => true], ["snapshot" => true], ["locals" => true], ["arm" => array]
XHProf\Ring::control(): Argument #1 ($message) must be one of ["sample" => array], ["dump" => true], ["snapshot" => true], ["locals" => true], ["arm" => array]
XHProf\Ring::control(): Argument #1 ($message) must have an int "interval_ns" from 0 to 1000000000000
XHProf\Ring::control(): Argument #1 ($message) must have an int "interval_ns" from 0 to 1000000000000
XHProf\Ring::control(): Argument #1 ($message) must have an int "lease_ms" from 0 to 60000
XHProf\Ring::control(): Argument #1 ($message) must have a "clock" of "wall" or "cpu"
XHProf\Ring::control(): Argument #1 ($message) must have a "clock" of "wall" or "cpu"
XHProf\Ring::control(): Argument #1 ($message) must have an int "requests" from 0 to 1000
XHProf\Ring::control(): Argument #1 ($message) must have an int "requests" from 0 to 1000
XHProf\Ring::control(): Argument #1 ($message) must have a "uri" of less than 200 bytes, none of them zero
XHProf\Ring::control(): Argument #1 ($message) must have a "uri" of less than 200 bytes, none of them zero
NULL
a process that reads nothing
Could not send a message to the ring /PID-START.ctl: the process has not read its messages for a while; is it stopped?
one that has ended: false
a file: Could not send a message to the ring /PID-START.ctl: that is not a FIFO
a symlink: Could not send a message to the ring /PID-START.ctl: that is not a FIFO
