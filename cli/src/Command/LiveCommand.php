<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Live\CommonCause;
use XHProf\Cli\Live\Choice;
use XHProf\Cli\Live\Databases;
use XHProf\Cli\Live\Pool;
use XHProf\Cli\Live\PoolSnapshot;
use XHProf\Cli\Live\PoolView;
use XHProf\Cli\Live\Target;
use XHProf\Cli\Problem;
use XHProf\Cli\Run\Reduction;
use XHProf\Cli\Run\RunFile;
use XHProf\Cli\Run\RunFormat;
use XHProf\Cli\Saved\Dimension;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\ExitStatus;
use XHProf\Cli\Terminal\Json;
use XHProf\Cli\Terminal\Output;
use XHProf\Cli\Terminal\Screen;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Units;

/** xhprof live: what the processes of a target do, once a second. */
final class LiveCommand extends Command
{
	private const EVERY_S = 1.0;

	private readonly Target $target;
	private readonly Pool $pool;
	private readonly Choice $choice;
	private readonly Databases $databases;
	private readonly int $seconds;

	/** @var list<string> of components */
	private readonly array $rules;
	private ?float $recordedFrom = null;
	private int $signal = 0;

	public function __construct(Arguments $arguments, Terminal $terminal)
	{
		parent::__construct($arguments, $terminal);
		$this->choice = new Choice();
		$this->choice->intervalNs = Target::interval($arguments, '40ms');
		$this->choice->clock = $arguments->choice('clock', ['wall', 'cpu'], 'wall');
		$this->choice->sort = $arguments->choice('sort', ['own', 'incl'], 'own');
		$this->choice->order = $arguments->choice('sort-workers', Choice::ORDERS, 'time');
		$this->choice->filter = $arguments->value('filter', '');
		$this->choice->uri = $arguments->value('uri', '');
		$this->choice->by = Dimension::of($arguments)?->ofRings() ?? '';
		if ($this->choice->uri !== '' && str_starts_with($this->choice->by, 'tag:')) {
			throw new Problem('--uri and --group-by tag:KEY exclude each other', 'leave one of them out');
		}
		$this->databases = Databases::of($arguments);
		$this->rules = Reduction::rules($arguments);
		$this->seconds = $this->duration();
		$this->target = Target::of($arguments->rest, 'xhprof live [TARGET]', mayBeOutside: true);
		$this->pool = new Pool($this->target->files(...), Target::budget($arguments), $this->target->doubt());
	}

	/** @return int seconds; 0: until a signal */
	private function duration(): int
	{
		[$default, $least] = $this->arguments->has('json') ? ['0s', 0] : ['1s', 1_000_000_000];

		return intdiv($this->arguments->duration('duration', $default, 's', $least, whole: 's'), 1_000_000_000);
	}

	public function run(): int
	{
		$this->catchSignals();
		$isText = $this->arguments->has('json') || $this->arguments->has('duration') || !Screen::isPossible();
		try {
			$this->pool->refresh();
			$this->ask();
			$isText ? $this->print() : $this->show();
		} finally {
			$this->pool->release();
		}
		$this->endBySignal();

		return $this->signal > 0 ? 128 + $this->signal : ExitStatus::OK;
	}

	/** Prints a line of JSON each second, or a page of text at the end. */
	private function print(): void
	{
		$isJson = $this->arguments->has('json');
		$limit = $this->arguments->number('limit', 25, 1);
		for ($second = 1; $this->signal === 0 && ($this->seconds === 0 || $second <= $this->seconds); $second++) {
			usleep((int) (self::EVERY_S * 1e6));
			$snapshot = $this->look();
			if ($isJson && !Output::write(Json::encode('live', $snapshot->data($this->choice, $limit), 0))) {
				return;
			}
		}
		if (!$isJson && isset($snapshot)) {
			Output::write(
				(new PoolView($this->terminal, $snapshot, $this->choice, $this->terminal->width))->text($limit));
		}
	}

	private function show(): void
	{
		$screen = new Screen();
		try {
			$screen->open();
			$this->follow($screen);
		} finally {
			$screen->close();
		}
		$said = $this->save();
		if ($said !== '') {
			fwrite(STDERR, "xhprof: $said\n");
		}
	}

	private function follow(Screen $screen): void
	{
		$snapshot = $this->snapshot();
		$next = hrtime(true) / 1e9 + self::EVERY_S;
		do {
			[$width, $height] = $screen->size();
			$screen->draw((new PoolView($this->terminal, $snapshot, $this->choice, $width))->screen($height));
			$keys = $screen->keys(max(0.0, $next - hrtime(true) / 1e9));
			foreach ($keys as $key) {
				if ($this->obey($this->choice->press($key,
					$snapshot->sorted($this->choice->order, $this->choice->uri)))) {
					return;
				}
			}
			$isDue = hrtime(true) / 1e9 >= $next;
			if (!$this->choice->isPaused && ($isDue || $keys !== [])) {
				$snapshot = $isDue ? $this->look() : $this->snapshot();
			}
			$next = $isDue ? hrtime(true) / 1e9 + self::EVERY_S : $next;
		} while ($this->signal === 0);
	}

	/** @return bool whether to quit */
	private function obey(string $wish): bool
	{
		if ($wish === 'clock' || $wish === 'forget') {
			$this->pool->forget(); // it would be a mixture
		}
		if ($wish === 'clock' || $wish === 'ask') {
			$this->ask();
		}
		if ($wish === 'record') {
			$this->record();
		}

		return $wish === 'quit';
	}

	private function ask(): void
	{
		if ($this->choice->isPaused) {
			$this->pool->release();
		} else {
			$this->pool->ask($this->choice->intervalNs, $this->choice->clock);
		}
	}

	private function look(): PoolSnapshot
	{
		$this->pool->refresh();
		$this->pool->read($this->choice->uri, Dimension::isPart($this->choice->by) ? '' : $this->choice->by);

		return $this->snapshot();
	}

	private function snapshot(): PoolSnapshot
	{
		$chosen = $this->choice->chosen;

		return new PoolSnapshot($this->target->name(), microtime(true), $this->pool->rows(), $this->pool->ended(),
			$this->pool->sampling(), $this->pool->functions($chosen, $this->choice->by, $this->rules),
			$chosen !== null && $this->choice->isStack ? $this->pool->stack($chosen) : null,
			$this->recordedFrom === null ? null : (int) (hrtime(true) / 1e9 - $this->recordedFrom),
			CommonCause::of($this->pool->waits(), $this->target->filesOf(...), $this->databases));
	}

	private function record(): void
	{
		if ($this->recordedFrom !== null) {
			$this->choice->message = $this->save();
		} else {
			$this->recordedFrom = hrtime(true) / 1e9;
			$this->pool->record();
			$this->choice->message = 'recording; r writes the profile';
		}
	}

	/** Writes the recording to a file. Returns a message about it. */
	private function save(): string
	{
		if ($this->recordedFrom === null) {
			return '';
		}
		$seconds = (int) round(hrtime(true) / 1e9 - $this->recordedFrom);
		$this->recordedFrom = null;
		$profile = $this->pool->recorded();
		if ($profile === null) {
			return 'nothing was sampled, so no file was written';
		}
		$format = RunFormat::best();
		$file = RunFile::newName('xhprof-live', RunFormat::ending($format));
		try {
			RunFile::save($profile, $format, $file);
		} catch (Problem | \RuntimeException $e) {
			return "not written: {$e->getMessage()}";
		}

		return "wrote $file: $seconds s, " . Units::of($profile->summary()['samples'] ?? 0, 'sample');
	}

	/**
	 * Catches signals with pcntl, so that samplers need not wait for the end of the lease. Without pcntl, a signal ends
	 * this process.
	 */
	private function catchSignals(): void
	{
		if (!function_exists('pcntl_signal') || !function_exists('pcntl_async_signals')) {
			return;
		}
		pcntl_async_signals(true);
		foreach ([SIGINT, SIGTERM, SIGHUP, SIGQUIT] as $signal) {
			pcntl_signal($signal, function (int $signal): void {
				$this->signal = $signal;
			}, false);
		}
	}

	private function endBySignal(): void
	{
		if ($this->signal > 0 && function_exists('posix_kill')) {
			$this->target->end();
			pcntl_signal($this->signal, SIG_DFL);
			posix_kill((int) getmypid(), $this->signal);
		}
	}
}
