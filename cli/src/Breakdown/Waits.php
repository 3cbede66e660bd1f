<?php
declare(strict_types=1);

namespace XHProf\Cli\Breakdown;

use XHProf\Cli\Statistics\ShareErrors;
use XHProf\Profile;

/**
 * The time of a sampled run by what was waited for, according to the leaves that the sampler names.
 *
 * @phpstan-import-type FunctionRow from Profile
 * @phpstan-import-type SampledSummary from ShareErrors
 */
final class Waits
{
	public const RUNS = '(on a CPU)';
	public const UNNAMED = '(not named)';

	/** The server in a wait, without the query: "unix /run/mysqld.sock" in "unix /run/mysqld.sock: SELECT ...". */
	public static function server(string $wait): string
	{
		return preg_match('/^(?:(?:tcp|udp|unix) .*?|dns|socket)(?=: )/', $wait, $found) === 1 ? $found[0] : $wait;
	}

	/**
	 * Own time by wait, the greatest first.
	 *
	 * @return array<string, array{calls: int, own_wall_ns: int, wall_ns: int, share_error_points: float}>
	 */
	public static function of(Profile $profile): array
	{
		$summary = $profile->summary();
		$rows = [];
		foreach ($profile->functions() as $name => $row) {
			if ($row['is_wait'] ?? false) {
				$rows[substr((string) $name, 1, -1)] = ['share_error_points' => $row['share_error_points'] ?? 100.0]
					+ self::row($row['own_wall_ns'], $row['calls'], $summary);
			}
		}
		$off_ns = array_sum(array_column($rows, 'own_wall_ns'));
		$cpu_ns = min($summary['cpu_ns'] ?? 0, max(0, $summary['wall_ns'] - $off_ns));
		$weight = $summary['calls'] - array_sum(array_column($rows, 'calls'));
		$rest_ns = $summary['wall_ns'] - $off_ns - $cpu_ns;
		if ($cpu_ns > 0) {
			$rows[self::RUNS] = self::row($cpu_ns, max(0, $weight), $summary);
		}
		if ($rest_ns > 0) {
			$rows[self::UNNAMED] = self::row($rest_ns, 0, $summary);
		}
		uasort($rows, static fn (array $a, array $b): int => $b['own_wall_ns'] <=> $a['own_wall_ns']);

		return $rows;
	}

	/**
	 * @param SampledSummary $summary
	 * @return array{calls: int, own_wall_ns: int, wall_ns: int, share_error_points: float}
	 */
	private static function row(int $ns, int $weight, array $summary): array
	{
		return ['calls' => $weight, 'own_wall_ns' => $ns, 'wall_ns' => $ns,
			'share_error_points' => ShareErrors::of($ns, $summary)];
	}
}
