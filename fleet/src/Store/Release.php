<?php
declare(strict_types=1);

namespace XHProf\Fleet\Store;

use XHProf\Cli\Problem;

/**
 * A version of a service, with the hosts and the times where it ran.
 *
 * @phpstan-import-type Running from ClickHouseStore
 */
final class Release
{
	/** The tag whose value is the version. */
	public const TAG = 'version';

	private const SHOWN = 4;

	/**
	 * @param non-empty-array<string, array{first: int, last: int}> $hosts the start of its first window and the end of
	 *     its last one, Unix time
	 */
	private function __construct(public readonly string $version, public readonly array $hosts,
		public readonly int $samples)
	{
	}

	/**
	 * The releases of a selection, in the order in which they came.
	 *
	 * @return list<self>
	 */
	public static function in(ClickHouseStore $store, Selection $selection): array
	{
		$running = $store->running($selection, self::TAG);
		$services = array_values(array_unique(array_column($running, 'service')));
		if (count($services) > 1) {
			sort($services);
			throw new Problem('these are ' . count($services) . ' services',
				'choose one: service=' . implode(', service=', array_slice($services, 0, self::SHOWN)));
		}
		$versions = [];
		foreach ($running as $one) {
			if ($one['version'] !== '') {
				$versions["v$one[version]"][] = $one;
			}
		}
		if ($versions === []) {
			throw new Problem("{$selection->title()}: no profile has the label version",
				"xhprof ship --version-from FOLDER sets it, or xhprof_tag('version', ...) in the program");
		}

		return array_map(self::of(...), array_values($versions));
	}

	/** @param non-empty-list<Running> $running */
	private static function of(array $running): self
	{
		$hosts = [];
		foreach ($running as $one) {
			$hosts[$one['host']] = ['first' => $one['first'], 'last' => $one['last'] + Selection::WINDOW_S];
		}

		return new self($running[0]['version'], $hosts, array_sum(array_column($running, 'samples')));
	}

	public function first(): int
	{
		return min(array_column($this->hosts, 'first'));
	}

	public function end(): int
	{
		return max(array_column($this->hosts, 'last'));
	}

	public function condition(): Condition
	{
		return new Condition(self::TAG, true, false, [$this->version]);
	}
}
