<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Metric\Events;
use XHProf\Cli\Metric\Metric;
use XHProf\Cli\Page\Insights;
use XHProf\Cli\Page\Page;
use XHProf\Cli\Page\RunPart;
use XHProf\Cli\Problem;
use XHProf\Cli\Process\AtomicFile;
use XHProf\Cli\Process\Child;
use XHProf\Cli\Process\CommandLine;
use XHProf\Cli\Process\RunRequest;
use XHProf\Cli\Process\SafeFolder;
use XHProf\Cli\Run\LineChoice;
use XHProf\Cli\Run\Reduction;
use XHProf\Cli\Run\RunFile;
use XHProf\Cli\Run\RunFormat;
use XHProf\Cli\Run\SetFile;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\ExitStatus;
use XHProf\Cli\Terminal\Json;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;
use XHProf\Cli\View\RunView;
use XHProf\Cli\View\SetView;
use XHProf\Profile;

/** xhprof run: profiles an unmodified script. */
final class RunCommand extends Command
{
	private const FLAGS = ['cpu' => XHPROF_FLAGS_CPU, 'memory' => XHPROF_FLAGS_MEMORY,
		'no-builtins' => XHPROF_FLAGS_NO_BUILTINS,
		'alloc' => XHPROF_FLAGS_ALLOC, 'run-init' => 0, 'none' => 0]; // run-init is an option of the extension

	/** The flags that samples support as well. */
	private const OF_SAMPLES = ['memory', 'run-init', 'none'];

	/** The bounds of the extension. Beyond them it refuses the value in the script, or takes another one. */
	private const LEAST_INTERVAL_NS = 100_000;
	private const MOST_INTERVAL_NS = 1_000_000_000_000;

	/** The seconds after which a run shows its progress. */
	private const PROGRESS_AFTER = 3;

	private const RUNS = [2, 1000];

	private const AGAINST = "--against 'SCRIPT [ARGUMENT...]', in quotes: the command that the script is compared with";

	/** The cells of a command in a message. */
	private const NAME_CELLS = 60;

	/** Calls, samples, or both at once. */
	private const MODES = ['hier', 'tree', 'timeline', 'sample', 'both', 'hier,sample',
		'tree,sample', 'timeline,sample'];

	private readonly bool $isSet;
	private readonly ?Variation $variation;
	private readonly Events $events;
	private readonly LineChoice $lines;

	/** @var list<string>|null those that --flags names */
	private readonly ?array $flags;
	private string $mode;
	private bool $hasSamples;
	private string $format;
	private readonly string $file;
	private readonly int $limit;
	private readonly Reduction $reduction;
	private string $dir = '';
	private float $started;
	private float $shownAt = 0;

	public function __construct(Arguments $arguments, Terminal $terminal)
	{
		parent::__construct($arguments, $terminal);
		$this->variation = Variation::of($arguments);
		$words = $this->variation?->words;
		$arguments->rest = $words === null ? RunRequest::script($arguments->rest, 'run') : end($words);
		$this->events = new Events(Events::split((string) $arguments->value('events')));
		$this->lines = new LineChoice($arguments->value('lines'));
		$this->flags = self::flagsOf($arguments->value('flags'));
		$this->limit = $arguments->number('limit', 15);
		$this->isSet = $arguments->has('repeat');
		$this->reduction = Reduction::of($arguments)->withoutRules(); // the run has them
		$this->chooseFormat();
		$this->refuseOptionsOfSets();
		$this->file = $this->chooseFile();
		RunFile::needWritable($this->file);
	}

	public function run(): int
	{
		if ($this->variation !== null) {
			return $this->vary($this->variation);
		}
		if ($this->isSet) {
			return $this->repeat();
		}
		$this->dir = SafeFolder::make('xhprof-');
		$child = new Child();
		$this->started = hrtime(true) / 1e9;
		try {
			$status = $child->run($this->command($this->arguments->rest), $this->showProgress(...));
			$this->clearProgress();
			$isWritten = $this->report($child->signal());
		} finally {
			SafeFolder::remove($this->dir);
		}
		$child->endBySameSignal();

		return $status === ExitStatus::OK && !$isWritten ? ExitStatus::PROBLEM : $status;
	}

	/** Repeats the command, in turns with the one of --against, with which it is then compared. */
	private function repeat(): int
	{
		$runs = $this->arguments->number('repeat', 2, ...self::RUNS);
		$against = $this->arguments->value('against');
		$words = $against === null ? [] : [self::split($against)];
		$this->dir = SafeFolder::make('xhprof-');
		try {
			$repetition = new Repetition($this->dir, $this->terminal, $this->arguments->has('quiet'),
				$this->reduction->ofPart());
			$names = $words === [] ? [] : [Text::cut(implode(' ', $this->arguments->rest), self::NAME_CELLS),
				'--against ' . Text::cut(implode(' ', $words[0]), self::NAME_CELLS)];
			$sets = $repetition->run(array_map($this->command(...), [$this->arguments->rest, ...$words]), $runs,
				$names);
		} finally {
			SafeFolder::remove($this->dir);
		}
		$files = [$this->file, (string) preg_replace('/(\.set)?\.json(\.gz)?$/D', '.against$0', $this->file)];
		foreach ($sets as $i => $set) {
			SetFile::save($set, [$this->arguments->rest, ...$words][$i], $files[$i]);
		}
		$view = new SetView($sets, $files, $this->terminal);
		if ($this->hasReport()) {
			$this->terminal->write($this->arguments->has('json') ? Json::encode('run', $view->data($this->limit), 0)
				: $view->text($this->limit));
		}
		foreach (array_filter($repetition->statuses) as $i => $status) {
			$this->terminal->write('xhprof: ' . (isset($names[$i]) ? "$names[$i]: " : '')
				. "a run exited with status $status\n");
		}

		return $repetition->status;
	}

	/** Runs the command at each size. The file holds the run of the greatest size. */
	private function vary(Variation $variation): int
	{
		$runs = $this->isSet ? $this->arguments->number('repeat', 2, ...self::RUNS) : 1;
		$this->dir = SafeFolder::make('xhprof-');
		try {
			$repetition = new Repetition($this->dir, $this->terminal, $this->arguments->has('quiet'),
				$this->reduction->ofPart());
			$sets = $variation->run($repetition, array_map($this->command(...), $variation->words), $runs);
		} finally {
			SafeFolder::remove($this->dir);
		}
		$view = $variation->view($sets, $this->terminal);
		$file = $this->arguments->has('out') ? $this->file : null;
		if ($file !== null) {
			$this->isSet ? SetFile::save(end($sets), $this->arguments->rest, $file)
				: RunFile::save(end($sets)->profile(), $this->format, $file);
		}
		if ($this->hasReport()) {
			$this->terminal->write($this->arguments->has('json')
				? Json::encode('run', ['format' => $this->format, 'file' => $file] + $view->data($this->limit), 0)
				: "\n" . $view->text($this->limit)
				. ($file === null ? '' : "\nfile:  $file ({$variation->greatest()})\n"));
		}
		if ($variation->status !== 0) {
			$this->terminal->write("xhprof: all runs exited with status $variation->status\n");
		}

		return $variation->status ?: $view->status($this->arguments->has('strict'));
	}

	/**
	 * The words of a command in one, as a shell has them.
	 *
	 * @return list<string>
	 */
	private static function split(string $command): array
	{
		$words = RunRequest::withoutPhp(CommandLine::split($command), 'run');
		if ($words === []) {
			throw new Problem('--against has no script', self::AGAINST);
		}
		if (!str_starts_with($words[0], '-') && !is_file($words[0])) {
			throw new Problem("--against: $words[0]: no such script"
				. (str_starts_with($words[0], '/') ? '' : ' in ' . getcwd()), self::AGAINST);
		}
		if (RunFormat::isRunName($words[0])) {
			throw new Problem("--against: $words[0] is a saved run, not a script", CommandLine::of(['xhprof',
				'diff', CommandLine::file($words[0]), 'NEW']) . ' compares saved runs; ' . self::AGAINST);
		}

		return $words;
	}

	private function refuseOptionsOfSets(): void
	{
		if (!$this->isSet && $this->arguments->has('against')) {
			throw new Problem('--against alternates between two scripts, and needs --repeat',
				'add --repeat 20; xhprof diff compares two saved runs');
		}
		if ($this->isSet && !in_array($this->format, ['json', 'json.gz'], true)) {
			throw new Problem("$this->format cannot hold a set of runs",
				'give --out a file name that ends in .json or .json.gz');
		}
		if (($this->isSet || $this->variation !== null) && $this->mode === 'timeline') {
			throw new Problem('--mode timeline cannot be combined with ' . ($this->isSet ? '--repeat' : '--vary'),
				'a timeline holds one run only');
		}
	}

	/** Chooses the format and the mode, by the other options as far as they imply them. */
	private function chooseFormat(): void
	{
		$format = RunFormat::chosen($this->arguments, $this->arguments->value('out'));
		RunFormat::needZlib($format);
		$needed = $format === null ? 'tree' : RunFormat::mode($format);
		$mode = $this->arguments->choice('mode', self::MODES);
		[$mode, $other] = explode(',', $mode === 'both' ? 'tree,sample' : "$mode,");
		$mode = $mode === '' ? null : $mode;
		$this->hasSamples = $mode === 'sample' || str_starts_with($other, 'sample');
		$hasLog = $this->arguments->has('log');
		if ($hasLog && $mode !== null && $mode !== 'timeline') {
			throw new Problem("--log cannot be combined with --mode $mode", 'use --mode timeline, or omit --mode');
		}
		$this->mode = $mode ?? ($needed === 'timeline' || $hasLog ? 'timeline' : 'tree');
		$this->format = $format ?? RunFormat::best();
		$this->refuseOptionsOfOtherModes();
		$this->refuseEvents();
		RunFormat::needRecorded($this->format, array_keys(array_filter(['paths' => $this->mode !== 'hier',
			'allocations' => $this->hasFlag('alloc'), 'timeline' => $this->hasTimeline()])));
	}

	/** Samples of memory have times; those by events have no memory. */
	private function hasTimeline(): bool
	{
		return $this->mode === 'timeline'
			|| ($this->mode === 'sample' && $this->hasFlag('memory') && $this->events->period === 0);
	}

	private function refuseEvents(): void
	{
		if ($this->events->period > 0 && $this->arguments->has('mode') && $this->mode !== 'sample') {
			throw new Problem("--events {$this->events->sampled}:{$this->events->period} takes samples",
				'omit the period to count the event at each call');
		}
		if ($this->events->period > 0 && count($this->events->granted) > 1) {
			throw new Problem('only one event can be sampled at a time', 'omit the others');
		}
		$counted = $this->events->countedAtCalls();
		if ($this->events->period === 0 && $counted !== [] && $this->mode === 'sample') {
			throw new Problem("$counted[0] is counted at each call, but samples record no calls",
				"--events $counted[0]:1 takes a sample at each");
		}
		$this->mode = $this->events->period > 0 ? 'sample' : $this->mode;
	}

	private function refuseOptionsOfOtherModes(): void
	{
		if ($this->compared() !== [] && $this->arguments->has('no-texts')) {
			throw new Problem('--no-texts and --arguments exclude each other', 'leave one of them out');
		}
		if ($this->lines->words !== [] && ($this->mode === 'sample' || $this->events->period > 0)) {
			throw new Problem('--lines cannot be combined with samples',
				'omit it: samples have the lines of all functions; xhprof show --function NAME --source prints them');
		}
		$isSample = $this->mode === 'sample';
		foreach ($isSample ? array_diff($this->flags ?? [], self::OF_SAMPLES) : [] as $flag) {
			throw new Problem("--flags $flag cannot be combined with --mode sample",
				'samples record no calls to count or measure');
		}
		$others = array_merge($isSample ? ['compensate', 'no-texts', 'arguments'] : [],
			$this->hasSamples ? [] : ['interval', 'clock']);
		foreach ($others as $option) {
			if ($this->arguments->has($option)) {
				throw new Problem("--$option " . ($isSample ? 'cannot be combined with' : 'needs') . ' --mode sample',
					$isSample ? 'samples record no calls to count or measure'
						: 'add --mode sample, or omit the option');
			}
		}
	}

	/** Absolute, since the script may go elsewhere. */
	private function chooseFile(): string
	{
		$file = $this->arguments->value('out');
		if ($file !== null) {
			return str_starts_with($file, '/') ? $file : getcwd() . "/$file";
		}
		$script = '';
		foreach ($this->arguments->rest as $word) {
			if (is_file($word)) {
				$script = '-' . preg_replace('/[^\w.-]+/', '_', basename($word, '.php'));
				break;
			}
		}

		return RunFile::newName("xhprof$script", $this->isSet ? SetFile::ending() : RunFormat::ending($this->format));
	}

	/**
	 * @param list<string> $words
	 * @return list<string>
	 */
	private function command(array $words): array
	{
		return RunRequest::command($this->dir, [
			'flags' => $this->mode === 'sample' ? null : $this->flags(), // null: samples
			'ignore' => $this->arguments->values('ignore'),
			'options' => $this->options(),
			'beside' => $this->hasSamples && $this->mode !== 'sample' ? $this->sampling() : null,
			// The format that can be read back for the report, and the format that the user requested.
			'files' => ["$this->dir/run" => RunFormat::best()] + ($this->isSet || $this->variation !== null
				|| RunFormat::isWrittenHere($this->format) ? [] : [$this->file => $this->format]),
			'reduce' => $this->reduction->options,
			'mask' => AtomicFile::mask($this->file),
			'title' => $this->title($words),
		], $words, ['xhprof.components' => implode(',', Reduction::rules($this->arguments)),
			'xhprof.collect_additional_info' => // "Price::of#*,round#*"
				implode(',', array_map(static fn (string $function): string => "$function#*", $this->compared()))]);
	}

	/** @return list<string> the functions of --arguments */
	private function compared(): array
	{
		$functions = preg_split('/[\s,]+/', (string) $this->arguments->value('arguments'), -1, PREG_SPLIT_NO_EMPTY)
			?: [];
		if ($this->arguments->has('arguments') && $functions === []) {
			throw new Problem('--arguments has no functions', '--arguments Price::of,round');
		}

		return array_map(static fn (string $function): string => rtrim($function, '()'), $functions);
	}

	/** Names the functions of --arguments that were never called; an empty text if all were. */
	private function uncompared(Profile $run): string
	{
		$names = array_map(static fn (string $name): string => explode('#', $name, 2)[0],
			array_keys($run->functions()));
		$missing = LineChoice::missing($this->compared(), $names);

		return $missing === [] ? ''
			: 'xhprof: no call of ' . implode(', ', $missing) . ": name a function as Price::of\n";
	}

	/** @return list<string>|null */
	private static function flagsOf(?string $list): ?array
	{
		$names = $list === null ? null : array_values(array_filter(explode(',', strtr($list, '_', '-'))));
		foreach (array_diff($names ?? [], array_keys(self::FLAGS)) as $name) {
			throw new Problem("unknown flag \"$name\"", Text::hint($name, array_keys(self::FLAGS))
				. 'flags are cpu, memory, alloc, no-builtins and run-init, with commas between, or none');
		}

		return $names;
	}

	private function hasFlag(string $name): bool
	{
		return in_array($name, $this->flags ?? [], true);
	}

	private function flags(): int
	{
		$flags = ['tree' => XHPROF_FLAGS_TREE, 'timeline' => XHPROF_FLAGS_TIMELINE][$this->mode] ?? 0;
		foreach ($this->flags ?? ['cpu', 'memory'] as $name) {
			$flags |= self::FLAGS[$name];
		}

		return $flags;
	}

	/** @return array<string, mixed> */
	private function options(): array
	{
		$options = ['run_init' => $this->hasFlag('run-init')];
		if ($this->events->period > 0) {
			return $options + ['events' => ["{$this->events->sampled}:{$this->events->period}"]];
		}
		if ($this->events->granted !== []) {
			$options['events'] = $this->events->granted;
		}
		if ($this->mode === 'sample') {
			return $options + $this->sampling();
		}
		if ($this->hasSamples) {
			$options['beside'] = true;
		}
		if ($this->arguments->has('log')) {
			$options['log'] = $this->log();
		}
		$options['texts'] = !$this->arguments->has('no-texts');
		if ($this->arguments->has('compensate')) {
			$options['compensate'] = true;
		}
		if ($this->lines->words !== []) {
			$options['lines'] = $this->lines->words;
		}

		return $options;
	}

	/** @return array<string, mixed> */
	private function sampling(): array
	{
		return ['interval' => intdiv($this->arguments->duration('interval', '1ms', 'us', self::LEAST_INTERVAL_NS,
			self::MOST_INTERVAL_NS, 'us'), 1000), 'clock' => $this->arguments->choice('clock', ['wall', 'cpu'], 'wall'),
			'memory' => $this->hasFlag('memory')];
	}

	/** Absolute, since the script may go elsewhere. */
	private function log(): string
	{
		$file = (string) $this->arguments->value('log');
		$file = str_starts_with($file, '/') || PHP_OS_FAMILY === 'Windows' ? $file : getcwd() . "/$file";
		RunFile::needWritable($file);

		return $file;
	}

	/** False: something was not recorded or not written. */
	private function report(int $signal): bool
	{
		$problem = is_file("$this->dir/problem") ? trim((string) file_get_contents("$this->dir/problem")) : '';
		if (!is_file("$this->dir/run")) {
			$problem = $problem !== '' ? $problem : ($signal > 0 ? "the script was killed by signal $signal"
				: 'PHP ran no script from a file');
			$this->terminal->write("xhprof: no profile was recorded: $problem\n");
			return false;
		}
		if ($problem !== '') {
			$this->terminal->write("xhprof: $problem\n");
		}
		if (RunFormat::isWrittenHere($this->format)) {
			// Writes the formats that the script's process does not know.
			RunFile::save($this->reduction->apply(RunFile::load("$this->dir/run")), $this->format, $this->file);
		}
		$run = RunFile::load("$this->dir/run");
		if ($this->format === 'html' && $problem === '' && is_file($this->file)) {
			$this->writePage($run);
		}
		if ($this->hasReport()) {
			$this->printReport($run, is_file($this->file) && $problem === '' ? $this->file : null);
		}

		return $problem === '';
	}

	private function printReport(Profile $run, ?string $saved): void
	{
		if (!$this->arguments->has('json')) {
			$this->terminal->write($this->events->refusals() . $this->lines->unseen($run) . $this->uncompared($run));
		}
		$report = new RunView($this->reduction->apply($run), $this->terminal, $this->title($this->arguments->rest));
		$this->terminal->write($this->arguments->has('json') ? $this->json($report, $saved)
			: $this->text($report, $saved));
	}

	/** False if --quiet silences the report, which it does unless --json requests it. */
	private function hasReport(): bool
	{
		return $this->arguments->has('json') || !$this->arguments->has('quiet');
	}

	/** Writes the page with findings and queries, which the script's process does not look for. */
	private function writePage(Profile $run): void
	{
		$reduced = $this->reduction->apply($run);
		$insights = new Insights($reduced, 'RUN');
		if (!$insights->isLeftOut()) {
			Page::ofRun(new RunPart($reduced, $this->title($this->arguments->rest), null, null, $insights))
				->save($this->file);
		}
	}

	private function text(RunView $report, ?string $saved): string
	{
		$sort = Metric::own($this->arguments->value('by', 'wt'));
		$text = "\n" . $report->head($sort) . "\n" . $report->table($this->limit, $sort);
		if ($saved !== null) {
			$text .= "\nfile:  $saved ($this->format, " . Units::bytes((int) filesize($saved)) . ")\n";
		}
		if ($saved !== null && RunFormat::keepsRun($this->format)) {
			$words = match (true) {
				$this->hasSamples && $this->mode !== 'sample' => ['top', $saved, '--sampled'],
				$this->hasFlag('alloc') => ['alloc', $saved],
				default => ['show', $saved, '--function', 'NAME'],
			};
			$text .= 'more:  ' . CommandLine::of(['xhprof', ...$words]) . "\n";
		}

		return $text;
	}

	/** The report as one line, which is the last: the script's own output comes before it. */
	private function json(RunView $report, ?string $saved): string
	{
		$data = ['format' => $this->format, 'file' => $saved] + $report->data($this->limit,
			Metric::own($this->arguments->value('by', 'wt')));

		return Json::encode('run', $data, 0);
	}

	/** @param list<string> $words */
	private function title(array $words): string
	{
		$words = array_values(array_filter($words, is_file(...)));

		return basename($words[0] ?? 'php');
	}

	/**
	 * Shows the progress, but only on a terminal. The script's output may go to the same terminal, where nothing may be
	 * overwritten. Then lines are written at growing intervals.
	 */
	private function showProgress(int $pid): void
	{
		$seconds = hrtime(true) / 1e9 - $this->started;
		$isOverwritten = !stream_isatty(STDOUT);
		$next = $this->shownAt == 0 ? self::PROGRESS_AFTER : ($isOverwritten ? $this->shownAt + 1 : 2 * $this->shownAt);
		if ($seconds < $next || !$this->terminal->isTerminal || $this->arguments->has('quiet')) {
			return;
		}
		$this->shownAt = $seconds;
		$text = sprintf('xhprof: running for %d s%s', $seconds, self::memory($pid));
		$isOverwritten ? $this->terminal->progress($text)
			: $this->terminal->write($this->terminal->style($text, 'dim') . "\n");
	}

	private function clearProgress(): void
	{
		if ($this->shownAt > 0 && !stream_isatty(STDOUT)) {
			$this->terminal->progress('');
		}
	}

	/** The memory that the process holds now, if the system reports it. */
	private static function memory(int $pid): string
	{
		$status = (string) @file_get_contents("/proc/$pid/status");

		return preg_match('/^VmRSS:\s+(\d+) kB/m', $status, $found) === 1
			? ', ' . Units::bytes(1024 * (int) $found[1]) . ' in memory' : '';
	}
}
