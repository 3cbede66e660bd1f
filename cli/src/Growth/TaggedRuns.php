<?php
declare(strict_types=1);

namespace XHProf\Cli\Growth;

use XHProf\Cli\Input\RunLoader;
use XHProf\Cli\Problem;
use XHProf\Cli\Run\Reduction;
use XHProf\Cli\Run\RunSet;
use XHProf\Cli\Saved\Folder;
use XHProf\Cli\Statistics\PowerFit;
use XHProf\Cli\Terminal\Units;
use XHProf\Profile;

/** Groups runs by size, the number that a tag of each run has. */
final class TaggedRuns
{
	/** @var array<string, RunSet> by the size, "s12.5" */
	private array $sets = [];

	/** @var array<string, true> the methods and paths of the runs' requests */
	private array $requests = [];

	/** @var array<string, int> how many runs were left out, by the reason */
	private array $left = [];

	/** "samples" or "calls"; null: no run was read yet. */
	private ?string $kind = null;

	/** @param non-empty-list<string> $files */
	public function __construct(array $files, private readonly string $tag, private readonly Reduction $reduction)
	{
		foreach ($files as $file) {
			try {
				$this->add(RunLoader::load($file));
			} catch (Problem $problem) {
				if (count($files) < PowerFit::LEAST) {
					throw $problem;
				}
				$this->leaveOut('unreadable');
			}
		}
		if (count($this->sets) < PowerFit::LEAST) {
			throw new Problem("the tag $tag has " . Units::of(count($this->sets), 'size') . ' in '
				. Units::of(count($files), 'run') . ', and growth needs ' . PowerFit::LEAST . implode('',
					array_map(static fn (string $remark): string => "; $remark", $this->remarks())),
				"xhprof_tag('$tag', (string) count(\$items)) in the program sets it");
		}
	}

	private function add(Profile $run): void
	{
		$own = (array) ($run->meta()['xhprof'] ?? []);
		$size = ((array) ($own['tags'] ?? []))[$this->tag] ?? null;
		$kind = isset($run->summary()['samples']) ? 'samples' : 'calls';
		if (!is_string($size) || !Sizes::isSize($size)) {
			$this->leaveOut(is_string($size) ? "whose $this->tag is not a positive number"
				: "without the tag $this->tag");
			return;
		}
		$this->kind ??= $kind;
		$set = $this->sets['s' . (float) $size] ?? new RunSet();
		if ($kind !== $this->kind || $set->count() >= RunSet::MOST) {
			$this->leaveOut($kind !== $this->kind ? "of $kind, unlike the first"
				: 'beyond ' . RunSet::MOST . ' of a size');
			return;
		}
		$set->add($this->reduction->apply($run));
		$this->sets['s' . (float) $size] = $set;
		$facts = Folder::factsIn(['meta' => $run->meta()]);
		$this->requests[$facts['method'] . ' ' . explode('?', (string) $facts['uri'])[0]] = true;
	}

	private function leaveOut(string $reason): void
	{
		$this->left[$reason] = ($this->left[$reason] ?? 0) + 1;
	}

	/** @return list<array{float, RunSet}> ascending */
	public function sets(): array
	{
		$sets = [];
		foreach ($this->sets as $size => $set) {
			$sets[] = [(float) substr($size, 1), $set];
		}
		usort($sets, static fn (array $a, array $b): int => $a[0] <=> $b[0]);

		return $sets;
	}

	/** @return list<string> remarks about runs that were left out, and about runs that do not belong together */
	public function remarks(): array
	{
		$left = array_map(static fn (string $reason, int $count): string => Units::count($count) . " $reason",
			array_keys($this->left), $this->left);
		sort($left, SORT_NATURAL);

		return [...(count($this->requests) < 2 ? []
			: ['these are ' . count($this->requests) . ' different requests; --uri chooses one']),
			...($left === [] ? [] : ['left out: ' . implode(', ', $left)])];
	}
}
