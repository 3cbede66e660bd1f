<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Cli\Run\Filter;
use XHProf\Profile;
use XHProf\Ring;

/**
 * The requests that processes have served, as far as their rings have them, and those that processes died in. The slowest are kept, of
 * the others only their number: the rings of a large pool have a million.
 *
 * @phpstan-import-type MarkSum from Marks
 * @phpstan-import-type Death from Deaths
 * @phpstan-type Status array{pid: int, sapi: string, pool: string, state: string, is_alive: bool|null, sampling: array{is_on: bool, interval_ns: int},
 *     request: array{number: int, began: float, method: string, uri: string, peak_bytes: int, tags: array<string, string>, trace: string|null, span: string|null,
 *     marks: array<string, MarkSum>}}
 * @phpstan-type RequestRow array{ring: string, pid: int, number: int, began: float, wall_ns: int, cpu_ns: int|null, peak_bytes: int,
 *     status: int|null, method: string, uri: string, tags: array<string, string>, trace: string|null, span: string|null, marks: array<string, MarkSum>,
 *     idle_ns: int|null, has_died: bool, wall_bound: string|null, death: Death|null, last_in: string|null}
 */
final class EndedRequests
{
	/** As many as a ring of the largest size can have in one look. */
	private const MOST = 262_144;

	/** @var array<string, Ring> by file */
	private array $rings = [];

	/** @var array<string, string> why a ring cannot be read, by file */
	private array $refused = [];

	private readonly Deaths $deaths;

	/** How many there are in all. */
	private int $count = 0;

	/** How many of them the filter admits. */
	private int $matching = 0;

	/** The end of the first one, Unix time; null: there is none. */
	private ?float $oldest = null;

	/** @var list<RequestRow> that the filter admits */
	private array $slowest = [];

	/** @var list<int> the intervals in force, of processes that take samples */
	private array $intervals = [];

	/**
	 * @param list<string> $files
	 * @param int $limit of the slowest
	 */
	public function __construct(array $files, private readonly Filter $filter, private readonly int $limit)
	{
		$this->deaths = new Deaths();
		foreach ($files as $file) {
			try {
				$this->add($file, Ring::open($file));
			} catch (\RuntimeException $e) {
				if (is_file($file)) {
					$this->refused[$file] = Access::reason($file, $e);
				}
			}
		}
	}

	private function add(string $file, Ring $ring): void
	{
		/** @var Status $status */
		$status = $ring->status();
		$this->rings[$file] = $ring;
		if ($status['sampling']['is_on']) {
			$this->intervals[] = $status['sampling']['interval_ns'];
		}
		$requests = $ring->requests(self::MOST);
		foreach ($requests as $i => $request) {
			$this->take(['ring' => $file, 'pid' => $status['pid']] + $request
				+ ['idle_ns' => self::idle($request, $requests[$i + 1] ?? null), 'has_died' => false, 'wall_bound' => null, 'death' => null, 'last_in' => null]);
		}
		if ($status['is_alive'] === false && in_array($status['state'], ['running', 'shutdown'], true)) {
			$this->takeDead($file, $status, $requests[0] ?? null);
		}
		usort($this->slowest, static fn (array $a, array $b): int => $b['wall_ns'] <=> $a['wall_ns'] ?: $a['began'] <=> $b['began']);
		$this->slowest = array_slice($this->slowest, 0, $this->limit);
	}

	/**
	 * The time between the end of the request before and this one; null: the ring does not have that one.
	 *
	 * @param array{number: int, began: float, ...} $request
	 * @param array{number: int, began: float, wall_ns: int, ...}|null $before
	 */
	private static function idle(array $request, ?array $before): ?int
	{
		return $before === null || $before['number'] !== $request['number'] - 1 ? null
			: (int) max(0, 1e9 * ($request['began'] - $before['began']) - $before['wall_ns']);
	}

	/** @param RequestRow $row */
	private function take(array $row): void
	{
		$this->count++;
		$end = $row['began'] + $row['wall_ns'] / 1e9;
		$this->oldest = min($this->oldest ?? $end, $end);
		if ($end >= $this->filter->since && $this->filter->admits(['uri' => $row['uri'], 'status' => $row['status'], 'wall_ns' => $row['wall_ns'],
			'host' => null, 'trace' => $row['trace'], 'damaged' => false])) {
			$this->matching++;
			$this->slowest[] = $row;
		}
	}

	/**
	 * The request that a process died in.
	 *
	 * @param Status $status
	 * @param array{number: int, began: float, wall_ns: int, ...}|null $before
	 */
	private function takeDead(string $file, array $status, ?array $before): void
	{
		$request = $status['request'];
		$death = $this->deaths->of($file, $status);
		$sampled_ns = $this->rings[$file]->request($request['number'])?->summary()['wall_ns'] ?? 0;
		$this->take(Deaths::lasted($file, $status, $death, $sampled_ns) + ['ring' => $file, 'pid' => $status['pid'], 'number' => $request['number'], 'began' => $request['began'],
			'cpu_ns' => null, 'peak_bytes' => $request['peak_bytes'], 'status' => null,
			'method' => $request['method'], 'uri' => $request['uri'], 'tags' => $request['tags'], 'trace' => $request['trace'],
			'span' => $request['span'], 'marks' => $request['marks'], 'idle_ns' => self::idle($request, $before), 'has_died' => true,
			'death' => $death, 'last_in' => $this->lastIn($file, $request['number'])]);
	}

	/** Where its newest sample is; null: it has none. */
	private function lastIn(string $file, int $request): ?string
	{
		$stack = $this->rings[$file]->stack();

		return $stack !== null && $stack['request'] === $request && $stack['frames'] !== []
			? Place::text($stack['frames'][0]['function'], Place::caller($stack['frames'])) : null;
	}

	/** @return list<RequestRow> the slowest first */
	public function slowest(): array
	{
		return $this->slowest;
	}

	/**
	 * Its samples, whose times add up to the request.
	 *
	 * @param RequestRow $row
	 */
	public function profile(array $row): ?Profile
	{
		return $this->rings[$row['ring']]->request($row['number']);
	}

	public function count(): int
	{
		return $this->count;
	}

	public function matching(): int
	{
		return $this->matching;
	}

	public function processes(): int
	{
		return count($this->rings);
	}

	public function oldest(): ?float
	{
		return $this->oldest;
	}

	/** @return list<int> the shortest and the longest interval in force, in nanoseconds; empty: nothing samples */
	public function intervals(): array
	{
		return $this->intervals === [] ? [] : array_values(array_unique([min($this->intervals), max($this->intervals)]));
	}

	/** @return array<string, string> why a ring cannot be read, by file */
	public function refused(): array
	{
		return $this->refused;
	}
}
