<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Breakdown\Queries;
use XHProf\Cli\Code\Files;
use XHProf\Cli\Code\FunctionCode;
use XHProf\Cli\Code\Lines;
use XHProf\Cli\Comparison\SetDiff;
use XHProf\Cli\Comparison\Threshold;
use XHProf\Cli\Growth\Growth;
use XHProf\Cli\Growth\TaggedRuns;
use XHProf\Cli\Input\MergedRuns;
use XHProf\Cli\Input\RunFinder;
use XHProf\Cli\Input\RunGroups;
use XHProf\Cli\Input\RunLoader;
use XHProf\Cli\Metric\Metric;
use XHProf\Cli\Problem;
use XHProf\Cli\Process\Reach;
use XHProf\Cli\Run\Reduction;
use XHProf\Cli\Run\RunFile;
use XHProf\Cli\Run\RunSet;
use XHProf\Cli\Saved\Dimension;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\ExitStatus;
use XHProf\Cli\Terminal\Json;
use XHProf\Cli\Terminal\Output;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\View\AllocView;
use XHProf\Cli\View\DiffMarkdown;
use XHProf\Cli\View\DiffView;
use XHProf\Cli\View\DistortionView;
use XHProf\Cli\View\FunctionDiffView;
use XHProf\Cli\View\FunctionView;
use XHProf\Cli\View\GroupView;
use XHProf\Cli\View\GrowthView;
use XHProf\Cli\View\QueriesView;
use XHProf\Cli\View\Report;
use XHProf\Cli\View\SourceView;
use XHProf\Cli\View\SpreadView;
use XHProf\Profile;

/** The commands that look into runs in files. */
final class FileCommands
{
	private const ORDERS = ['own', 'incl'];

	/** @var list<string> that are compared */
	private array $files = [];

	public function __construct(private readonly Arguments $arguments, private readonly Terminal $terminal)
	{
	}

	public function top(): int
	{
		if ($this->arguments->has('vary-tag')) {
			return $this->growth((string) $this->arguments->value('vary-tag'));
		}
		foreach (['fail-if', 'strict'] as $option) {
			if ($this->arguments->has($option)) {
				throw new Problem("--$option is for --vary-tag", 'xhprof diff compares two runs');
			}
		}
		$by = Dimension::of($this->arguments);
		if ($by !== null && !$by->isOfParts()) {
			return $this->groups($by);
		}
		$merged = $this->merged('xhprof top RUN');
		$limit = $this->arguments->number('limit', 25);
		$sort = $this->topMetric();
		if ($this->arguments->has('sampled')) {
			$view = new DistortionView($merged->profile, null, $this->terminal);

			return $this->answer('top', fn () => $this->about($merged) + $view->data($limit),
				fn () => $this->spread($merged) . $view->text($limit));
		}
		$report = new Report($merged->profile, $this->terminal, $this->title($merged), null, match ($by?->name) {
			'component' => 'component',
			'wait' => 'wait',
			default => 'function',
		});

		return $this->answer('top', fn () => $this->about($merged) + $report->data($limit, $sort),
			fn () => $report->head($sort) . $this->spread($merged) . "\n" . $report->table($limit, $sort));
	}

	private function groups(Dimension $by): int
	{
		$this->needRun('xhprof top DIR --group-by uri');
		$files = (new RunFinder($this->arguments))->files($this->arguments->rest, true);
		$view = new GroupView(new RunGroups($files, $by, Reduction::none()), $this->terminal);
		$limit = $this->arguments->number('limit', 25);

		return $this->answer('top', fn () => $view->data($limit), fn () => $view->text($limit));
	}

	private function needRun(string $usage): void
	{
		if ($this->arguments->rest === []) {
			throw new Problem('no run is named', $usage);
		}
	}

	/** Of runs by the number in a tag. */
	private function growth(string $tag): int
	{
		$this->needRun('xhprof top DIR --vary-tag NAME');
		$conditions = $this->arguments->values('fail-if');
		array_map(GrowthView::condition(...), $conditions);
		$finder = new RunFinder($this->arguments);
		$files = $finder->files($this->arguments->rest, true);
		$runs = new TaggedRuns($files, $tag, Reduction::of($this->arguments));
		$remarks = $finder->found > count($files) ? ['the newest ' . count($files) . " of $finder->found runs (--max-runs)"] : [];
		$view = new GrowthView(new Growth($runs->sets(), $this->arguments->value('by', 'wt')), $tag, $conditions, $this->terminal, [...$remarks, ...$runs->remarks()]);
		$limit = $this->arguments->number('limit', 25);
		$this->answer('top', fn () => $view->data($limit), fn () => $view->text($limit));

		return $view->status($this->arguments->has('strict'));
	}

	/** Of --by and --sort; once --sort took a metric, "own_cpu" or "cpu". */
	private function topMetric(): Metric
	{
		$by = $this->arguments->value('by');
		$sort = $this->arguments->value('sort', 'own');
		if ($by === null && !in_array($sort, self::ORDERS, true) && Text::nearest($sort, self::ORDERS) === null) {
			try {
				return Metric::of($sort);
			} catch (Problem $problem) {
				throw new Problem("--sort cannot be \"$sort\"", "it is own, incl or a metric; $problem->advice");
			}
		}
		$this->arguments->choice('sort', self::ORDERS);

		return $sort === 'incl' ? Metric::inclusive($by ?? 'wall') : Metric::own($by ?? 'wall');
	}

	public function alloc(): int
	{
		$merged = $this->merged('xhprof alloc RUN');
		$limit = $this->arguments->number('limit', 25);
		$view = new AllocView($merged->profile, $this->arguments->value('by', 'live'), $this->terminal, $this->arguments->has('wide'));

		return $this->answer('alloc', fn () => $this->about($merged) + $view->data($limit),
			fn () => $this->spread($merged) . $view->text($limit));
	}

	public function queries(): int
	{
		$merged = $this->merged('xhprof queries RUN');
		$limit = $this->arguments->number('limit', 25);
		$view = new QueriesView(new Queries($merged->profile), $merged->profile->summary()['wall_ns'], $this->terminal,
			$this->arguments->choice('sort', QueriesView::ORDERS, 'total'), $this->arguments->choice('kind', QueriesView::KINDS), $this->arguments->has('wide'));

		return $this->answer('queries', fn () => $this->about($merged) + $view->data($limit),
			fn () => Text::plain($this->title($merged)) . "\n" . $this->spread($merged) . $view->text($limit));
	}

	public function show(): int
	{
		$wanted = Text::inData($this->arguments->value('function')
			?? throw new Problem('no function is named', 'xhprof show RUN --function NAME; xhprof top RUN lists some'));
		$limit = $this->arguments->number('limit', 25);
		if (count($this->arguments->rest) === 2) {
			return $this->showChange($wanted, $limit);
		}
		$merged = $this->merged('xhprof show RUN --function NAME');
		$names = FunctionView::find($merged->profile, $wanted);
		$view = new FunctionView($merged->profile, count($names) > 1 ? explode('#', $names[0])[0] : $names[0], $names, $this->terminal,
			Metric::inclusive($this->arguments->value('by', 'wt')));
		if ($this->arguments->has('source')) {
			$source = $this->source($merged->profile, $names, $view);

			return $this->answer('show', fn () => $this->about($merged) + $view->data() + ['source' => $source->data()],
				fn () => $this->spread($merged) . $view->head() . $source->text());
		}

		return $this->answer('show', fn () => $this->about($merged) + $view->data(), fn () => $this->spread($merged) . $view->text($limit));
	}

	/** A function before and after. */
	private function showChange(string $wanted, int $limit): int
	{
		if ($this->arguments->has('source')) {
			throw new Problem('--source is for one run', 'xhprof show RUN --function NAME --source');
		}
		[$before, $after] = $this->pair('xhprof show BEFORE AFTER --function NAME');
		$diff = new SetDiff($before, $after, $this->arguments->values('rename'));
		$wanted = $diff->matching->nameAfter($wanted);
		try {
			$names = FunctionView::find($diff->new->profile(), $wanted);
		} catch (Problem $problem) {
			$names = isset($diff->before[$wanted]) ? [$wanted] : throw $problem;
		}
		$view = new FunctionDiffView($diff, count($names) > 1 ? explode('#', $names[0])[0] : $names[0], $names, $this->terminal,
			Metric::inclusive($this->arguments->value('by', 'wt')));

		return $this->answer('show', fn () => ['before' => $this->files[0], 'after' => $this->files[1]] + $view->data(), fn () => $view->text($limit));
	}

	/** @param non-empty-list<string> $names */
	private function source(Profile $run, array $names, FunctionView $view): SourceView
	{
		$known = new Lines($run);
		$lines = $known->of($names);
		$row = $view->row;
		$code = new FunctionCode(new Files($this->arguments->values('map'), $run->summary()['started'], Reach::ofEnvironment()), $names[0], $row['file'], $row['line'],
			array_keys($lines));

		return new SourceView($code, $lines, $row['wall_ns'], $known->sampled($names), $this->terminal);
	}

	public function diff(): int
	{
		[$before, $after] = $this->pair("xhprof diff BEFORE AFTER [--fail-if 'wt>+10%']");
		if (!$before->isMany() && !$after->isMany() && self::isSampled($after->profile()) && !self::isSampled($before->profile())) {
			return $this->distortion($before->profile(), $after->profile());
		}
		$thresholds = array_map(Threshold::parse(...), $this->arguments->values('fail-if'));
		foreach ($this->arguments->values('fail-file') as $file) {
			array_push($thresholds, ...Threshold::ofFile($file));
		}
		$limit = $this->arguments->number('limit', 15);
		$view = new DiffView($before, $after, $thresholds, $this->terminal, Metric::own($this->arguments->value('by', 'wt')),
			$this->arguments->values('rename'));
		$this->answer('diff', fn () => ['before' => $this->files[0], 'after' => $this->files[1]] + $view->data($limit),
			fn () => $this->arguments->has('markdown') ? (new DiffMarkdown($view))->text($limit) : $view->text($limit));

		return $view->isWorse() ? ExitStatus::WORSE
			: ($view->isUnclear() && $this->arguments->has('strict') ? ExitStatus::UNCLEAR : ExitStatus::OK);
	}

	private static function isSampled(Profile $run): bool
	{
		return $run->summary()['mode'] === 'sample';
	}

	/** A run of calls and one of samples: no change, but what recording the calls distorts. */
	private function distortion(Profile $calls, Profile $samples): int
	{
		foreach (['fail-if', 'fail-file', 'markdown'] as $option) {
			if ($this->arguments->has($option)) {
				throw new Problem("--$option is not for a run of calls and one of samples", 'record both in the same mode');
			}
		}
		$view = new DistortionView($calls, $samples, $this->terminal);
		$limit = $this->arguments->number('limit', 15);

		return $this->answer('diff', fn () => ['before' => $this->files[0], 'after' => $this->files[1]] + $view->data($limit),
			fn () => $view->text($limit));
	}

	public function merge(): int
	{
		$merged = $this->merged('xhprof merge RUN... --out FILE', true);
		$out = $this->arguments->value('out') ?? throw new Problem('no file to write to', 'add --out FILE');
		$format = $this->arguments->choice('format', array_keys(RunFile::FORMATS)) ?? RunFile::formatOf($out);
		$sum = $merged->profile;
		$summary = $sum->summary();
		$format ??= RunFile::best();
		RunFile::save($sum, $format, $out);
		if ($out === '-') {
			return ExitStatus::OK;
		}

		return $this->answer('merge', fn () => ['format' => $format, 'file' => $out, 'summary' => $summary],
			fn () => (new Report($sum, $this->terminal, basename($out)))->head() . $this->spread($merged) . "file:  $out ($format)\n");
	}

	public function convert(): int
	{
		$merged = $this->merged('xhprof convert RUN --format FORMAT [--out FILE]');
		$out = $this->arguments->value('out', '-');
		$formats = array_keys(RunFile::FORMATS);
		$format = $this->arguments->choice('format', $formats) ?? RunFile::formatOf($out)
			?? throw new Problem('no format is named', '--format is one of: ' . implode(', ', $formats));
		RunFile::save($merged->profile, $format, $out);

		return ExitStatus::OK;
	}

	/** All that the words and options stand for, as one run. */
	private function merged(string $usage, bool $isWhole = false): MergedRuns
	{
		$this->needRun($usage);
		$finder = new RunFinder($this->arguments);
		$files = $finder->files($this->arguments->rest, $isWhole);

		return new MergedRuns($files, $finder->found, Reduction::of($this->arguments));
	}

	/** @return array{RunSet, RunSet} */
	private function pair(string $usage): array
	{
		$given = $this->arguments->rest;
		if (count($given) !== 2) {
			throw new Problem(count($given) < 2 ? 'two runs are needed' : 'too many runs', $usage);
		}

		return [$this->side($given[0]), $this->side($given[1])];
	}

	private function side(string $word): RunSet
	{
		$files = (new RunFinder($this->arguments))->files([$word]);
		$this->files[] = count($files) === 1 ? $files[0] : $word;

		return RunLoader::set($files, Reduction::of($this->arguments));
	}

	private function title(MergedRuns $merged): string
	{
		return $merged->count() > 1 ? implode(' ', array_map(RunLoader::title(...), $this->arguments->rest)) : RunLoader::title($merged->file);
	}

	/** @return array<string, mixed> */
	private function about(MergedRuns $merged): array
	{
		$spread = $merged->spread();

		return ['file' => $spread === null ? $merged->file : null] + ($spread === null ? [] : ['merged' => $spread]);
	}

	private function spread(MergedRuns $merged): string
	{
		return (new SpreadView($merged, $this->terminal))->text();
	}

	/**
	 * @param callable(): array<string, mixed> $data
	 * @param callable(): string $text
	 */
	private function answer(string $command, callable $data, callable $text): int
	{
		Output::write($this->arguments->has('json') ? Json::encode($command, $data()) : $text());

		return ExitStatus::OK;
	}
}
