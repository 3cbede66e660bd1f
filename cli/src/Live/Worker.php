<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Cli\Process\ProcStat;
use XHProf\Profile;
use XHProf\Ring;

/**
 * A thread of a live process, and what it has been doing lately.
 *
 * @phpstan-import-type Status from Ring
 * @phpstan-import-type Stack from Ring
 * @phpstan-import-type MarkSum from Marks
 * @phpstan-type WorkerRow array{pid: int, tid: int, pool: string, sapi: string, state: string, request: int,
 *     elapsed_ns: int|null, cpu: float|null, memory_bytes: int, peak_bytes: int, method: string, uri: string,
 *     in: string|null, caller: string|null, wait: string|null, tags: array<string, string>, trace: string|null,
 *     span: string|null, idle_ns: int|null, marks: array<string, MarkSum>}
 */
final class Worker
{
	/** The number of last reads that the list of functions covers. */
	public const WINDOW = 10;

	/** The state of a worker that a signal has stopped, whatever state its ring has. */
	public const STOPPED = 'stopped';

	/** @var list<array<string, Profile>> the last reads, by value, the newest last */
	private array $reads = [];

	/** @var Status */
	private array $status;

	private ?float $cpu = null;
	private bool $isStopped = false;

	/** @var array{float, float}|null when, and the CPU time until then, both in seconds */
	private ?array $before = null;

	public function __construct(private readonly Ring $ring)
	{
		$this->refresh($ring->status(), hrtime(true) / 1e9);
	}

	/**
	 * @param Status $status
	 * @param float $now seconds of a monotonic clock
	 */
	public function refresh(array $status, float $now): void
	{
		$this->status = $status;
		$process = ProcStat::of($status['pid']);
		$thread = $process?->start !== (string) $status['start'] ? null : ProcStat::of($status['pid'], $status['tid']);
		$this->isStopped = $thread?->isStopped() === true;
		$used = $thread === null ? null : $thread->ticks / ProcStat::TICKS_PER_S;
		if ($used !== null && $this->before !== null && $now > $this->before[0]) {
			$this->cpu = max(0.0, 100 * ($used - $this->before[1]) / ($now - $this->before[0]));
		}
		$this->before = $used === null ? null : [$now, $used];
	}

	/** @return Status */
	public function status(): array
	{
		return $this->status;
	}

	/** False: the process is gone, or it is in another container, where its pid means another process. */
	public function isVisible(): bool
	{
		return $this->status['is_alive'] === true;
	}

	/**
	 * The samples since the last call, or since this object was made, by value of the dimension; without a dimension,
	 * all are under "".
	 *
	 * @param string $uri as for RequestFilter::admits(); ignored if $by is another dimension than the URI
	 * @param string $by "", or as for Ring::read()
	 * @return array<string, Profile>
	 */
	public function read(string $uri, string $by): array
	{
		$isOfUri = $by === '' || str_ends_with($by, 'uri');
		$parts = [];
		foreach ($this->ring->read($uri !== '' && $isOfUri ? 'method uri' : $by) as $key => $part) {
			if (!$isOfUri || RequestFilter::admits($uri, (string) $key)) {
				$value = $uri !== '' && $by !== 'method uri' && $isOfUri
					? RequestFilter::uri((string) $key) : (string) $key;
				$parts[] = [$by === '' ? '' : $value => $part];
			}
		}
		$read = self::sums($parts);
		$this->reads = array_slice([...$this->reads, $read], -self::WINDOW);

		return $read;
	}

	/** @return list<array<string, Profile>> the last reads */
	public function recent(): array
	{
		return $this->reads;
	}

	public function forget(): void
	{
		$this->reads = [];
	}

	/** @return Stack|null */
	public function stack(): ?array
	{
		return $this->ring->stack();
	}

	/** @return WorkerRow */
	public function row(): array
	{
		$request = $this->status['request'];
		$stack = $this->status['state'] === 'running' ? $this->newest($request['number']) : null;

		return [
			'pid' => $this->status['pid'],
			'tid' => $this->status['tid'],
			'pool' => $this->status['pool'],
			'sapi' => $this->status['sapi'],
			'state' => $this->isStopped ? self::STOPPED : $this->status['state'],
			'request' => $request['number'],
			'elapsed_ns' => $request['elapsed_ns'],
			'cpu' => $this->cpu === null ? null : round($this->cpu, 1),
			'memory_bytes' => $request['memory_bytes'],
			'peak_bytes' => $request['peak_bytes'],
			'method' => $request['method'],
			'uri' => $request['uri'],
			'in' => $stack['frames'][0]['function'] ?? null,
			'caller' => Place::caller($stack['frames'] ?? []),
			'wait' => $stack['wait'] ?? null,
			'tags' => $request['tags'],
			'trace' => $request['trace'],
			'span' => $request['span'],
			'idle_ns' => $this->status['state'] === 'idle' ? $this->idle() : null,
			'marks' => $request['marks'],
		];
	}

	/** The time since the end of its last request; null: it had none, or the ring no longer has it. */
	private function idle(): ?int
	{
		$last = $this->ring->requests(1)[0] ?? null;

		return $last === null ? null : (int) max(0, 1e9 * (microtime(true) - $last['began']) - $last['wall_ns']);
	}

	/**
	 * The newest sample, if it is of this request.
	 *
	 * @return Stack|null
	 */
	private function newest(int $request): ?array
	{
		$stack = $this->stack();

		return $stack !== null && $stack['request'] === $request ? $stack : null;
	}

	/** @param list<Profile|null> $profiles */
	public static function sum(array $profiles): ?Profile
	{
		$known = array_values(array_filter($profiles));

		return count($known) < 2 ? $known[0] ?? null : $known[0]->merge(...array_slice($known, 1));
	}

	/**
	 * A sum for each value.
	 *
	 * @param list<array<string, Profile>> $reads
	 * @return array<string, Profile>
	 */
	public static function sums(array $reads): array
	{
		$parts = [];
		foreach ($reads as $read) {
			foreach ($read as $value => $part) {
				$parts[$value][] = $part;
			}
		}

		return array_filter(array_map(self::sum(...), $parts));
	}
}
