<?php
declare(strict_types=1);

namespace XHProf\Cli\Page;

use XHProf\Cli\Comparison\SetDiff;
use XHProf\Cli\Heap\Database;
use XHProf\Cli\JsonName;
use XHProf\Cli\Problem;
use XHProf\Cli\Process\AtomicFile;
use XHProf\Cli\Run\RunFile;
use XHProf\Profile;

/**
 * A page of HTML that shows a run or a snapshot, or compares two: the viewer around blocks of data.
 *
 * @api
 */
final class Page
{
	/**
	 * @param non-empty-list<PagePart> $parts before and after
	 * @param list<string> $notes
	 */
	private function __construct(
		private readonly string $kind,
		private readonly array $parts,
		private readonly RunPart $frame,
		private readonly array $notes,
		private readonly ?Changes $changes = null,
		private readonly string $list = '',
	) {
	}

	/** @param string $list the address of the list of runs, "../" or "./"; empty: there is none */
	public static function ofRun(RunPart $run, string $list = ''): self
	{
		return new self('run', [$run], $run, [], null, $list);
	}

	/**
	 * Compares two runs by what both recorded. The page says what only one did.
	 *
	 * @param string $list as of one run
	 * @param list<string> $renames of --rename
	 * @throws Problem if one of them is none, or one run has calls and the other samples
	 */
	public static function ofRuns(RunPart $before, RunPart $after, string $list = '', array $renames = []): self
	{
		$diff = new SetDiff($before->set(), $after->set(), $renames);
		$before = $before->renamed($diff->matching->names());
		[$some, $others] = [$before->metricNames(), $after->metricNames()];
		$lacks = array_merge(array_diff($some, $others), array_diff($others, $some));

		$notes = [$lacks === [] ? '' : 'Only one of the two runs recorded: ' . implode(', ', $lacks) . '.',
			$diff->sampledDifferently(), ...$diff->leftOut()];

		return new self('diff', [$before, $after], $before, array_values(array_filter($notes)),
			new Changes($diff, array_values(array_intersect($before->metricIds(), $after->metricIds()))), $list);
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

		// The viewer alone is used, so its run is empty.
		return new self('heap', $parts,
			new RunPart(Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 0]]), ''), $notes);
	}

	/**
	 * Writes the page in parts, which together may be larger than memory.
	 *
	 * @param resource $to it stays open
	 * @throws Problem if not all of it could be written
	 */
	public function write($to): void
	{
		$this->put($to, $this->frame->before());
		$runs = [];
		foreach ($this->parts as $i => $part) {
			$runs[] = ['blocks' => chr(ord('a') + $i)] + $part->head();
		}
		$this->put($to, '<script type="application/json" id="xhprof">' . JsonName::encode(['schema' => 'xhprof-report',
			'version' => 1, 'kind' => $this->kind, 'generator' => 'xhprof ' . phpversion('xhprof'),
			'runs' => $runs, 'notes' => $this->notes] + ($this->changes === null ? []
				: ['change' => $this->changes->head()]) + ($this->list === '' ? [] : ['list' => $this->list]),
			JSON_HEX_TAG | JSON_PRESERVE_ZERO_FRACTION) . "</script>\n");
		foreach ($this->parts as $i => $part) {
			foreach ($part->blocks() as $name => $block) {
				$this->putBlock($to, chr(ord('a') + $i) . "-$name", $block);
			}
		}
		foreach ($this->changes?->blocks($this->frame->coding()) ?? [] as $name => $block) {
			$this->putBlock($to, "b-$name", $block);
		}
		$this->put($to, $this->frame->after());
	}

	/**
	 * Writes the page to a file, as AtomicFile does.
	 *
	 * @throws Problem if it could not be written: there is no file then, or the one from before
	 */
	public function save(string $file): void
	{
		RunFile::needWritable($file);
		AtomicFile::fill($file, function ($to): bool {
			$this->write($to);

			return true;
		});
	}

	/** @param resource $to */
	private function putBlock($to, string $id, string $block): void
	{
		$this->put($to, "<script type=\"application/octet-stream\" id=\"$id\">$block</script>\n");
	}

	/** @param resource $to */
	private function put($to, string $text): void
	{
		if (@fwrite($to, $text) !== strlen($text)) {
			throw new Problem('the page could not be written: '
				. (preg_replace('/^.*errno=\d+ /', '', error_get_last()['message'] ?? '') ?: 'no room'));
		}
	}
}
