<?php
declare(strict_types=1);

namespace XHProf\Cli\Heap;

/**
 * The meaning of a heap's references: what keeps what alive.
 *
 * A node's dominator is the nearest other node on all paths from the roots to it: without the dominator, no root
 * reaches the node. A node retains itself and all nodes that it dominates. Node 0 is the virtual root above all roots.
 *
 * The dominators are found by the semi-NCA variant of Lengauer's and Tarjan's algorithm. Its time grows little faster
 * than the number of references.
 */
final class Graph
{
	/** @var array<int, int> of each node */
	public array $retained;

	/** @var array<int, int> */
	public array $dominators;

	/** @var array<int, int> how many references lead to it from others */
	public array $inEdges;

	/** @var array<int, int> on the shortest way from a root: the edge, -1 at a root. Nearer ones come first. */
	public array $via;

	/** @var array<int, int> how long that is */
	public array $depths;

	/** @var array<int, int> of the root it starts at */
	public array $rootOf;

	/** @var array<int, string> live, held (by an extension that does not report it), cycle */
	public array $states;

	/** @var array<int, bool> whether no other of its class keeps it */
	public array $isTop;

	/** @var array<int, int> those of node v are at starts[v] to starts[v + 1] */
	private array $starts;

	/** @var array<int, int> edges */
	private array $edges;

	/** @var list<int> nodes in the order in which a depth-first search comes to them */
	private array $order = [];

	/** @var array<int, int> the place of each in that */
	private array $place = [];

	/** @var list<int> places of parents in that search */
	private array $parents = [];

	private readonly int $count;

	public function __construct(private readonly Snapshot $file)
	{
		$this->count = count($file->kinds);
		$this->index();
		$this->findWays();
		$this->findStates();
		$this->search();
		$this->dominate();
		$this->sum();
	}

	/**
	 * True for a weak root. It is only an entry in a list of all objects or resources, and keeps a node alive only if
	 * no other root reaches it.
	 */
	private static function isWeak(string $kind): bool
	{
		return $kind === 'store' || $kind === 'resource';
	}

	/** Groups edges by their source node. A pointer that a search of memory found is not a counted reference. */
	private function index(): void
	{
		$degrees = array_fill(0, $this->count + 2, 0);
		$this->inEdges = array_fill(1, max(1, $this->count), 0);
		foreach ($this->file->from as $edge => $from) {
			$degrees[$from + 1]++;
			$this->inEdges[$this->file->to[$edge]] += (int) ($this->file->edgeKinds[$edge] !== 'm');
		}
		for ($i = 1; $i <= $this->count + 1; $i++) {
			$degrees[$i] += $degrees[$i - 1];
		}
		$this->starts = $next = $degrees;
		$this->edges = $this->file->from;
		foreach ($this->file->from as $edge => $from) {
			$this->edges[$next[$from]++] = $edge;
		}
	}

	/**
	 * Finds the shortest path from a root to each node. A path from a weak root counts only if no other root reaches
	 * the node.
	 */
	private function findWays(): void
	{
		$this->via = $this->depths = $this->rootOf = [];
		$queue = $weak = [];
		foreach ($this->file->roots as $root => [$node, $kind]) {
			if (self::isWeak($kind)) {
				$weak[] = $root;
			} elseif ($this->start($node, $root)) {
				$queue[] = $node;
			}
		}
		$this->spread($queue);
		foreach ($this->holdersFirst($weak) as $root) {
			$node = $this->file->roots[$root][0];
			if ($this->start($node, $root)) {
				$this->spread([$node]);
			}
		}
		// Only in a damaged file: no root reaches these nodes.
		for ($node = 1; $node <= $this->count; $node++) {
			if ($this->start($node, -1)) {
				$this->spread([$node]);
			}
		}
	}

	/** Starts a path at a root; false: the node has a path already. */
	private function start(int $node, int $root): bool
	{
		if (isset($this->via[$node])) {
			return false;
		}
		[$this->via[$node], $this->depths[$node], $this->rootOf[$node]] = [-1, 0, $root];

		return true;
	}

	/**
	 * Puts the roots first whose nodes no other node references. Nodes of the others may belong to them.
	 *
	 * @param list<int> $roots
	 * @return list<int>
	 */
	private function holdersFirst(array $roots): array
	{
		$isHeld = [];
		foreach ($this->file->to as $edge => $to) {
			$isHeld[$to] = ($isHeld[$to] ?? false) || $this->file->from[$edge] !== $to;
		}
		$held = array_filter($roots, fn (int $root): bool => $isHeld[$this->file->roots[$root][0]] ?? false);

		return [...array_diff($roots, $held), ...$held];
	}

	/** True if the root keeps its node alive: a weak root does so only if no other root reaches the node. */
	private function keeps(int $root): bool
	{
		[$node, $kind] = $this->file->roots[$root];

		return !self::isWeak($kind) || $this->rootOf[$node] === $root;
	}

	/** @param list<int> $queue */
	private function spread(array $queue): void
	{
		for ($i = 0; $i < count($queue); $i++) {
			$node = $queue[$i];
			for ($at = $this->starts[$node]; $at < $this->starts[$node + 1]; $at++) {
				$to = $this->file->to[$this->edges[$at]];
				if (!isset($this->via[$to])) {
					$this->via[$to] = $this->edges[$at];
					$this->depths[$to] = $this->depths[$node] + 1;
					$this->rootOf[$to] = $this->rootOf[$node];
					$queue[] = $to;
				}
			}
		}
	}

	/**
	 * Classifies the nodes that only the object store reaches. If a node has more references than we see, an extension
	 * holds it without reporting that, and keeps alive all that it leads to. The rest are cycles that wait for the
	 * garbage collector.
	 */
	private function findStates(): void
	{
		$this->states = array_fill(1, max(1, $this->count), 'live');
		$held = [];
		foreach ($this->rootOf as $node => $root) {
			if ($root < 0 || $this->file->roots[$root][1] !== 'store') {
				continue;
			}
			$this->states[$node] = 'cycle';
			if ($this->file->references[$node] > $this->inEdges[$node]
				&& !strpbrk($this->file->flags[$node], 'im')) {
				$held[] = $node;
			}
		}
		while ($held !== []) {
			$node = array_pop($held);
			if ($this->states[$node] !== 'cycle') {
				continue;
			}
			$this->states[$node] = 'held';
			for ($at = $this->starts[$node]; $at < $this->starts[$node + 1]; $at++) {
				$held[] = $this->file->to[$this->edges[$at]];
			}
		}
	}

	/**
	 * The nodes directly below the virtual root: nodes of roots, interned strings, and nodes that nothing else leads
	 * to.
	 *
	 * @return list<int>
	 */
	private function entries(): array
	{
		$entries = [];
		foreach ($this->file->roots as $root => [$node]) {
			if ($this->keeps($root)) {
				$entries[] = $node;
			}
		}
		foreach ($this->file->flags as $node => $flags) {
			if (str_contains($flags, 'i') || $this->rootOf[$node] < 0) {
				$entries[] = $node;
			}
		}

		return array_values(array_unique($entries));
	}

	private function search(): void
	{
		$to = $this->file->to;
		$this->order = [0];
		$this->place = [0 => 0];
		$this->parents = [0];
		foreach ($this->entries() as $entry) {
			$stack = [$entry];
			$above = [0];
			while ($stack !== []) {
				$node = array_pop($stack);
				$parent = (int) array_pop($above);
				if (isset($this->place[$node])) {
					continue;
				}
				$place = count($this->order);
				$this->place[$node] = $place;
				$this->order[] = $node;
				$this->parents[] = $parent;
				for ($at = $this->starts[$node]; $at < $this->starts[$node + 1]; $at++) {
					if (!isset($this->place[$to[$this->edges[$at]]])) {
						$stack[] = $to[$this->edges[$at]];
						$above[] = $place;
					}
				}
			}
		}
	}

	/**
	 * The predecessors of each place: those of p are at starts[p] to starts[p + 1].
	 *
	 * @return array{array<int, int>, array<int, int>}
	 */
	private function predecessors(): array
	{
		$starts = array_fill(0, count($this->order) + 1, 0);
		$entries = array_map(fn (int $node): int => $this->place[$node], $this->entries());
		foreach ($this->file->to as $to) {
			$starts[$this->place[$to] + 1]++;
		}
		foreach ($entries as $place) {
			$starts[$place + 1]++;
		}
		for ($i = 1; $i < count($starts); $i++) {
			$starts[$i] += $starts[$i - 1];
		}
		$next = $starts;
		$places = $starts[count($starts) - 1] === 0 ? [] : array_fill(0, $starts[count($starts) - 1], 0);
		foreach ($this->file->to as $edge => $to) {
			$places[$next[$this->place[$to]]++] = $this->place[$this->file->from[$edge]];
		}

		// The slots that are still 0 are the predecessors of the entries: place 0 is the virtual root.
		return [$starts, $places];
	}

	private function dominate(): void
	{
		[$starts, $predecessors] = $this->predecessors();
		$count = count($this->order);
		$ancestors = $this->parents;
		$labels = $semi = $count === 0 ? [] : range(0, $count - 1);
		for ($i = $count - 1; $i > 0; $i--) {
			$least = $this->parents[$i];
			for ($at = $starts[$i]; $at < $starts[$i + 1]; $at++) {
				$place = $predecessors[$at];
				if ($place > $i) {
					if ($ancestors[$place] > $i) {
						self::compress($place, $i, $ancestors, $labels);
					}
					$place = $labels[$place];
				}
				if ($place < $least) {
					$least = $place;
				}
			}
			$semi[$i] = $labels[$i] = $least;
		}
		$dominators = [0];
		for ($i = 1; $i < $count; $i++) {
			$place = $this->parents[$i];
			while ($place > $semi[$i]) {
				$place = $dominators[$place];
			}
			$dominators[$i] = $place;
		}
		$this->dominators = [];
		foreach ($dominators as $i => $place) {
			$this->dominators[$this->order[$i]] = $this->order[$place];
		}
	}

	/**
	 * Compresses a path: gives each place on the way up to $least the smallest label on its own way up.
	 *
	 * @param array<int, int> $ancestors
	 * @param array<int, int> $labels
	 */
	private static function compress(int $place, int $least, array &$ancestors, array &$labels): void
	{
		$way = [];
		while ($ancestors[$place] > $least) {
			$way[] = $place;
			$place = $ancestors[$place];
		}
		for ($i = count($way) - 1; $i >= 0; $i--) {
			$above = $ancestors[$way[$i]];
			if ($labels[$above] < $labels[$way[$i]]) {
				$labels[$way[$i]] = $labels[$above];
			}
			$ancestors[$way[$i]] = $ancestors[$above];
		}
	}

	/** Adds up retained sizes backwards, because dominators come before the nodes that they dominate. */
	private function sum(): void
	{
		$this->retained = $this->file->bytes;
		$this->retained[0] = 0;
		for ($i = count($this->order) - 1; $i > 0; $i--) {
			$node = $this->order[$i];
			$this->retained[$this->dominators[$node]] += $this->retained[$node];
		}
		$this->findTops();
	}

	/**
	 * Walks down the dominator tree, and counts the classes on the path: a top is a node that no node of its class
	 * dominates.
	 */
	private function findTops(): void
	{
		$children = [];
		for ($i = 1; $i < count($this->order); $i++) {
			$children[$this->dominators[$this->order[$i]]][] = $this->order[$i];
		}
		$this->isTop = [];
		$open = [];
		$stack = [0];
		while ($stack !== []) {
			$node = array_pop($stack);
			if ($node < 0) {
				$open[$this->groupOf(-$node)]--;
				continue;
			}
			if ($node > 0) {
				$group = $this->groupOf($node);
				$this->isTop[$node] = ($open[$group] ?? 0) === 0;
				$open[$group] = ($open[$group] ?? 0) + 1;
				$stack[] = -$node;
			}
			foreach ($children[$node] ?? [] as $child) {
				$stack[] = $child;
			}
		}
	}

	private function groupOf(int $node): string
	{
		return $this->file->kinds[$node] . $this->file->classes[$node];
	}
}
