<?php
declare(strict_types=1);

namespace XHProf\Cli\Foreign;

use XHProf\Cli\JsonName;
use XHProf\Profile;

/**
 * A run as a .cpuprofile, which VS Code and Chrome's tools open. Each path is one sample, in the order of first calls,
 * as wide as all its calls.
 */
final class CpuProfileText
{
	/** The format counts microseconds. */
	private const TIME_NS = 1000;

	private const NO_LINE = -1;

	/** Ids begin with 1. */
	private const ROOT = 1;

	/** @throws \RuntimeException if the run has no call paths */
	public static function of(Profile $run): string
	{
		$tree = new PathTable($run);
		$children = $tree->children();
		$nodes = $files = [];
		foreach ($tree->rows as $i => $row) {
			$file = $row['file'] ?? '';
			$nodes[] = ['id' => $i + self::ROOT, 'callFrame' => ['functionName' => $i === 0 ? '(root)'
				: $tree->name($i), 'scriptId' => (string) ($files[$file] ??= count($files)),
				'url' => str_starts_with($file, '/') ? "file://$file" : $file, 'lineNumber' => ($row['line'] ?? 0) > 0
					? $row['line'] - 1 : self::NO_LINE, 'columnNumber' => self::NO_LINE],
				'hitCount' => $row['own_wall_ns'] > 0 ? 1 : 0,
				'children' => array_map(static fn (int $child): int => $child + self::ROOT, $children[$i] ?? [])];
		}
		$start = (int) round($run->summary()['started'] * 1e6);
		$samples = $deltas = [];
		$wasUs = $ns = 0;
		foreach ($tree->ends() as $i) {
			if ($tree->rows[$i]['own_wall_ns'] > 0) {
				// Rounding the ends keeps the sum as long as the run.
				[$samples[], $deltas[]] = [$i + self::ROOT, intdiv($ns, self::TIME_NS) - $wasUs];
				$wasUs = intdiv($ns, self::TIME_NS);
				$ns += $tree->rows[$i]['own_wall_ns'];
			}
		}
		[$samples[], $deltas[]] = [self::ROOT, intdiv($ns, self::TIME_NS) - $wasUs];

		return JsonName::encode(['nodes' => $nodes, 'startTime' => $start,
			'endTime' => $start + intdiv($ns, self::TIME_NS),
			'samples' => $samples, 'timeDeltas' => $deltas]) . "\n";
	}
}
