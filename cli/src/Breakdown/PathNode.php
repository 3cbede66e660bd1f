<?php
declare(strict_types=1);

namespace XHProf\Cli\Breakdown;

/** A call path: its time with callees and without, and its callees by name. */
final class PathNode
{
	public int $wallNs = 0;
	public int $ownNs = 0;

	/** @var array<string, PathNode> */
	public array $callees = [];

	/** @param list<string> $frames below this one */
	public function add(array $frames, int $ns): void
	{
		$node = $this;
		$node->wallNs += $ns;
		foreach ($frames as $frame) {
			$node = $node->callees[$frame] ??= new self();
			$node->wallNs += $ns;
		}
		$node->ownNs += $ns;
	}

	/**
	 * The callees with at least this much time, the one with most first.
	 *
	 * @return array<string, PathNode>
	 */
	public function largest(int $leastNs): array
	{
		$callees = array_filter($this->callees,
			static fn (PathNode $callee): bool => $callee->wallNs > 0 && $callee->wallNs >= $leastNs);
		uasort($callees, static fn (PathNode $a, PathNode $b): int => $b->wallNs <=> $a->wallNs);

		return $callees;
	}
}
