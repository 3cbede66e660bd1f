--TEST--
Ring::status() says which process it is, what it does, and how it is sampled
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../ring.inc';

$fake = new FakeRing(__DIR__, ['pool' => 'www', 'sapi' => 'fpm-fcgi', 'made_unix_us' => 1_700_000_000_500_000,
	'is_on' => 1, 'source' => 2, 'clock' => 1, 'readers' => 2, 'asked_ns' => 1_000_000, 'interval_ns' => 2_000_000,
	'on_ns' => 17, 'until_ns' => -1, 'handler_ns' => 5, 'helper_ns' => 6, 'budget_ppm' => 10_000, 'refused' => 7,
	'armed' => 3, 'late' => 8, 'cut' => 9, 'functions_lost' => 4]);
$fake->slot(['request' => 12, 'began_ns' => hrtime(true) - 5_000_000_000, 'began_unix_us' => 1_700_000_001_250_000,
	'method' => 'POST', 'uri' => '/cart', 'memory_bytes' => 1000, 'peak_bytes' => 2000,
	'tags' => ['route' => 'cart', '7' => '']]);
$fake->sample([[$fake->function('f', '/a.php', 3), 5]]);
$ring = XHProf\Ring::open($fake->write());

$status = $ring->status();
echo 'this process: ', var_export($status['pid'] === getmypid() && $status['tid'] === getmypid(), true), "\n";
echo 'elapsed: ', var_export($status['request']['elapsed_ns'] >= 5_000_000_000, true), "\n";
echo 'start: ', var_export($status['start'] === FakeRing::startOf(getmypid()), true), "\n";
unset($status['pid'], $status['tid'], $status['start'], $status['request']['elapsed_ns']);
foreach ($status as $key => $value) {
	echo "$key: ", json_encode($value), "\n";
}

echo "a request that has ended\n";
$fake->slot(['state' => FakeRing::IDLE, 'request' => 12]);
$fake->write();
$status = $ring->status();
var_dump($status['state'], $status['request']['elapsed_ns'], $status['request']['tags']);

echo "half a description, as of a process that died in the middle\n";
$fake->set(['sequence' => 7, 'state' => 99]);
$fake->write();
$status = $ring->status();
var_dump($status['state'], $status['request']['is_torn']);
$fake->remove();
?>
--EXPECT--
this process: true
elapsed: true
start: true
made: 1700000000.5
uid: 1000
allowed: ["sample","dump","snapshot","arm","locals","budget"]
sapi: "fpm-fcgi"
pool: "www"
php: "8.2.36"
is_alive: true
is_from_outside: false
state: "running"
request: {"number":12,"began":1700000001.25,"method":"POST","uri":"\/cart","memory_bytes":1000,"peak_bytes":2000,"tags":{"route":"cart","7":""},"trace":null,"span":null,"marks":[],"is_torn":false}
ended: {"requests":0,"wall_ns":0,"cpu_ns":0}
sampling: {"is_on":true,"source":"timer","sampled_by":"timer signals","clock":"cpu","asked_ns":1000000,"interval_ns":2000000,"on_ns":17,"until_ns":9223372036854775807,"readers":2,"samples":1,"weight_ns":1000000,"late":8,"cut":9,"handler_ns":5,"helper_ns":6,"budget":1,"armed":3,"dumps":0,"refused":7,"snapshots_refused":0}
ring: {"bytes":65536,"head":48,"position":48,"lost_bytes":0,"damaged":0,"functions":2,"functions_lost":4}
a request that has ended
string(4) "idle"
NULL
array(0) {
}
half a description, as of a process that died in the middle
string(7) "unknown"
bool(true)
