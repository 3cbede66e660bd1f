<?php
declare(strict_types=1);

namespace XHProf\Cli\Page;

use XHProf\Cli\Heap\Database;
use XHProf\Cli\Problem;
use XHProf\Cli\Run\RunFile;
use XHProf\Profile;

/** A page of HTML that shows a run or a snapshot, or compares two: the viewer around blocks of data. */
final class Page
{
	/**
	 * @param non-empty-list<Part> $parts before and after
	 * @param list<string> $notes
	 */
	private function __construct(
		private readonly string $kind,
		private readonly array $parts,
		private readonly RunPart $frame,
		private readonly array $notes,
	) {
	}

	public static function ofRun(RunPart $run): self
	{
		return new self('run', [$run], $run, []);
	}

	public static function ofRuns(RunPart $before, RunPart $after): self
	{
		$isSampled = static fn (RunPart $run): bool => $run->head()['kind'] === 'samples';
		if ($isSampled($before) !== $isSampled($after)) {
			throw new Problem('one is a run of calls, the other one of samples', 'record both in the same mode');
		}
		[$some, $others] = [$before->metricNames(), $after->metricNames()];
		$lacks = array_merge(array_diff($some, $others), array_diff($others, $some));

		return new self('diff', [$before, $after], $before,
			$lacks === [] ? [] : ['Only one of the two runs recorded: ' . implode(', ', $lacks) . '.']);
	}

	/** @param non-empty-list<array{Database, string}> $heaps one or two, with their titles */
	public static function ofHeaps(array $heaps): self
	{
		$parts = $notes = [];
		foreach ($heaps as [$heap, $title]) {
			$parts[] = new HeapPart($heap, $title);
			foreach ($heap->warnings() as $warning) {
				$notes[] = count($heaps) > 1 ? "$title: $warning" : $warning;
			}
		}

		// Of a run there is the viewer alone.
		return new self('heap', $parts, new RunPart(Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 0]]), ''), $notes);
	}

	/** @param resource $to */
	public function write($to): void
	{
		$this->put($to, $this->frame->before());
		$runs = [];
		foreach ($this->parts as $i => $part) {
			$runs[] = ['blocks' => chr(ord('a') + $i)] + $part->head();
		}
		$this->put($to, '<script type="application/json" id="xhprof">' . json_encode(['schema' => 'xhprof-report', 'version' => 1,
			'kind' => $this->kind, 'generator' => 'xhprof ' . phpversion('xhprof'), 'runs' => $runs, 'notes' => $this->notes],
			JSON_HEX_TAG | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE | JSON_PRESERVE_ZERO_FRACTION
				| JSON_THROW_ON_ERROR) . "</script>\n");
		foreach ($this->parts as $i => $part) {
			foreach ($part->blocks() as $name => $block) {
				$this->put($to, '<script type="application/octet-stream" id="' . chr(ord('a') + $i) . "-$name\">$block</script>\n");
			}
		}
		$this->put($to, $this->frame->after());
	}

	/** Under its name once it is complete; a device or a pipe is written as it is. */
	public function save(string $file, int $mask): void
	{
		RunFile::needWritable($file);
		$isSpecial = file_exists($file) && !is_file($file);
		$temporary = $isSpecial ? $file : sprintf('%s.%d.tmp', $file, getmypid());
		$before = umask($mask);
		$to = @fopen($temporary, $isSpecial ? 'wb' : 'xb');
		umask($before);
		if ($to === false) {
			throw new Problem("$file: cannot be written", 'name another by --out');
		}
		try {
			$this->write($to);
			if (!fclose($to) || (!$isSpecial && !@rename($temporary, $file))) {
				throw new Problem("$file: could not be written");
			}
		} catch (\Throwable $e) {
			if (!$isSpecial) {
				@unlink($temporary);
			}
			throw $e;
		}
	}

	/** @param resource $to */
	private function put($to, string $text): void
	{
		if (@fwrite($to, $text) !== strlen($text)) {
			throw new Problem('the page could not be written: ' . (preg_replace('/^.*errno=\d+ /', '', error_get_last()['message'] ?? '') ?: 'no room'));
		}
	}
}
