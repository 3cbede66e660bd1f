--TEST--
Each destination gets each batch once, in order, at its own pace: outages wait, poison is set aside, an end keeps the rest
--FILE--
<?php
require __DIR__ . '/../stub.inc';

use XHProf\Cli\Problem;
use XHProf\Fleet\Agent\Backoff;
use XHProf\Fleet\Agent\Batch;
use XHProf\Fleet\Agent\BatchPart;
use XHProf\Fleet\Agent\Counters;
use XHProf\Fleet\Agent\Delivery;
use XHProf\Fleet\Agent\Destination;
use XHProf\Fleet\Agent\Outbox;
use XHProf\Fleet\Agent\Outcome;
use XHProf\Fleet\Agent\Spool;
use XHProf\Fleet\Agent\SpoolFolder;

/* Does what its script says, once each; the last for ever: an Outcome, an exception, or null for what never ends. */
final class Scripted implements Destination
{
	public array $sent = [];
	public function __construct(private readonly string $name, public array $script,
		private readonly array $kinds = ['samples']) {}
	public function name(): string { return $this->name; }
	public function takes(string $kind): bool { return in_array($kind, $this->kinds, true); }
	public function setUp(): array { return []; }
	public function send(Batch $batch): Delivery
	{
		$this->sent[] = "$batch->number:" . implode('+', array_map(fn ($part) => $part->kind, $batch->parts));
		$outcome = count($this->script) > 1 ? array_shift($this->script) : $this->script[0];
		if ($outcome instanceof Throwable) {
			throw $outcome;
		}
		return new class ($outcome) implements Delivery {
			public function __construct(private readonly ?Outcome $outcome) {}
			public function poll(): ?Outcome { return $this->outcome; }
			public function abort(): void { echo "  given up\n"; }
		};
	}
}

function outbox(Spool $spool, Counters $counters, float $leastS, Scripted ...$destinations): Outbox
{
	return new Outbox($destinations, $spool, $counters, fn (string $line) => print("  log: $line\n"),
		fn () => new Backoff($leastS, $leastS, fn () => 1.0));
}

function tell(Outbox $outbox, Scripted ...$destinations): void
{
	foreach ($outbox->states() as $i => $state) {
		$state['next_s'] = $state['next_s'] === null ? null : round($state['next_s'], -3); // some seconds have gone by
		echo "$state[to] got ", implode(' ', $destinations[$i]->sent), '; ', json_encode($state), "\n";
	}
}

function window(int $from, BatchPart ...$parts): Batch
{
	return new Batch('x-' . $from / 60, 5, intdiv($from, 60), $from, $from + 60, $parts);
}

$yes = Outcome::accepted();

echo "an outage of one\n";
$counters = new Counters();
$a = new Scripted('a', [$yes]);
$b = new Scripted('b', [Outcome::later('HTTP 503')]);
$outbox = outbox(Spool::inMemory(['a', 'b'], $counters), $counters, 20_000.0, $a, $b);
for ($i = 1; $i <= 3; $i++) {
	$outbox->put(window(60 * $i, fleet_part()));
}
for ($i = 0; $i < 10; $i++) {
	$outbox->tick();
}
tell($outbox, $a, $b);
echo $outbox->isBusy() ? "busy\n" : "not busy\n";
$b->script = [$yes];
$outbox->close(60);
tell($outbox, $a, $b);

echo "what was asked for, and jitter\n";
$backoff = new Backoff(1.0, 8.0, fn () => 0.5);
echo json_encode(array_map(fn ($asked) => $backoff->failed($asked), [null, null, null, null, null, 7.0, -1.0, 1e9])),
	"\n";
$backoff->succeeded();
echo json_encode([$backoff->failed(null), (new Backoff(1.0, 8.0, fn () => 0.0))->failed(3.0)]), "\n";

echo "poison and problems\n";
$counters = new Counters();
$a = new Scripted('a', [Outcome::poison("HTTP 400 \e[31mno\nsuch"), new Problem('the secret cannot be read'), $yes,
	new RuntimeException('no such thing'), $yes]);
$outbox = outbox(Spool::inMemory(['a'], $counters), $counters, 0.0, $a);
for ($i = 1; $i <= 4; $i++) {
	$outbox->put(window(60 * $i, fleet_part()));
}
for ($i = 0; $i < 10; $i++) {
	$outbox->tick();
}
tell($outbox, $a);

echo "kinds\n";
$counters = new Counters();
$a = new Scripted('a', [$yes]);
$b = new Scripted('b', [$yes], ['trace']);
$outbox = outbox(Spool::inMemory(['a', 'b'], $counters), $counters, 0.0, $a, $b);
$outbox->put(window(0, fleet_part()));
$outbox->put(window(60, fleet_part(), fleet_part(1, '/x', 'trace'), fleet_part(1, '/y', 'alloc')));
$outbox->close(60);
tell($outbox, $a, $b);
echo $counters->get('left_out_parts_total', ['to' => 'a', 'kind' => 'trace']),
	$counters->get('left_out_parts_total', ['to' => 'a', 'kind' => 'alloc']),
	$counters->get('left_out_parts_total', ['to' => 'b', 'kind' => 'samples']),
	$counters->get('left_out_parts_total', ['to' => 'b', 'kind' => 'alloc']), "\n";

echo "the end, while it hangs\n";
$folder = fleet_folder(__FILE__);
$counters = new Counters();
$a = new Scripted('a', [null]);
$outbox = outbox(Spool::onDisk(new SpoolFolder($folder), ['a'], $counters, 1 << 20), $counters, 0.0, $a);
$outbox->put(window(0, fleet_part()));
$outbox->put(window(60, fleet_part()));
$outbox->tick();
echo $outbox->isBusy() ? "busy\n" : "NOT BUSY\n";
$outbox->close(0.01);
unset($outbox);
$a = new Scripted('a', [$yes]);
$counters = new Counters();
$outbox = outbox(Spool::onDisk(new SpoolFolder($folder), ['a'], $counters, 1 << 20), $counters, 0.0, $a);
$outbox->put(window(120, fleet_part()));
$outbox->close(60);
tell($outbox, $a);
echo count(glob("$folder/queue/*/*.batch")), ' left, ',
	$counters->get('accepted_batches_total', ['to' => 'a']), " accepted\n";
?>
--EXPECT--
an outage of one
  log: b: HTTP 503; batches wait
a got 1:samples 2:samples 3:samples; {"to":"a","state":"idle","reason":"","attempts":0,"next_s":null}
b got 1:samples; {"to":"b","state":"failing","reason":"HTTP 503","attempts":1,"next_s":20000}
not busy
  log: b accepts batches again, after 1 attempts
a got 1:samples 2:samples 3:samples; {"to":"a","state":"idle","reason":"","attempts":0,"next_s":null}
b got 1:samples 1:samples 2:samples 3:samples; {"to":"b","state":"idle","reason":"","attempts":0,"next_s":null}
what was asked for, and jitter
[0.5,1,2,4,4,11,4,3604]
[0.5,3]
poison and problems
  log: a refuses a batch: HTTP 400  [31mno such
  log: a: the secret cannot be read; batches wait
  log: a accepts batches again, after 1 attempts
  log: a refuses a batch: it cannot be sent: no such thing
a got 1:samples 2:samples 2:samples 3:samples 4:samples; {"to":"a","state":"idle","reason":"","attempts":0,"next_s":null}
kinds
a got 0:samples 1:samples; {"to":"a","state":"idle","reason":"","attempts":0,"next_s":null}
b got 1:trace; {"to":"b","state":"idle","reason":"","attempts":0,"next_s":null}
1121
the end, while it hangs
busy
  given up
a got 0:samples 1:samples 2:samples; {"to":"a","state":"idle","reason":"","attempts":0,"next_s":null}
0 left, 3 accepted
