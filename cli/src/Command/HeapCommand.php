<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Heap\Database;
use XHProf\Cli\Heap\Diff;
use XHProf\Cli\Heap\View;
use XHProf\Cli\Problem;
use XHProf\Cli\Process\CommandLine;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\ExitStatus;
use XHProf\Cli\Terminal\Json;
use XHProf\Cli\Terminal\Output;
use XHProf\Cli\Terminal\Terminal;

/** xhprof heap: one snapshot, or what changed between two. */
final class HeapCommand implements Command
{
	private readonly int $limit;

	public function __construct(private readonly Arguments $arguments, private readonly Terminal $terminal)
	{
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
			return $this->answer('heap-diff', $heaps, ['before' => $files[0], 'after' => $files[1]],
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
			return $this->answer('heap-class', [$heap], ['file' => $file],
				fn () => $view->classData($class, $this->limit), fn () => $view->classText($class, $this->limit));
		}
		if ($this->arguments->has('node')) {
			$node = $this->arguments->number('node', 0);
			return $this->answer('heap-node', [$heap], ['file' => $file], fn () => $view->nodeData($node),
				fn () => $view->nodeText($node));
		}

		return $this->answer('heap', [$heap], ['file' => $file], fn () => $view->data($this->limit),
			fn () => $view->text($this->limit));
	}

	/**
	 * @param list<Database> $heaps
	 * @param array<string, string> $about
	 * @param callable(): array<string, mixed> $data
	 * @param callable(): string $text
	 */
	private function answer(string $command, array $heaps, array $about, callable $data, callable $text): int
	{
		$warnings = [];
		foreach ($heaps as $i => $heap) {
			foreach ($heap->warnings() as $warning) {
				$warnings[] = basename($this->arguments->rest[$i]) . ": $warning";
			}
		}
		Output::write($this->arguments->has('json')
			? Json::encode($command, $about + ['warnings' => $warnings] + $data()) : implode('',
				array_map(fn (string $line) => $this->terminal->style($line, 'yellow') . "\n", $warnings)) . $text());

		return ExitStatus::OK;
	}
}
