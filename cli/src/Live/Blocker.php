<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Ring;

/** The process that most workers of a pool wait for. */
final class Blocker
{
	private function __construct(
		private readonly int $workers,
		private readonly int $all,
		private readonly string $wait,
		private readonly Holder $holder,
	) {
	}

	/**
	 * Null: there is none.
	 *
	 * @param array<int, string|null> $waits of all workers, by pid
	 * @param \Closure(int): list<string> $filesOf the rings of a process
	 */
	public static function of(array $waits, \Closure $filesOf): ?self
	{
		$holders = new Holders();
		$count = [];
		$names = [];
		foreach ($waits as $pid => $wait) {
			$holder = $holders->of($pid, $wait);
			if ($holder !== null) {
				$count[$holder] = ($count[$holder] ?? 0) + 1;
				$names[$holder] ??= (string) $wait;
			}
		}
		arsort($count);
		$pid = array_key_first($count);

		return $pid === null ? null : new self($count[$pid], count($waits), $names[$pid], self::holder($pid, $filesOf));
	}

	/** @param \Closure(int): list<string> $filesOf */
	public static function holder(int $pid, \Closure $filesOf): Holder
	{
		foreach ($filesOf($pid) as $file) {
			try {
				$ring = Ring::open($file);

				return Holder::of($pid, $ring->status(), $ring->stack());
			} catch (\RuntimeException) {
				continue;
			}
		}

		return Holder::of($pid, null, null);
	}

	/** "6 of 8 workers wait for the lock that 812 holds, GET /export, 9.0 s, in fgetcsv: flock sess_ab12…" */
	public function text(int $width): string
	{
		$isLock = preg_match('/^(flock|fcntl) /', $this->wait) === 1;

		$text = "$this->workers of $this->all workers wait" . ($this->workers === 1 ? 's' : '') . ' for ' . ($isLock ? 'the lock that ' : '');
		$verb = $isLock ? ' holds' : '';
		$texts = [$text . $this->holder->text($verb) . ": $this->wait", $text . $this->holder->text($verb), "$text{$this->holder->pid}$verb"];

		return array_values(array_filter($texts, static fn (string $text): bool => strlen($text) <= $width))[0] ?? $texts[2];
	}

	/** @return array{workers: int, of: int, wait: string, holder: array{pid: int, request: string|null, elapsed_ns: int|null, in: string|null}} */
	public function data(): array
	{
		return ['workers' => $this->workers, 'of' => $this->all, 'wait' => $this->wait, 'holder' => $this->holder->data()];
	}
}
