--TEST--
The agent sends saved runs beside the windows, each once, and runs of too many labels as (other); a run that no destination takes stays
--FILE--
<?php
require __DIR__ . '/../runs/runs.inc';

use XHProf\Fleet\Agent\{
	Agent, Batch, Collector, Counters, Delivery, Destination, Labels, Ledger, NoDelivery, Outbox, Runs, Spool, Window
};

final class Recording implements Destination
{
	public array $batches = [];

	public function name(): string
	{
		return 'recording';
	}

	public function takes(string $kind): bool
	{
		return $kind === 'trace';
	}

	public function send(Batch $batch): Delivery
	{
		$this->batches[] = $batch;

		return new NoDelivery();
	}

	public function setUp(): array
	{
		return [];
	}
}

$folder = own_folder();
for ($i = 1; $i <= 3; $i++) {
	save_pairs($folder, sprintf('%016x', $i), 'json', meta(['route' => "r$i"]));
}
XHProf\Profile::fromStacks([['frames' => ['main()'], 'samples' => 1, 'wall_ns' => 1, 'cpu_ns' => 1]])->export('json',
	"$folder/" . saved_name('0000000000000004', 'json'));
$labels = new Labels('shop', '', 'web1', 2);
$counters = new Counters();
$recording = new Recording();
$outbox = new Outbox([$recording], Spool::inMemory(['recording'], $counters), $counters,
	fn (string $line) => print("$line\n"));
$runs = new Runs($folder, null,
	fn (array $tags, string $php) => $labels->admit($labels->series('', $php, $tags)), true, null, 0.0);
$agent = new Agent(
	new Collector(fn () => [], 10_000_000, 'wall', $labels, null), $labels, new Window(60, Window::clock(...)),
	new Ledger(null), $outbox,
	$runs, false, $counters, fn (string $line) => print("$line\n"), 60);
for ($end = hrtime(true) + 180e9;
	count($recording->batches) + $runs->counters()['runs_left'] < 4 && hrtime(true) < $end;) {
	usleep((int) (1e6 * $agent->tick()));
}
$agent->stop();
foreach ($recording->batches as $batch) {
	foreach ($batch->parts as $part) {
		echo $batch->id, ' ', $part->kind, ' ', json_encode($part->series->labels()), ' ',
			$part->profile->summary()['calls'], " calls\n";
	}
}
echo preg_replace('/^(?!xhprof_ship_runs).*\n/m', '', $counters->text());
?>
--EXPECT--
run-0000000000000001 trace {"service":"shop","host":"web1","php":"8.2.36","route":"r1"} 4 calls
run-0000000000000002 trace {"service":"shop","host":"web1","php":"8.2.36","route":"r2"} 4 calls
run-0000000000000003 trace {"service":"shop","host":"web1","php":"8.2.36","route":"(other)"} 4 calls
xhprof_ship_runs_taken_total 3
xhprof_ship_runs_left_total 1
xhprof_ship_runs_damaged_total 0
xhprof_ship_runs_unreadable_total 0
xhprof_ship_runs_failed_reads_total 0
xhprof_ship_runs_not_removed_total 0
xhprof_ship_runs_unwritten_ids_total 0
xhprof_ship_runs_waiting 0
