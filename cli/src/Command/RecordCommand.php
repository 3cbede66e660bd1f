<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Live\Absence;
use XHProf\Cli\Live\Recorder;
use XHProf\Cli\Live\Target;
use XHProf\Cli\Problem;
use XHProf\Cli\Process\Signals;
use XHProf\Cli\Run\RunFile;
use XHProf\Cli\Run\RunFormat;
use XHProf\Cli\Saved\Dimension;
use XHProf\Cli\Saved\TraceId;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\ExitStatus;
use XHProf\Cli\Terminal\Json;
use XHProf\Cli\Terminal\Output;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\TimeExpression;
use XHProf\Cli\Terminal\Units;
use XHProf\Cli\View\RecordView;
use XHProf\Profile;

/** xhprof record: samples live processes for a while, and saves the sum. */
final class RecordCommand extends Command
{
	/**
	 * The time between two reads: short enough for the deepest stacks at the shortest interval, and long enough to cost
	 * nothing.
	 */
	private const TICK_US = 200_000;

	/** The number of values of --group-by that get a file of their own. All others share one. */
	private const MOST_VALUES = 100;
	private const OTHER = '(other)';

	private readonly string $format;
	private readonly string $file;
	private readonly string $by;
	private readonly int $duration_ns;

	/** Unix time: samples in the rings from then on are saved; null: only new samples are. */
	private readonly ?int $since;
	private readonly Target $target;
	private readonly Recorder $recorder;
	private int $signal = 0;

	public function __construct(Arguments $arguments, Terminal $terminal)
	{
		parent::__construct($arguments, $terminal);
		$this->duration_ns = $arguments->duration('duration', '30s', 's', 1_000_000_000, 86_400_000_000_000);
		$this->since = $this->last();
		$this->by = self::groups($arguments);
		$interval_ns = Target::interval($arguments, '1ms');
		$clock = $arguments->choice('clock', ['wall', 'cpu'], 'wall');
		$trace = TraceId::of($arguments);
		$this->format = $this->chooseFormat();
		$this->file = $arguments->value('out') ?? RunFile::newName('xhprof-live', RunFormat::ending($this->format));
		if ($this->file !== '-') {
			RunFile::needWritable($this->file);
		} elseif ($this->by !== '') {
			throw new Problem('--group-by writes a file for each value, not to the standard output',
				'give a file name: --out live.json.gz writes live-VALUE.json.gz');
		}
		$this->target = Target::of($arguments->rest, 'xhprof record [TARGET] --out FILE', true, true);
		$this->recorder = new Recorder($this->target->files(...), $interval_ns, $clock, $this->by,
			Target::budget($arguments), $trace, $this->target->doubt());
	}

	private function last(): ?int
	{
		$last = $this->arguments->value('last');
		foreach ($last === null ? [] : ['duration', 'interval', 'clock', 'budget'] as $other) {
			if ($this->arguments->has($other)) {
				throw new Problem("--last and --$other exclude each other",
					"--last 60s saves samples that the rings already hold, --$other applies to new samples");
			}
		}

		return $last === null ? null : TimeExpression::of('--last', $last, time());
	}

	public function run(): int
	{
		if ($this->since !== null) {
			$this->recorder->readSince($this->since);
			$this->finish((time() - $this->since) * 1_000_000_000);

			return ExitStatus::OK;
		}
		// Without the extension pcntl, a signal ends this process at once, and the others then stop by themselves.
		Signals::catchEnd(function (int $number): void {
			$this->signal = $number;
		});
		$begin = hrtime(true);
		try {
			$this->record($begin + $this->duration_ns);
		} finally {
			$this->recorder->release();
			$this->progress('');
		}
		$this->finish(hrtime(true) - $begin);

		return ExitStatus::OK;
	}

	private function finish(int $took_ns): void
	{
		$profiles = $this->recorder->finish();
		if ($profiles === []) {
			throw $this->nothing($took_ns);
		}
		$this->report($took_ns, $this->save($profiles));
	}

	/** The dimension to group by, as for Ring::read(). */
	private static function groups(Arguments $arguments): string
	{
		$by = Dimension::of($arguments)?->ofRings() ?? '';

		return !Dimension::isPart($by) ? $by
			: throw new Problem("a request has many {$by}s, and its samples cannot be split into a file for each",
				"xhprof top FILE --group-by $by shows those of a recording");
	}

	private function chooseFormat(): string
	{
		$format = RunFormat::chosen($this->arguments, $this->arguments->value('out')) ?? RunFormat::best();
		RunFormat::needSampled($format);

		return $format;
	}

	private function record(int $end): void
	{
		$shownAt = 0;
		$absence = new Absence($this->target, $this->arguments->has('duration'), $this->arguments->has('quiet'));
		$this->tick($absence);
		while ($this->signal === 0 && ($left = $end - hrtime(true)) > 0) {
			if (hrtime(true) - $shownAt >= 1_000_000_000) {
				$seconds = (int) ceil($left / 1e9);
				$this->progress('xhprof: recording ' . Units::of($this->recorder->count(), 'process', 'processes')
					. ", $seconds s left; Ctrl-C ends it and saves");
				$shownAt = hrtime(true);
			}
			usleep((int) min(self::TICK_US, $left / 1000 + 1)); // a signal ends it
			$this->tick($absence);
		}
	}

	private function tick(Absence $absence): void
	{
		$this->recorder->tick();
		$absence->tick($this->recorder->totals()['processes'] > 0, $this->recorder->refused());
	}

	private function progress(string $text): void
	{
		if (!$this->arguments->has('quiet')) {
			$this->terminal->progress($text);
		}
	}

	private function nothing(int $took_ns): Problem
	{
		$refused = $this->recorder->refused();
		if ($refused !== []) {
			return new Problem('nothing was sampled: ' . array_key_first($refused), (string) reset($refused));
		}

		$trace = TraceId::of($this->arguments);
		if ($trace !== null) {
			return new Problem("no sample belongs to the trace $trace", 'xhprof slow --trace ID lists its '
				. 'finished requests; malformed traceparent headers are ignored');
		}
		if ($this->since !== null) {
			return new Problem('the rings have no samples since ' . date('H:i:s', $this->since),
				'set xhprof.live_interval=10ms in php.ini, so that processes sample continuously; '
					. 'without --last, record samples from now on');
		}

		$isEmpty = $this->recorder->totals()['processes'] === 0;

		return new Problem('nothing was sampled in ' . Units::time($took_ns) . ': '
			. ($isEmpty ? 'no process of ' . $this->target->name() . ' was alive' : 'no process ran a request'),
			$isEmpty ? Absence::advice($this->target) : '--duration TIME records for longer');
	}

	/**
	 * @param non-empty-array<string, Profile> $profiles
	 * @return non-empty-list<array{value: string|null, profile: Profile, file: string}>
	 */
	private function save(array $profiles): array
	{
		$names = [];
		$profiles = $this->bounded($profiles);

		return array_map(function (int|string $value, Profile $profile) use (&$names): array {
			$file = $this->by === '' ? $this->file : $this->fileOf((string) $value, $names);
			RunFile::save($profile, $this->format, $file);

			return ['value' => $this->by === '' ? null : (string) $value, 'profile' => $profile, 'file' => $file];
		}, array_keys($profiles), $profiles);
	}

	/**
	 * The values with most time first; beyond a number of them, all others as one.
	 *
	 * @param non-empty-array<string, Profile> $profiles
	 * @return non-empty-array<string, Profile>
	 */
	private function bounded(array $profiles): array
	{
		uasort($profiles,
			static fn (Profile $a, Profile $b): int => $b->summary()['wall_ns'] <=> $a->summary()['wall_ns']);
		$rest = array_slice($profiles, self::MOST_VALUES, null, true);
		if ($rest === []) {
			return $profiles;
		}
		$shown = array_slice($profiles, 0, self::MOST_VALUES, true);
		$shown[self::OTHER] = reset($rest)->merge(...array_values(array_slice($rest, 1)),
			...array_values(array_intersect_key($shown, [self::OTHER => 0])));

		return $shown;
	}

	/**
	 * "live.json.gz" of "/cart" is "live-cart.json.gz".
	 *
	 * @param array<string, true> $names those in use
	 */
	private function fileOf(string $value, array &$names): string
	{
		$ending = RunFormat::ending($this->format);
		$end = str_ends_with($this->file, $ending) ? $ending : (string) strrchr(basename($this->file), '.');
		$stem = substr($this->file, 0, strlen($this->file) - strlen($end));
		$name = trim(substr((string) preg_replace('/[^\w.-]+/', '_', $value), 0, 80), '_.') ?: 'root';
		$unique = $name;
		for ($i = 2; isset($names[$unique]); $i++) {
			$unique = "$name-$i";
		}
		$names[$unique] = true;

		return "$stem-$unique$end";
	}

	/** @param non-empty-list<array{value: string|null, profile: Profile, file: string}> $saved */
	private function report(int $took_ns, array $saved): void
	{
		$view = new RecordView($this->recorder, $this->terminal, $this->target->name(), $took_ns,
			$this->since === null);
		if ($this->arguments->has('json')) {
			$json = Json::encode('record', $view->data($saved, $this->format, $this->by));
			$this->file === '-' ? $this->terminal->write($json) : Output::write($json);
		} elseif (!$this->arguments->has('quiet')) {
			$this->terminal->write($view->text($saved, $this->format));
		}
	}
}
