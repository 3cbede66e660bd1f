<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Application;
use XHProf\Cli\Arguments;
use XHProf\Cli\Problem;
use XHProf\Cli\Process\Child;
use XHProf\Cli\Process\OwnFile;
use XHProf\Cli\Process\Php;
use XHProf\Cli\Run\Metric;
use XHProf\Cli\Run\Reduction;
use XHProf\Cli\Run\RunFile;
use XHProf\Cli\Run\SetFile;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Units;
use XHProf\Cli\View\Report;
use XHProf\Cli\View\SetView;

/** xhprof run: profiles a script that knows nothing of it. */
final class RunCommand
{
	private const FLAGS = ['cpu' => XHPROF_FLAGS_CPU, 'memory' => XHPROF_FLAGS_MEMORY,
		'no-builtins' => XHPROF_FLAGS_NO_BUILTINS,
		'alloc' => XHPROF_FLAGS_ALLOC];

	/** What the extension takes: outside of these it refuses in the script, or takes another value. */
	private const INTERVALS_US = [100, 1_000_000_000];
	private const NODES = [1, 0x7FFFFFFF];

	/** When a run is long, in seconds. */
	private const PROGRESS_AFTER = 3;

	private const RUNS = [2, 1000];

	/** Calls, samples, or both at once. */
	private const MODES = ['hier', 'tree', 'timeline', 'sample', 'both', 'hier,sample', 'tree,sample', 'timeline,sample'];

	private readonly bool $isSet;
	private string $mode;
	private bool $hasSamples;
	private string $format;
	private readonly string $file;
	private readonly int $limit;
	private readonly Reduction $reduction;
	private string $dir = '';
	private float $started;
	private float $toldAt = 0;

	public function __construct(private readonly Arguments $arguments, private readonly Terminal $terminal)
	{
		$arguments->rest = self::withoutPhp($arguments->rest);
		if ($arguments->rest === []) {
			throw new Problem('run what?', 'xhprof run [OPTION...] -- SCRIPT [ARGUMENT...]');
		}
		if (!str_starts_with($arguments->rest[0], '-') && !is_file($arguments->rest[0])) {
			throw new Problem("{$arguments->rest[0]}: no such script",
				'name a PHP file; options of PHP may precede it: -- -d memory_limit=1G SCRIPT');
		}
		$this->limit = $arguments->number('limit', 15);
		$this->isSet = $arguments->has('runs');
		$this->reduction = Reduction::of($arguments);
		$this->chooseFormat();
		$this->refuseOptionsOfSets();
		$this->file = $this->chooseFile();
		RunFile::needWritable($this->file);
	}

	/**
	 * "php SCRIPT" is what many type. The PHP that runs the script is that of this tool.
	 *
	 * @param list<string> $words
	 * @return list<string>
	 */
	private static function withoutPhp(array $words): array
	{
		$name = $words[0] ?? '';
		if (preg_match('~^(.*/)?php[\d.]*$~D', $name, $found) !== 1 || (!isset($found[1]) && is_file($name))) {
			return $words;
		}
		$folders = isset($found[1]) ? [''] : array_map(static fn (string $folder): string => "$folder/", explode(':', (string) getenv('PATH')));
		$paths = array_filter(array_map(static fn (string $folder): string => $folder . $name, $folders), is_file(...));
		$path = reset($paths);
		if ($path === false ? $name !== 'php' : realpath($path) !== realpath(PHP_BINARY)) {
			throw new Problem("$name is not the PHP of this tool, " . PHP_BINARY, "$name " . Php::script() . ' run -- '
				. implode(' ', array_slice($words, 1)));
		}

		return array_slice($words, 1);
	}

	public function run(): int
	{
		if ($this->isSet) {
			return $this->repeat();
		}
		$this->dir = self::ownFolder();
		$child = new Child();
		$this->started = microtime(true);
		try {
			$status = $child->run($this->command($this->arguments->rest), $this->tellProgress(...));
			$this->clearProgress();
			$this->report($child->signal());
		} finally {
			$this->removeFolder();
		}
		$child->endLikewise();

		return $status;
	}

	private function removeFolder(): void
	{
		array_map('unlink', glob("$this->dir/*") ?: []);
		rmdir($this->dir);
	}

	/** A set of runs, and by turns one of --against, which then is what it is compared with. */
	private function repeat(): int
	{
		$runs = $this->arguments->number('runs', 2, ...self::RUNS);
		$against = $this->arguments->value('against');
		$words = $against === null ? [] : [self::split($against)];
		$this->dir = self::ownFolder();
		try {
			$repetition = new Repetition($this->dir, $this->terminal, $this->arguments->has('quiet'), $this->reduction->ofPart());
			$sets = $repetition->run(array_map($this->command(...), [$this->arguments->rest, ...$words]), $runs);
		} finally {
			$this->removeFolder();
		}
		$files = [$this->file, (string) preg_replace('/(\.set)?\.json(\.gz)?$/D', '.against$0', $this->file)];
		foreach ($sets as $i => $set) {
			SetFile::save($set, [$this->arguments->rest, ...$words][$i], $files[$i]);
		}
		$view = new SetView($sets, $files, $this->terminal);
		if (!$this->arguments->has('quiet')) {
			$this->terminal->write($this->arguments->has('json') ? Application::encode('run', $view->data($this->limit), 0) : $view->text($this->limit));
		}
		if ($repetition->status !== 0) {
			$this->terminal->write("xhprof: a run ended with status $repetition->status\n");
		}

		return $repetition->status;
	}

	/**
	 * The words of a command in one, as a shell has them.
	 *
	 * @return list<string>
	 */
	private static function split(string $command): array
	{
		preg_match_all('/(?:"(?:\\\\.|[^"\\\\])*"|\'[^\']*\'|\\\\.|[^\s"\'\\\\])+/s', $command, $found);
		$words = array_map(static fn (string $word): string => (string) preg_replace_callback('/"((?:\\\\.|[^"\\\\])*)"|\'([^\']*)\'|\\\\(.)/s',
			static fn (array $part): string => isset($part[3]) ? $part[3] : ($part[2] ?? (string) preg_replace('/\\\\(.)/s', '$1', $part[1])), $word), $found[0]);
		$words = self::withoutPhp($words);
		if ($words === [] || (!str_starts_with($words[0], '-') && !is_file($words[0]))) {
			throw new Problem($words === [] ? 'against what?' : "$words[0]: no such script", "--against 'SCRIPT [ARGUMENT...]', in quotes");
		}

		return $words;
	}

	private function refuseOptionsOfSets(): void
	{
		if (!$this->isSet && $this->arguments->has('against')) {
			throw new Problem('--against is for --runs', 'add --runs 20');
		}
		if ($this->isSet && !in_array($this->format, ['json', 'json.gz'], true)) {
			throw new Problem("$this->format cannot hold a set of runs", 'name a file that ends in .json or .json.gz');
		}
		if ($this->isSet && $this->mode === 'timeline') {
			throw new Problem('--mode timeline is not for --runs', 'a timeline is of one run');
		}
	}

	/** From the other options as far as they say it. */
	private function chooseFormat(): void
	{
		$format = $this->arguments->choice('format', array_keys(RunFile::FORMATS))
			?? RunFile::formatOf((string) $this->arguments->value('out'));
		RunFile::needZlib($format);
		$needed = $format === null ? 'tree' : RunFile::FORMATS[$format];
		$mode = $this->arguments->choice('mode', self::MODES);
		[$mode, $other] = explode(',', $mode === 'both' ? 'tree,sample' : "$mode,");
		$mode = $mode === '' ? null : $mode;
		$this->hasSamples = $mode === 'sample' || str_starts_with($other, 'sample');
		$modes = ['hier' => 0, 'tree' => 1, 'sample' => 1, 'timeline' => 2];
		if ($mode !== null && $format !== null && $modes[$mode] < $modes[$needed]) {
			throw new Problem("$format cannot be made of a run in mode $mode", "--mode $needed can, or leave it out");
		}
		$hasLog = $this->arguments->has('log');
		if ($hasLog && $mode !== null && $mode !== 'timeline') {
			throw new Problem("--log is not for --mode $mode", '--mode timeline has a log, or leave it out');
		}
		$this->mode = $mode ?? ($needed === 'timeline' || $hasLog ? 'timeline' : 'tree');
		$this->format = $format ?? RunFile::best();
		$this->refuseOptionsOfOtherModes();
	}

	private function refuseOptionsOfOtherModes(): void
	{
		$isSample = $this->mode === 'sample';
		$others = array_merge($isSample ? ['flags', 'compensate', 'timing', 'max-nodes'] : [], $this->hasSamples ? [] : ['interval', 'clock']);
		foreach ($others as $option) {
			if ($this->arguments->has($option)) {
				throw new Problem("--$option is " . ($isSample ? 'not ' : '') . 'for --mode sample',
					$isSample ? 'samples have no calls to count or to measure' : 'name that mode, or leave the option out');
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
		$dir = rtrim((string) ini_get('xhprof.output_dir'), '/') ?: sys_get_temp_dir();
		$script = '';
		foreach ($this->arguments->rest as $word) {
			if (is_file($word)) {
				$script = '-' . preg_replace('/[^\w.-]+/', '_', basename($word, '.php'));
				break;
			}
		}

		return sprintf('%s/xhprof%s-%s-%d%s', $dir, $script, date('Ymd-His'), getmypid(),
			$this->isSet ? SetFile::ending() : RunFile::ending($this->format));
	}

	/** Nobody else's. */
	private static function ownFolder(): string
	{
		$dir = sys_get_temp_dir() . '/xhprof-' . bin2hex(random_bytes(8));
		if (!@mkdir($dir, 0700)) {
			throw new Problem("could not make the folder $dir", 'set TMPDIR to a folder where you may write');
		}

		return $dir;
	}

	/**
	 * @param list<string> $words
	 * @return list<string>
	 */
	private function command(array $words): array
	{
		foreach (['get_cfg_var', 'hex2bin', 'unserialize'] as $name) {
			if (!function_exists($name)) {
				throw Php::lacks($name); // the other PHP cannot say so: it reads its order by these
			}
		}
		$order = [
			'flags' => $this->mode === 'sample' ? null : $this->flags(), // null: samples
			'ignore' => $this->arguments->values('ignore'),
			'options' => $this->options(),
			'beside' => $this->hasSamples && $this->mode !== 'sample' ? $this->sampling() : null,
			// One that can be read again for the report, and the one that was asked for.
			'files' => ["$this->dir/run" => RunFile::best()] + ($this->isSet ? [] : [$this->file => $this->format]),
			'reduce' => $this->reduction->options,
			'mask' => $this->arguments->has('out') ? umask() : 0077,
			'title' => $this->title($words),
			'problem' => "$this->dir/problem",
			'next' => (string) ini_get('auto_prepend_file'),
		];

		return [PHP_BINARY, ...Php::options(), '-d', 'auto_prepend_file=' . OwnFile::prelude($this->dir),
			// Not as JSON: the names of files and functions may hold any byte.
			'-d', 'xhprof_on_signal=XHProf\Cli\Prelude::last', '-d', 'xhprof_run=' . bin2hex(serialize($order)), ...$words];
	}

	private function flags(): int
	{
		$flags = ['tree' => XHPROF_FLAGS_TREE, 'timeline' => XHPROF_FLAGS_TIMELINE][$this->mode] ?? 0;
		foreach (array_filter(explode(',', $this->arguments->value('flags', 'cpu,memory'))) as $name) {
			$flag = self::FLAGS[$name] ?? ($name === 'none' ? 0 : throw new Problem("there is no flag \"$name\"",
				'flags are cpu, memory, alloc and no-builtins, with commas between, or none'));
			$flags |= $flag;
		}

		return $flags;
	}

	/** @return array<string, mixed> */
	private function options(): array
	{
		$options = ['run_init' => $this->arguments->has('run-init')];
		if ($this->mode === 'sample') {
			return $options + $this->sampling();
		}
		if ($this->hasSamples) {
			$options['beside'] = true;
		}
		if ($this->arguments->has('log')) {
			$options['log'] = $this->log();
		}
		if ($this->arguments->has('compensate')) {
			$options['compensate'] = true;
		}
		$timing = $this->arguments->choice('timing', ['exact', 'adaptive']);
		if ($timing === 'adaptive' && (isset($options['compensate']) || $this->mode === 'timeline')) {
			throw new Problem('--timing adaptive is neither for --compensate nor for --mode timeline', 'these need the times of all calls');
		}
		if ($timing !== null) {
			$options['timing'] = $timing;
		}
		if ($this->arguments->has('max-nodes')) {
			$options['max_nodes'] = $this->arguments->number('max-nodes', 1, ...self::NODES);
		}

		return $options;
	}

	/** @return array<string, mixed> */
	private function sampling(): array
	{
		return ['interval' => $this->arguments->number('interval', 1000, ...self::INTERVALS_US),
			'clock' => $this->arguments->choice('clock', ['wall', 'cpu'], 'wall')];
	}

	/** Absolute, since the script may go elsewhere. */
	private function log(): string
	{
		$file = (string) $this->arguments->value('log');
		$file = str_starts_with($file, '/') || PHP_OS_FAMILY === 'Windows' ? $file : getcwd() . "/$file";
		RunFile::needWritable($file);

		return $file;
	}

	private function report(int $signal): void
	{
		$problem = is_file("$this->dir/problem") ? trim((string) file_get_contents("$this->dir/problem")) : '';
		if (!is_file("$this->dir/run")) {
			$problem = $problem !== '' ? $problem : ($signal > 0 ? "the script was ended by signal $signal"
				: 'PHP has run no script from a file');
			$this->terminal->write("xhprof: there is no profile: $problem\n");
			return;
		}
		if ($problem !== '') {
			$this->terminal->write("xhprof: $problem\n");
		}
		if ($this->arguments->has('quiet')) {
			return;
		}
		$report = new Report($this->reduction->apply(RunFile::load("$this->dir/run")), $this->terminal, $this->title($this->arguments->rest));
		$saved = is_file($this->file) && $problem === '' ? $this->file : null;
		$this->terminal->write($this->arguments->has('json') ? $this->json($report, $saved) : $this->text($report, $saved));
	}

	private function text(Report $report, ?string $saved): string
	{
		$text = "\n" . $report->head() . "\n" . $report->table($this->limit, Metric::of('own_wt'));
		if ($saved !== null) {
			$text .= "\nfile:  $saved ($this->format, " . Units::bytes((int) filesize($saved)) . ")\n";
		}
		if ($saved !== null && in_array($this->format, RunFile::READABLE, true)) {
			$command = $this->hasSamples && $this->mode !== 'sample' ? 'top %s --sampled' : (in_array('alloc', explode(',', (string) $this->arguments->value('flags')), true) ? 'alloc %s' : 'show %s --function NAME');
			$text .= 'more:  xhprof ' . sprintf($command, self::quoted($saved)) . "\n";
		}

		return $text;
	}

	/** escapeshellarg() drops the bytes that are no UTF-8, which makes another name of it. */
	private static function quoted(string $file): string
	{
		return PHP_OS_FAMILY === 'Windows' ? escapeshellarg($file) : "'" . str_replace("'", "'\\''", $file) . "'";
	}

	/** One line, the last: what the script writes there comes before. */
	private function json(Report $report, ?string $saved): string
	{
		$data = ['format' => $this->format, 'file' => $saved] + $report->data($this->limit, Metric::of('own_wt'));

		return Application::encode('run', $data, 0);
	}

	/** @param list<string> $words */
	private function title(array $words): string
	{
		$words = array_values(array_filter($words, is_file(...)));

		return basename($words[0] ?? 'php');
	}

	/**
	 * Only where somebody looks. The script's own output may go to the same terminal, so that nothing of it
	 * may be overwritten: lines, at growing distances.
	 */
	private function tellProgress(int $pid): void
	{
		$seconds = microtime(true) - $this->started;
		$isOverwritten = !stream_isatty(STDOUT);
		$next = $this->toldAt == 0 ? self::PROGRESS_AFTER : ($isOverwritten ? $this->toldAt + 1 : 2 * $this->toldAt);
		if ($seconds < $next || !$this->terminal->isTerminal || $this->arguments->has('quiet')) {
			return;
		}
		$this->toldAt = $seconds;
		$text = sprintf('xhprof: running for %d s%s', $seconds, self::memory($pid));
		$this->terminal->write($isOverwritten ? "\r$text\e[K" : $this->terminal->style($text, 'dim') . "\n");
	}

	private function clearProgress(): void
	{
		if ($this->toldAt > 0 && !stream_isatty(STDOUT)) {
			$this->terminal->write("\r\e[K");
		}
	}

	/** What it holds now, where the system tells. */
	private static function memory(int $pid): string
	{
		$status = (string) @file_get_contents("/proc/$pid/status");

		return preg_match('/^VmRSS:\s+(\d+) kB/m', $status, $found) === 1
			? ', ' . Units::bytes(1024 * (int) $found[1]) . ' in memory' : '';
	}
}
