<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Application;
use XHProf\Cli\Arguments;
use XHProf\Cli\Problem;
use XHProf\Cli\Run\Folder;
use XHProf\Cli\Run\Metric;
use XHProf\Cli\Run\RunFile;
use XHProf\Cli\Run\Threshold;
use XHProf\Cli\Terminal\Output;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\View\AllocView;
use XHProf\Cli\View\DiffView;
use XHProf\Cli\View\FunctionView;
use XHProf\Cli\View\Report;
use XHProf\Profile;

/** The commands that look into runs in files. */
final class FileCommands
{
	public function __construct(private readonly Arguments $arguments, private readonly Terminal $terminal)
	{
	}

	public function top(): int
	{
		[$file] = $this->files(1, 'xhprof top FILE');
		$limit = $this->arguments->number('limit', 25);
		$sort = Metric::of($this->arguments->value('sort', 'own_wt'));
		$report = new Report(RunFile::load($file), $this->terminal, basename($file));

		return $this->answer('top', fn () => ['file' => $file] + $report->data($limit, $sort),
			fn () => $report->head() . "\n" . $report->table($limit, $sort));
	}

	public function alloc(): int
	{
		[$file] = $this->files(1, 'xhprof alloc FILE');
		$limit = $this->arguments->number('limit', 25);
		$view = new AllocView(RunFile::load($file), $this->arguments->value('by', 'live'), $this->terminal, $this->arguments->has('wide'));

		return $this->answer('alloc', fn () => ['file' => $file] + $view->data($limit), fn () => $view->text($limit));
	}

	public function show(): int
	{
		[$file] = $this->files(1, 'xhprof show FILE --function NAME');
		$wanted = $this->arguments->value('function')
			?? throw new Problem('which function?', "xhprof show $file --function NAME; xhprof top $file lists some");
		$profile = RunFile::load($file);
		$names = FunctionView::find($profile, $wanted);
		$view = new FunctionView($profile, count($names) > 1 ? explode('#', $names[0])[0] : $names[0], $names, $this->terminal);

		return $this->answer('show', fn () => ['file' => $file] + $view->data(), $view->text(...));
	}

	public function diff(): int
	{
		[$before, $after] = $this->files(2, "xhprof diff BEFORE AFTER [--fail-if 'wt>+10%']");
		$thresholds = array_map(Threshold::parse(...), $this->arguments->values('fail-if'));
		$limit = $this->arguments->number('limit', 15);
		$view = new DiffView(RunFile::load($before), RunFile::load($after), $thresholds, $this->terminal);
		$this->answer('diff', fn () => ['before' => $before, 'after' => $after] + $view->data($limit),
			fn () => $view->text($limit));

		return $view->isWorse() ? Application::WORSE : Application::OK;
	}

	public function merge(): int
	{
		$files = $this->files(null, 'xhprof merge FILE... --out FILE');
		$out = $this->arguments->value('out') ?? throw new Problem('where to?', 'add --out FILE');
		$format = $this->arguments->choice('format', array_keys(RunFile::FORMATS)) ?? RunFile::formatOf($out);
		$sum = RunFile::load($files[0]);
		foreach (array_slice($files, 1) as $file) {
			$sum = $sum->merge(RunFile::load($file));
		}
		$summary = $sum->summary();
		$format ??= RunFile::best();
		RunFile::save($sum, $format, $out);
		if ($out === '-') {
			return Application::OK;
		}

		return $this->answer('merge', fn () => ['format' => $format, 'file' => $out, 'summary' => $summary],
			fn () => (new Report($sum, $this->terminal, basename($out)))->head() . "file:  $out ($format)\n");
	}

	public function convert(): int
	{
		[$file] = $this->files(1, 'xhprof convert FILE --to FORMAT [--out FILE]');
		$out = $this->arguments->value('out', '-');
		$formats = array_keys(RunFile::FORMATS);
		$format = $this->arguments->choice('to', $formats) ?? RunFile::formatOf($out)
			?? throw new Problem('to which format?', '--to is one of: ' . implode(', ', $formats));
		RunFile::save(RunFile::load($file), $format, $out);

		return Application::OK;
	}

	/**
	 * @param int|null $count of files; null for one or more
	 * @return non-empty-list<string>
	 */
	private function files(?int $count, string $usage): array
	{
		$given = count($this->arguments->rest);
		if ($this->arguments->rest === [] || ($count !== null && $given !== $count)) {
			throw new Problem($given < ($count ?? 1) ? 'which file?' : 'too many files', $usage);
		}

		return array_map($this->find(...), $this->arguments->rest);
	}

	private function find(string $word): string
	{
		return Folder::resolve($word, $this->arguments->value('dir'));
	}

	/**
	 * @param callable(): array<string, mixed> $data
	 * @param callable(): string $text
	 */
	private function answer(string $command, callable $data, callable $text): int
	{
		Output::write($this->arguments->has('json') ? Application::encode($command, $data()) : $text());

		return Application::OK;
	}
}
