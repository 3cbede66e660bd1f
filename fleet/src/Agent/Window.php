<?php
declare(strict_types=1);

namespace XHProf\Fleet\Agent;

/**
 * The stretch of time that a batch covers. Windows end at multiples of their length since 1970, so that those of all
 * hosts agree. If the clock was set or the machine slept, the window ends at once, so that no window has times of two
 * clocks.
 */
final class Window
{
	/**
	 * The most by which the time of day may deviate from the monotonic clock between two looks. A clock that is only
	 * slewed never deviates by as much.
	 */
	private const STEP_S = 1.0;

	private int $from;

	/** @var array{float, float} time of day and monotonic time of the last look, in seconds */
	private array $last;

	/**
	 * @param int $seconds the length of a window
	 * @param \Closure(): array{float, float} $clock the time of day, in seconds since 1970, and monotonic time
	 */
	public function __construct(private readonly int $seconds, private readonly \Closure $clock)
	{
		$this->last = ($this->clock)();
		$this->from = (int) floor($this->last[0]);
	}

	/** @return array{float, float} */
	public static function clock(): array
	{
		return [microtime(true), hrtime(true) / 1e9];
	}

	/**
	 * Returns the window that has ended by now, and begins the next one.
	 *
	 * @return array{int, int}|null from and until, seconds since 1970; null: the window has not ended
	 */
	public function ended(): ?array
	{
		[$before, $this->last] = [$this->last, ($this->clock)()];
		$expected = $before[0] + $this->last[1] - $before[1];
		if (abs($this->last[0] - $expected) > self::STEP_S) {
			return $this->cut((int) ceil($expected), (int) floor($this->last[0]));
		}
		$boundary = (int) floor($this->last[0] / $this->seconds) * $this->seconds;

		return $boundary > $this->from ? $this->cut($boundary, $boundary) : null;
	}

	/**
	 * Ends the current window early.
	 *
	 * @return array{int, int}
	 */
	public function end(): array
	{
		$now = ($this->clock)()[0];

		return $this->cut((int) ceil($now), (int) ceil($now));
	}

	/** @return array{int, int} */
	private function cut(int $until, int $next): array
	{
		$window = [$this->from, max($until, $this->from + 1)];
		$this->from = $next;

		return $window;
	}
}
