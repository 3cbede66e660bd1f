<?php
declare(strict_types=1);

namespace XHProf\Cli\Foreign;

use XHProf\Cli\JsonName;
use XHProf\Profile;

/**
 * The call paths of a run, each once: in samples those that differ only by lines are one.
 *
 * @phpstan-type PathRow array{parent: int|null, function: string, file: string|null, line: int|null, own_wall_ns: int,
 *     calls: int}
 */
final class PathTable
{
	/** @var list<PathRow> callers before their callees, main() first */
	public readonly array $rows;

	/** @throws \RuntimeException if the run has no call paths */
	public function __construct(Profile $run)
	{
		/** @var list<PathRow> $rows */
		$rows = [];
		/** @var array<int, int> $numbers */
		$numbers = [];
		$places = [];
		foreach ($run->nodes() as $i => $node) {
			$parent = $node['parent'] === null ? null : $numbers[$node['parent']];
			$key = ($parent ?? '') . "\0$node[function]";
			$place = $places[$key] ?? null;
			if ($place === null) {
				$place = $places[$key] = count($rows);
				$rows[] = ['parent' => $parent, 'function' => $node['function'], 'file' => $node['file'],
					'line' => $node['line'], 'own_wall_ns' => 0, 'calls' => 0];
			}
			$numbers[$i] = $place;
			$rows[$place] = ['own_wall_ns' => $rows[$place]['own_wall_ns'] + max(0, $node['own_wall_ns']),
				'calls' => $rows[$place]['calls'] + $node['calls']] + $rows[$place];
		}
		$this->rows = $rows;
	}

	/** UTF-8 of any name. */
	public function name(int $place): string
	{
		return JsonName::text($this->rows[$place]['function']);
	}

	/** @return array<int, non-empty-list<int>> by their caller */
	public function children(): array
	{
		$children = [];
		foreach ($this->rows as $i => $row) {
			if ($row['parent'] !== null) {
				$children[$row['parent']][] = $i;
			}
		}

		return $children;
	}

	/** @return list<int> callees before their callers, so that own costs are drawn behind those of callees */
	public function ends(): array
	{
		$children = $this->children();
		$ends = [];
		$open = [0];
		while ($open !== []) {
			$place = array_pop($open);
			$ends[] = $place;
			array_push($open, ...($children[$place] ?? []));
		}

		return array_reverse($ends);
	}
}
