<?php
declare(strict_types=1);

namespace XHProf\Fleet\Command;

use XHProf\Cli\Live\Target;
use XHProf\Cli\Problem;
use XHProf\Cli\Process\OpenFolder;
use XHProf\Cli\Process\Signals;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\ExitStatus;
use XHProf\Cli\Terminal\Json;
use XHProf\Cli\Terminal\Output;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;
use XHProf\Fleet\Agent\Agent;
use XHProf\Fleet\Agent\Collector;
use XHProf\Fleet\Agent\Counters;
use XHProf\Fleet\Agent\Destination;
use XHProf\Fleet\Agent\Labels;
use XHProf\Fleet\Agent\Ledger;
use XHProf\Fleet\Agent\Outbox;
use XHProf\Fleet\Agent\Runs;
use XHProf\Fleet\Agent\Series;
use XHProf\Fleet\Agent\Spool;
use XHProf\Fleet\Agent\SpoolFolder;
use XHProf\Fleet\Agent\State;
use XHProf\Fleet\Agent\Version;
use XHProf\Fleet\Agent\Window;
use XHProf\Fleet\Destination\Destinations;
use XHProf\Fleet\Http\Endpoint;
use XHProf\Fleet\View\ShipView;

/** xhprof ship: profiles live processes all the time, and sends the profiles to places that keep them. */
final class ShipCommand
{
	private const USAGE = 'xhprof ship --to URL [--live-dir DIR] [--spool DIR]';

	private const STATE_S = 5;

	private readonly Counters $counters;
	private bool $isOver = false;

	/** @var list<string> why processes cannot be read from outside, as it was said */
	private array $said = [];

	/** @var list<string> why its files could not be written, as it was said */
	private array $faults = [];

	public function __construct(private readonly Arguments $arguments, private readonly Terminal $terminal)
	{
		if ($arguments->rest !== []) {
			throw new Problem("unexpected argument \"{$arguments->rest[0]}\": ship takes options only", self::USAGE);
		}
		$this->counters = new Counters();
	}

	public function run(): int
	{
		if ($this->arguments->has('status')) {
			return $this->status();
		}
		if ($this->arguments->has('requeue')) {
			return $this->requeue();
		}
		$destinations = $this->destinations();
		if ($this->arguments->has('setup')) {
			return self::setUp($destinations);
		}
		$agent = $this->agent($destinations);
		$this->catchSignals();
		$this->say('ships to ' . implode(', ', array_keys($destinations)));
		$this->loop($agent);
		$agent->stop();
		$this->writeState($agent);
		$this->say('ends');

		return ExitStatus::OK;
	}

	/** @return non-empty-array<string, Destination> by name */
	private function destinations(): array
	{
		$destinations = [];
		Endpoint::needOwnSecrets($this->arguments->values('to'));
		foreach ($this->arguments->values('to') as $url) {
			$destination = Destinations::of($url);
			if (isset($destinations[$destination->name()])) {
				throw new Problem("two destinations have the name {$destination->name()}",
					'run an agent with its own spool for each');
			}
			$destinations[$destination->name()] = $destination;
		}

		return $destinations !== [] ? $destinations : throw new Problem('no destination', self::USAGE);
	}

	/** @param array<string, Destination> $destinations */
	private static function setUp(array $destinations): int
	{
		foreach ($destinations as $name => $destination) {
			Output::write("$name\n  " . implode("\n  ", $destination->setUp()) . "\n");
		}

		return ExitStatus::OK;
	}

	/** @param non-empty-array<string, Destination> $destinations */
	private function agent(array $destinations): Agent
	{
		$names = array_keys($destinations);
		$folder = $this->arguments->value('spool') === null ? null
			: new SpoolFolder((string) $this->arguments->value('spool'));
		$bytes = $this->arguments->number('spool-mb', 256, 1) << 20;
		$spool = $folder === null ? Spool::inMemory($names, $this->counters)
			: Spool::onDisk($folder, $names, $this->counters, $bytes);
		$log = $this->say(...);
		$outbox = new Outbox(array_values($destinations), $spool, $this->counters, $log);
		$window_s = intdiv($this->arguments->duration('window', '60s', 's', 1_000_000_000, 3_600_000_000_000, 's'),
			1_000_000_000);
		$ledger = new Ledger($folder?->folder);
		$labels = $this->labels();
		$collector = new Collector($this->rings(), Target::interval($this->arguments, '10ms'),
			$this->arguments->choice('clock', ['wall', 'cpu'], 'wall'), $labels, $ledger->read($spool->has(...)));

		return new Agent($collector, $labels, new Window($window_s, Window::clock(...)), $ledger, $outbox,
			$this->runs($labels, $folder), $folder !== null, $this->counters, $log, $window_s);
	}

	private function runs(Labels $labels, ?SpoolFolder $folder): ?Runs
	{
		$runs = $this->arguments->value('saved-runs');
		$isKept = $this->arguments->choice('saved-runs-keep', ['yes', 'no'], 'yes') === 'yes';
		if ($runs === null) {
			return null;
		}
		if (!is_dir($runs)) {
			throw new Problem("$runs: no such folder", '--saved-runs takes the xhprof.output_dir of the processes');
		}
		if (!$isKept && $folder === null) {
			throw new Problem('without a spool, a removed run would be in memory only', '--spool DIR');
		}
		$problem = $isKept ? '' : (string) OpenFolder::of($runs)?->problem();
		if ($problem !== '') {
			throw new Problem("root removes no runs in $runs, as another user can replace that folder: $problem",
				'run the agent as the user of that folder, or with --saved-runs-keep yes');
		}

		return new Runs($runs, $folder === null ? null : "$folder->folder/runs",
			static fn (array $tags, string $php): Series => $labels->admit($labels->series('', $php, $tags)), $isKept,
			$folder === null ? null : "$folder->folder/quarantine/runs");
	}

	private function labels(): Labels
	{
		$host = $this->arguments->value('host') ?? (string) gethostname();

		return new Labels(Labels::clean($this->arguments->value('service', 'php')),
			Labels::clean($this->arguments->value('env', '')), Labels::clean($host), version: $this->version());
	}

	private function version(): ?Version
	{
		[$version, $path] = [$this->arguments->value('version'), $this->arguments->value('version-from')];
		if ($version !== null && $path !== null) {
			throw new Problem('--version and --version-from exclude each other', 'give one of them');
		}

		return $path !== null ? Version::from($path) : ($version !== null ? Version::fixed($version) : null);
	}

	/** @return \Closure(): list<string> the rings that there are now */
	private function rings(): \Closure
	{
		$folders = $this->arguments->values('live-dir')
			?: array_filter([rtrim((string) ini_get('xhprof.live_dir'), '/')]);
		$targets = array_map(Target::outside(...), $this->arguments->values('attach'));
		if ($folders === [] && $targets === [] && !$this->arguments->has('saved-runs')) {
			throw new Problem('no rings: xhprof.live_dir is not set for this PHP, ' . PHP_BINARY,
				'give the folder of the rings: --live-dir DIR, or a pool of php-fpm without the module: --attach POOL');
		}
		foreach ($folders as $folder) {
			$targets[] = Target::in($folder);
			if (!is_dir($folder)) {
				$this->say("$folder: there is no such folder yet");
			}
		}

		return fn (): array => array_merge(...array_map(function (Target $target): array {
			$files = $target->files();
			foreach (array_diff(array_unique($target->problems()), $this->said) as $problem) {
				$this->said[] = $problem;
				$this->say($target->name() . ": $problem");
			}

			return $files;
		}, $targets));
	}

	/**
	 * Without the extension pcntl, a signal ends the agent at once. The next agent then reads from the rings what is
	 * not in the spool.
	 */
	private function catchSignals(): void
	{
		$isCaught = Signals::catchEnd(function (): void {
			$this->isOver = true;
		});
		if (!$isCaught) {
			$this->say('this PHP lacks the extension pcntl: a signal ends the agent before its last window is sent');
		}
	}

	private function loop(Agent $agent): void
	{
		$writtenAt = 0;
		while (!$this->isOver) {
			$wait_s = $agent->tick();
			if (hrtime(true) - $writtenAt >= self::STATE_S * 1e9) {
				$this->writeState($agent);
				$writtenAt = hrtime(true);
			}
			if (!$this->isOver) {
				usleep((int) ($wait_s * 1e6)); // a signal ends it
			}
		}
	}

	/**
	 * Writes the files for `--status` and for Prometheus. A fault of one does not keep the other from being written,
	 * because an operator has to learn of a spool whose disk is full.
	 */
	private function writeState(Agent $agent): void
	{
		$spool = $this->arguments->value('spool');
		$file = $this->arguments->value('metrics-file');
		$states = $agent->states();
		$faults = [];
		if ($spool !== null) {
			$faults[] = self::fault(fn () => State::save($spool, $states, $this->counters, $agent->refused()));
		}
		if ($file !== null) {
			$faults[] = self::fault(fn () => $this->counters->write($file));
		}
		array_map($this->say(...), array_diff($faults, $this->faults, ['']));
		$this->faults = $faults;
	}

	/**
	 * The reason why something could not be written; "": it was written.
	 *
	 * @param \Closure(): void $write
	 */
	private static function fault(\Closure $write): string
	{
		try {
			$write();

			return '';
		} catch (Problem $problem) {
			return $problem->getMessage();
		}
	}

	/** Shows the state of another agent. */
	private function status(): int
	{
		$spool = $this->arguments->value('spool');
		$file = $this->arguments->value('metrics-file');
		$state = match (true) {
			$spool !== null => State::ofSpool($spool),
			$file !== null => State::ofMetrics($file),
			default => throw new Problem('no agent given',
				'xhprof ship --status --spool DIR, or --metrics-file FILE'),
		};
		$view = new ShipView($state, new Terminal(STDOUT), time());
		Output::write($this->arguments->has('json') ? Json::encode('ship', $view->data()) : $view->text());

		return $state->isRunning === false ? ExitStatus::WORSE : ExitStatus::OK;
	}

	/** Requeues the batches that destinations refused. */
	private function requeue(): int
	{
		$folder = $this->arguments->value('spool')
			?? throw new Problem('no spool given', 'xhprof ship --requeue --spool DIR');
		if (!is_file("$folder/lock")) {
			throw new Problem("$folder is not the spool of an agent");
		}
		$files = new SpoolFolder($folder);
		$count = $files->requeue();
		$files->close();
		Output::write($count === 0 ? "nothing is in quarantine\n"
			: Units::of($count, 'batch waits', 'batches wait') . " again, for the agent that starts next\n");

		return ExitStatus::OK;
	}

	/** A line of the log. */
	private function say(string $text): void
	{
		$this->terminal->write('xhprof: ' . Text::plain($text) . "\n");
	}
}
