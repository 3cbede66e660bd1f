<?php
declare(strict_types=1);

namespace XHProf\Cli\Foreign;

/** Circles of calls: the strongly connected components of a graph, by Tarjan's algorithm without recursion. */
final class Circles
{
	/** @var array<string, int> by node, in the order of the search */
	private array $found = [];

	/** @var array<string, int> by node: the first found node that it leads back to, by what is known */
	private array $back = [];

	/** @var list<string> nodes whose component is not complete */
	private array $waiting = [];

	/** @var array<string, string> by node of a complete component: the node that stands for it */
	private array $components = [];

	/** @param array<string, list<string>> $callees by caller; no node may be missing */
	private function __construct(private readonly array $callees)
	{
	}

	/**
	 * @param array<string, list<string>> $callees by caller; no node may be missing
	 * @return array<string, string> by node: the node that stands for all of its circle
	 */
	public static function of(array $callees): array
	{
		$circles = new self($callees);
		foreach ($callees as $node => $_) {
			if (!isset($circles->found[$node])) {
				$circles->search((string) $node);
			}
		}

		return $circles->components;
	}

	private function search(string $start): void
	{
		$path = [[$start, 0]];
		$this->enter($start);
		while ($path !== []) {
			$top = count($path) - 1;
			[$node, $at] = $path[$top];
			$callee = $this->callees[$node][$at] ?? null;
			if ($callee === null) {
				$this->leave($node);
				array_pop($path);
				if ($top > 0) {
					$this->back[$path[$top - 1][0]] = min($this->back[$path[$top - 1][0]], $this->back[$node]);
				}
				continue;
			}
			$path[$top][1]++;
			if (!isset($this->found[$callee])) {
				$this->enter($callee);
				$path[] = [$callee, 0];
			} elseif (!isset($this->components[$callee])) {
				$this->back[$node] = min($this->back[$node], $this->found[$callee]);
			}
		}
	}

	private function enter(string $node): void
	{
		$this->found[$node] = $this->back[$node] = count($this->found);
		$this->waiting[] = $node;
	}

	private function leave(string $node): void
	{
		if ($this->back[$node] < $this->found[$node]) {
			return;
		}
		do {
			$member = (string) array_pop($this->waiting);
			$this->components[$member] = $node;
		} while ($member !== $node);
	}
}
