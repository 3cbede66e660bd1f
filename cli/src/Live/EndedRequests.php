<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Cli\Saved\Filter;
use XHProf\Profile;
use XHProf\Ring;

/**
 * The finished requests that rings still have, and those in which processes died. Keeps only the slowest and counts the
 * rest, because the rings of a large pool can hold a million.
 *
 * @phpstan-import-type MarkSum from Marks
 * @phpstan-import-type Death from Deaths
 * @phpstan-type Status array{pid: int, sapi: string, pool: string, state: string, is_alive: bool|null,
 *     sampling: array{is_on: bool, interval_ns: int}, request: array{number: int, began: float, method: string,
 *     uri: string, peak_bytes: int, tags: array<string, string>, trace: string|null, span: string|null,
 *     marks: array<string, MarkSum>}}
 * @phpstan-type RequestRow array{ring: string, pid: int, number: int, began: float, wall_ns: int, cpu_ns: int|null,
 *     peak_bytes: int, status: int|null, method: string, uri: string, tags: array<string, string>, trace: string|null,
 *     span: string|null, marks: array<string, MarkSum>, idle_ns: int|null, has_died: bool, wall_bound: string|null,
 *     death: Death|null, last_in: string|null}
 */
final class EndedRequests
{
	/** The most requests that are read from a ring: one of the largest size has no more. */
	private const MOST = 262_144;

	/** @var array<string, Ring> by file */
	private array $rings = [];

	private readonly Rings $opener;

	private readonly Deaths $deaths;

	/** The number of all requests. */
	private int $count = 0;

	/** The number of requests that the filter admits. */
	private int $matching = 0;

	/** The earliest end of a request, Unix time; null: there is no request. */
	private ?float $oldest = null;

	/** @var list<RequestRow> that the filter admits */
	private array $slowest = [];

	/** @var list<int> the current interval of each process that takes samples */
	private array $intervals = [];

	/**
	 * @param list<string> $files
	 * @param int $limit how many of the slowest are kept
	 * @param string $doubt for the reason why a ring cannot be read: Target::doubt()
	 */
	public function __construct(array $files, private readonly Filter $filter,
		private readonly int $limit, string $doubt = '')
	{
		$this->deaths = new Deaths();
		$this->opener = new Rings($doubt);
		$this->opener->open($files, [], $this->add(...));
	}

	private function add(Ring $ring, string $file): Ring
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
				+ ['idle_ns' => self::idle($request, $requests[$i + 1] ?? null), 'has_died' => false,
					'wall_bound' => null, 'death' => null, 'last_in' => null]);
		}
		if (!Rings::isAlive($status) && in_array($status['state'], ['running', 'shutdown'], true)) {
			$this->takeDead($file, $status, $requests[0] ?? null);
		}
		usort($this->slowest,
			static fn (array $a, array $b): int => $b['wall_ns'] <=> $a['wall_ns'] ?: $a['began'] <=> $b['began']);
		$this->slowest = array_slice($this->slowest, 0, $this->limit);

		return $ring;
	}

	/**
	 * The time between the end of the previous request and the start of this one; null: the ring no longer has the
	 * previous one.
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
		if ($end >= $this->filter->since && $this->filter->admits(['uri' => $row['uri'], 'status' => $row['status'],
			'wall_ns' => $row['wall_ns'], 'host' => null, 'trace' => $row['trace'], 'damaged' => false])) {
			$this->matching++;
			$this->slowest[] = $row;
		}
	}

	/**
	 * Adds the request in which a process died.
	 *
	 * @param Status $status
	 * @param array{number: int, began: float, wall_ns: int, ...}|null $before
	 */
	private function takeDead(string $file, array $status, ?array $before): void
	{
		$request = $status['request'];
		$death = $this->deaths->of($file, $status);
		$sampled_ns = $this->rings[$file]->request($request['number'])?->summary()['wall_ns'] ?? 0;
		$this->take(Deaths::lasted($file, $status, $death, $sampled_ns) + ['ring' => $file,
			'pid' => $status['pid'], 'number' => $request['number'], 'began' => $request['began'],
			'cpu_ns' => null, 'peak_bytes' => $request['peak_bytes'], 'status' => null, 'method' => $request['method'],
			'uri' => $request['uri'], 'tags' => $request['tags'], 'trace' => $request['trace'],
			'span' => $request['span'], 'marks' => $request['marks'], 'idle_ns' => self::idle($request, $before),
			'has_died' => true, 'death' => $death, 'last_in' => $this->lastIn($file, $request['number'])]);
	}

	/**
	 * The function that the process's newest sample is in; null: that sample is not of this request, or there is none.
	 */
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
	 * The samples of a request, whose times add up to its duration.
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

	/**
	 * @return list<int> the shortest and the longest current interval in nanoseconds, one value if they are equal;
	 *     empty: no process samples
	 */
	public function intervals(): array
	{
		return $this->intervals === [] ? []
			: array_values(array_unique([min($this->intervals), max($this->intervals)]));
	}

	/** @return array<string, string> why a ring cannot be read, by file */
	public function refused(): array
	{
		return $this->opener->refused();
	}
}
