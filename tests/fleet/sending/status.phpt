--TEST--
An agent's state is read from its spool, or its numbers from the metrics file, and shown in words
--FILE--
<?php
require __DIR__ . '/../stub.inc';

use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Fleet\Agent\Counters;
use XHProf\Fleet\Agent\SpoolFolder;
use XHProf\Fleet\Agent\State;
use XHProf\Fleet\Agent\Weight;
use XHProf\Fleet\View\ShipView;

date_default_timezone_set('UTC');
$folder = fleet_folder(__FILE__);
$counters = new Counters();
$good = ['to' => 'clickhouse+https://ch.example:8443/xhprof'];
$bad = ['to' => "pyroscope+http://a\\b\"\n\e[31m/"];
$counters->describe('rings', 'Processes.');
$counters->describe('refused_rings', 'Of these.');
$counters->describe('read_samples_total', 'Read.');
$counters->describe('read_seconds_total', 'Read.');
$counters->describe('late_samples_total', 'Late.');
$counters->set('start_timestamp_seconds', 1_795_400_000);
$counters->set('rings', 64);
$counters->set('refused_rings', 1);
$counters->add('read_samples_total', 384_000);
$counters->add('read_seconds_total', 3_840_000_000_001);
$counters->add('late_samples_total', 12);
$counters->add('lost_samples_total', 3, ['reason' => 'overwritten']);
$counters->add('lost_seconds_total', 30_000_000, ['reason' => 'overwritten']);
for ($i = 0; $i < 2; $i++) {
	$counters->addBatch('accepted', new Weight(1, 180_000, 1_800_000_000_000), $good);
}
$counters->set('last_accepted_timestamp_seconds', time(), $good);
$counters->addBatch('lost', new Weight(1, 6_000, 60_000_000_000), $bad + ['reason' => 'room']);
$counters->addBatch('quarantined', new Weight(1, 0, 0), $bad);
$counters->set('destination_up', 1, $good);
$counters->set('destination_up', 0, $bad);
foreach ([[$good, 0, 0], [$bad, 7, 3_000_000]] as [$to, $batches, $bytes]) {
	$counters->set('queued_batches', $batches, $to);
	$counters->set('queued_bytes', $bytes, $to);
}
$counters->set('spool_bytes', 3_000_000);
$counters->set('quarantine_bytes', 12_000);
$states = [$good + ['state' => 'idle', 'reason' => '', 'attempts' => 0, 'next_s' => null],
	$bad + ['state' => 'failing', 'reason' => 'HTTP 503 try later', 'attempts' => 6, 'next_s' => 41.5]];

function tell(State $state): void
{
	$text = (new ShipView($state, new Terminal(STDOUT), $state->value('updated_timestamp_seconds') + 2))->text();
	echo preg_replace(['/in 4\d s$/m', '/, pid \d+/', '/last \d+ s ago/'], ['in 4N s', ', pid PID', 'last N s ago'],
		str_replace($GLOBALS['folder'], 'DIR', $text));
}

$counters->write("$folder/metrics.prom");
echo preg_replace('/(updated_\w+|accepted_timestamp\w+({.*})?) \d+/', '$1 TIME',
	file_get_contents("$folder/metrics.prom"));
$spool = new SpoolFolder($folder);
State::save($folder, $states, $counters);
echo "\n";
tell(State::ofSpool($folder));
$spool->close();
echo "\nkilled\n";
echo strtok((new ShipView(State::ofSpool($folder), new Terminal(STDOUT), time() + 7))->text(),
	';') === '  agent     not running' ? "not running\n" : "RUNNING\n";
echo "\nby the metrics\n";
tell(State::ofMetrics("$folder/metrics.prom"));
$data = (new ShipView(State::ofMetrics("$folder/metrics.prom"), new Terminal(STDOUT), 0))->data();
echo json_encode(array_diff_key($data, ['counters' => 1])), "\n",
	json_encode($data['counters']['lost_seconds_total']), "\n\n";
file_put_contents("$folder/state.json", '{"schema":');
file_put_contents("$folder/other", "xyz 1\n");
foreach ([fn () => State::ofSpool($folder), fn () => State::ofSpool("$folder/incoming"),
	fn () => State::ofMetrics("$folder/other"), fn () => State::ofMetrics("$folder/none")] as $read) {
	try {
		$read();
	} catch (Problem $problem) {
		echo str_replace($folder, 'DIR', $problem->getMessage()), "\n";
	}
}
?>
--EXPECT--
# HELP xhprof_ship_accepted_batches_total Batches that the destination accepted.
# TYPE xhprof_ship_accepted_batches_total counter
xhprof_ship_accepted_batches_total{to="clickhouse+https://ch.example:8443/xhprof"} 2
# HELP xhprof_ship_accepted_samples_total Samples in the accepted batches.
# TYPE xhprof_ship_accepted_samples_total counter
xhprof_ship_accepted_samples_total{to="clickhouse+https://ch.example:8443/xhprof"} 360000
# HELP xhprof_ship_accepted_seconds_total Wall time that the samples in the accepted batches stand for.
# TYPE xhprof_ship_accepted_seconds_total counter
xhprof_ship_accepted_seconds_total{to="clickhouse+https://ch.example:8443/xhprof"} 3600.000000000
# HELP xhprof_ship_lost_batches_total Batches that the destination did not get, by reason: room (the spool was full), memory (the disk could not be written), damaged (on the disk), end (not sent when the agent ended, without a spool).
# TYPE xhprof_ship_lost_batches_total counter
xhprof_ship_lost_batches_total{to="pyroscope+http://a\\b\"\n[31m/",reason="room"} 1
# HELP xhprof_ship_lost_samples_total Samples that were lost; without a destination: before they were in a batch.
# TYPE xhprof_ship_lost_samples_total counter
xhprof_ship_lost_samples_total{reason="overwritten"} 3
xhprof_ship_lost_samples_total{to="pyroscope+http://a\\b\"\n[31m/",reason="room"} 6000
# HELP xhprof_ship_lost_seconds_total Wall time that the lost samples stand for.
# TYPE xhprof_ship_lost_seconds_total counter
xhprof_ship_lost_seconds_total{reason="overwritten"} 0.030000000
xhprof_ship_lost_seconds_total{to="pyroscope+http://a\\b\"\n[31m/",reason="room"} 60.000000000
# HELP xhprof_ship_quarantined_batches_total Batches that the destination refused for good.
# TYPE xhprof_ship_quarantined_batches_total counter
xhprof_ship_quarantined_batches_total{to="pyroscope+http://a\\b\"\n[31m/"} 1
# HELP xhprof_ship_quarantined_samples_total Samples in the quarantined batches.
# TYPE xhprof_ship_quarantined_samples_total counter
xhprof_ship_quarantined_samples_total{to="pyroscope+http://a\\b\"\n[31m/"} 0
# HELP xhprof_ship_quarantined_seconds_total Wall time that the samples in the quarantined batches stand for.
# TYPE xhprof_ship_quarantined_seconds_total counter
xhprof_ship_quarantined_seconds_total{to="pyroscope+http://a\\b\"\n[31m/"} 0.000000000
# HELP xhprof_ship_queued_batches Batches that wait for the destination.
# TYPE xhprof_ship_queued_batches gauge
xhprof_ship_queued_batches{to="clickhouse+https://ch.example:8443/xhprof"} 0
xhprof_ship_queued_batches{to="pyroscope+http://a\\b\"\n[31m/"} 7
# HELP xhprof_ship_queued_bytes Their size.
# TYPE xhprof_ship_queued_bytes gauge
xhprof_ship_queued_bytes{to="clickhouse+https://ch.example:8443/xhprof"} 0
xhprof_ship_queued_bytes{to="pyroscope+http://a\\b\"\n[31m/"} 3000000
# HELP xhprof_ship_spool_bytes All queued batches, each once.
# TYPE xhprof_ship_spool_bytes gauge
xhprof_ship_spool_bytes 3000000
# HELP xhprof_ship_quarantine_bytes All batches in quarantine.
# TYPE xhprof_ship_quarantine_bytes gauge
xhprof_ship_quarantine_bytes 12000
# HELP xhprof_ship_destination_up 1 if the last attempt was accepted, 0 if it failed.
# TYPE xhprof_ship_destination_up gauge
xhprof_ship_destination_up{to="clickhouse+https://ch.example:8443/xhprof"} 1
xhprof_ship_destination_up{to="pyroscope+http://a\\b\"\n[31m/"} 0
# HELP xhprof_ship_last_accepted_timestamp_seconds When the destination last accepted a batch.
# TYPE xhprof_ship_last_accepted_timestamp_seconds gauge
xhprof_ship_last_accepted_timestamp_seconds{to="clickhouse+https://ch.example:8443/xhprof"} TIME
# HELP xhprof_ship_start_timestamp_seconds When this agent started.
# TYPE xhprof_ship_start_timestamp_seconds gauge
xhprof_ship_start_timestamp_seconds 1795400000
# HELP xhprof_ship_updated_timestamp_seconds When these numbers were written.
# TYPE xhprof_ship_updated_timestamp_seconds gauge
xhprof_ship_updated_timestamp_seconds TIME
# HELP xhprof_ship_rings Processes.
# TYPE xhprof_ship_rings gauge
xhprof_ship_rings 64
# HELP xhprof_ship_refused_rings Of these.
# TYPE xhprof_ship_refused_rings gauge
xhprof_ship_refused_rings 1
# HELP xhprof_ship_read_samples_total Read.
# TYPE xhprof_ship_read_samples_total counter
xhprof_ship_read_samples_total 384000
# HELP xhprof_ship_read_seconds_total Read.
# TYPE xhprof_ship_read_seconds_total counter
xhprof_ship_read_seconds_total 3840.000000001
# HELP xhprof_ship_late_samples_total Late.
# TYPE xhprof_ship_late_samples_total counter
xhprof_ship_late_samples_total 12

  agent     running since 2026-11-23 02:13:20, pid PID; numbers of 2 s ago
  rings     64, 1 refused: its log says why
  read      384,000 samples of 64.0 min
  spool     DIR, 2.86 MiB wait, 11.7 KiB in quarantine

clickhouse+https://ch.example:8443/xhprof  idle
  accepted  2 batches, 360,000 samples of 60.0 min; the last N s ago
  waits     nothing

pyroscope+http://a\b" [31m/  failing
  why       HTTP 503 try later
  next      attempt 7 in 4N s
  accepted  nothing
  waits     7 batches, 2.86 MiB
  refused   1 batch, 0 samples of 0 ns
            quarantine/pyroscope_http_a_b_31m_-c28a7869/*.txt says why
  lost      1 batch, 6,000 samples of 60.0 s: the spool was full

  lost      3 samples of 30.0 ms: overwritten in the rings before they were read

  late samples                        12

killed
not running

by the metrics
  agent     started since 2026-11-23 02:13:20; numbers of 2 s ago
  rings     64, 1 refused: its log says why
  read      384,000 samples of 64.0 min
  spool     2.86 MiB wait, 11.7 KiB in quarantine

clickhouse+https://ch.example:8443/xhprof  idle
  accepted  2 batches, 360,000 samples of 60.0 min; the last N s ago
  waits     nothing

pyroscope+http://a\b" [31m/  failing
  accepted  nothing
  waits     7 batches, 2.86 MiB
  refused   1 batch, 0 samples of 0 ns
  lost      1 batch, 6,000 samples of 60.0 s: the spool was full

  lost      3 samples of 30.0 ms: overwritten in the rings before they were read

  late samples                        12
{"is_running":null,"pid":null,"spool":null,"destinations":[{"to":"clickhouse+https:\/\/ch.example:8443\/xhprof","state":"idle","reason":"","attempts":0,"next_at":null},{"to":"pyroscope+http:\/\/a\\b\"\n\u001b[31m\/","state":"failing","reason":"","attempts":0,"next_at":null}],"refused":[]}
[{"labels":{"reason":"overwritten"},"value":30000000},{"labels":{"to":"pyroscope+http:\/\/a\\b\"\n\u001b[31m\/","reason":"room"},"value":60000000000}]

DIR/state.json is damaged
DIR/incoming is not the spool of an agent
DIR/other has no metrics of xhprof ship
DIR/none cannot be read
