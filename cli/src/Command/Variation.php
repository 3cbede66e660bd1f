<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Growth\Growth;
use XHProf\Cli\Growth\Sizes;
use XHProf\Cli\Problem;
use XHProf\Cli\Process\RunRequest;
use XHProf\Cli\Run\RunSet;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\View\GrowthView;

/** xhprof run --vary: the same command at several sizes, in turns. */
final class Variation
{
	/** The smallest size alone is run once before: it warms the caches of the same files. */
	private const WARM_UPS = 1;

	/** @var non-empty-list<non-empty-list<string>> the words of the command at each size */
	public readonly array $words;

	/** The exit status of all runs. */
	public int $status = 0;

	private function __construct(private readonly Sizes $sizes, private readonly Arguments $arguments)
	{
		$this->words = array_map(static fn (array $words): array => RunRequest::script($words, 'run'),
			$sizes->commands($arguments->rest));
	}

	/** Null: the arguments have no --vary. */
	public static function of(Arguments $arguments): ?self
	{
		$sizes = Sizes::of($arguments->values('vary'));
		foreach ($sizes === null ? ['fail-if', 'strict'] : ['against', 'log'] as $option) {
			if ($arguments->has($option)) {
				throw new Problem("--$option cannot be combined with "
					. ($sizes === null ? 'a run of one size only' : '--vary'),
					$sizes === null
						? '--vary N=100,200,400 runs several; xhprof diff compares two runs' : 'leave it out');
			}
		}
		array_map(GrowthView::condition(...), $arguments->values('fail-if'));

		return $sizes === null ? null : new self($sizes, $arguments);
	}

	/**
	 * @param non-empty-list<list<string>> $commands one for each size
	 * @return non-empty-list<RunSet>
	 */
	public function run(Repetition $repetition, array $commands, int $runs): array
	{
		$names = array_map($this->sizes->named(...), array_keys($this->sizes->sizes));
		$sets = $repetition->run($commands, $runs, $names, self::WARM_UPS);
		$statuses = $repetition->statuses;
		asort($statuses);
		$worst = array_key_last($statuses);
		if ($worst !== null && count(array_unique($statuses)) > 1) {
			throw new Problem("$names[$worst]: the script ended with status $statuses[$worst], at other sizes with "
				. reset($statuses), 'run it at that size alone: a script that fails has not done all of its work');
		}
		$this->status = $repetition->status;

		return $sets;
	}

	/** @param non-empty-list<RunSet> $sets as run() returns them */
	public function view(array $sets, Terminal $terminal): GrowthView
	{
		$growth = new Growth(array_map(static fn (string $size, RunSet $set): array => [(float) $size, $set],
			$this->sizes->sizes, $sets), $this->arguments->value('by', 'wt'));

		return new GrowthView($growth, $this->sizes->name, $this->arguments->values('fail-if'), $terminal);
	}

	/** "N=800". */
	public function greatest(): string
	{
		return $this->sizes->named(count($this->sizes->sizes) - 1);
	}
}
