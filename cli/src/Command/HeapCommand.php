<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Heap\Database;
use XHProf\Cli\Heap\Diff;
use XHProf\Cli\Heap\View;
use XHProf\Cli\Problem;
use XHProf\Cli\Process\CommandLine;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\Terminal;

/** xhprof heap: one snapshot, or what changed between two. */
final class HeapCommand extends Command
{
	private readonly int $limit;

	public function __construct(Arguments $arguments, Terminal $terminal)
	{
		parent::__construct($arguments, $terminal);
		$this->limit = $arguments->number('limit', 10);
	}

	public function run(): int
	{
		$files = $this->arguments->rest;
		if ($files === [] || count($files) > 2) {
			throw new Problem($files === [] ? 'no file given' : 'too many files', 'xhprof heap FILE [AFTER]');
		}
		if (count($files) === 2) {
			$this->needOne($files);
			$heaps = array_map(Database::of(...), $files);
			$diff = new Diff($heaps[0], $heaps[1], $this->terminal);
			return $this->report('heap-diff', $heaps, ['before' => $files[0], 'after' => $files[1]],
				fn () => $diff->data($this->limit), fn () => $diff->text($this->limit));
		}

		return $this->one($files[0]);
	}

	/** @param list<string> $files */
	private function needOne(array $files): void
	{
		foreach (['out', 'class', 'node'] as $option) {
			if ($this->arguments->has($option)) {
				throw new Problem("--$option takes one snapshot, not two",
					CommandLine::of(['xhprof', 'heap', CommandLine::file($files[1]), "--$option", '...']));
			}
		}
	}

	private function one(string $file): int
	{
		$heap = Database::of($file, $this->arguments->value('out'));
		$view = new View($heap, $this->terminal, basename($file));
		$class = $this->arguments->value('class');
		if ($class !== null) {
			return $this->report('heap-class', [$heap], ['file' => $file],
				fn () => $view->classData($class, $this->limit), fn () => $view->classText($class, $this->limit));
		}
		if ($this->arguments->has('node')) {
			$node = $this->arguments->number('node', 0);
			return $this->report('heap-node', [$heap], ['file' => $file], fn () => $view->nodeData($node),
				fn () => $view->nodeText($node));
		}

		return $this->report('heap', [$heap], ['file' => $file], fn () => $view->data($this->limit),
			fn () => $view->text($this->limit));
	}

	/**
	 * @param list<Database> $heaps
	 * @param array<string, string> $about
	 * @param callable(): array<string, mixed> $data
	 * @param callable(): string $text
	 */
	private function report(string $command, array $heaps, array $about, callable $data, callable $text): int
	{
		$warnings = [];
		foreach ($heaps as $i => $heap) {
			foreach ($heap->warnings() as $warning) {
				$warnings[] = basename($this->arguments->rest[$i]) . ": $warning";
			}
		}

		return $this->answer($command, fn () => $about + ['warnings' => $warnings] + $data(), fn () => implode('',
			array_map(fn (string $line) => $this->terminal->style($line, 'yellow') . "\n", $warnings)) . $text());
	}
}
