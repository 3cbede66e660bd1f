<?php
declare(strict_types=1);

namespace XHProf\Cli\Breakdown;

use XHProf\Profile;

/**
 * The call paths of a run that matter, few enough for a terminal. A call that has little time of its own, and only one
 * callee that matters, shares a line with it.
 *
 * @phpstan-type Line array{depth: int, functions: non-empty-list<string>, wall_ns: int}
 */
final class PathTree
{
	/** Calls with a smaller part of the run's time are left out. */
	private const LEAST_SHARE = 0.05;

	private readonly PathNode $root;
	private readonly int $leastNs;

	public function __construct(Profile $profile)
	{
		$this->root = new PathNode();
		foreach ($profile->stacks() as $stack) {
			$this->root->add($stack['frames'], $stack['wall_ns']);
		}
		$this->leastNs = (int) ceil(self::LEAST_SHARE * $this->root->wallNs);
	}

	/**
	 * The lines in preorder. Of the callees, the one with most time comes first.
	 *
	 * @return list<Line>
	 */
	public function lines(): array
	{
		return $this->below($this->root, 0);
	}

	/** @return list<Line> */
	private function below(PathNode $node, int $depth): array
	{
		$lines = [];
		foreach ($node->largest($this->leastNs) as $function => $callee) {
			$functions = [(string) $function];
			while ($callee->ownNs < $this->leastNs && count($only = $callee->largest($this->leastNs)) === 1) {
				$functions[] = (string) array_key_first($only);
				$callee = reset($only);
			}
			array_push($lines, ['depth' => $depth, 'functions' => $functions, 'wall_ns' => $callee->wallNs],
				...$this->below($callee, $depth + 1));
		}

		return $lines;
	}
}
