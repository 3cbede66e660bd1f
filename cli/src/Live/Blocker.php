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
	public static function of(array $waits, \Closure $filesOf, Databases $databases): ?self
	{
		$holders = new Holders($databases);
		$count = [];
		$names = [];
		$found = [];
		foreach ($waits as $pid => $wait) {
			$holder = $holders->of($pid, $wait);
			if ($holder !== null) {
				$key = $holder->key();
				$count[$key] = ($count[$key] ?? 0) + 1;
				$names[$key] ??= (string) $wait;
				$found[$key] = $holder;
			}
		}
		arsort($count);
		$key = array_key_first($count);

		return $key === null ? null : new self($count[$key], count($waits), $names[$key], self::holder($found[$key], $filesOf));
	}

	/** @param \Closure(int): list<string> $filesOf */
	public static function holder(Hold $hold, \Closure $filesOf): Holder
	{
		foreach ($hold->pid === null ? [] : $filesOf($hold->pid) as $file) {
			try {
				$ring = Ring::open($file);

				return Holder::of($hold, $ring->status(), $ring->stack());
			} catch (\RuntimeException) {
				continue;
			}
		}

		return Holder::of($hold, null, null);
	}

	/** "6 of 8 workers wait for the lock that 812 holds, GET /export, 9.0 s, in fgetcsv: flock sess_ab12…" */
	public function text(int $width): string
	{
		$isLock = $this->holder->isOfLock();
		$text = "$this->workers of $this->all workers wait" . ($this->workers === 1 ? 's' : '') . ' for ' . ($isLock ? 'the lock that ' : '');
		$verb = $isLock ? ' holds' : '';
		$texts = [$text . $this->holder->text($verb) . ": $this->wait", $text . $this->holder->text($verb), "$text{$this->holder->subject()}$verb"];

		return array_values(array_filter($texts, static fn (string $text): bool => strlen($text) <= $width))[0] ?? $texts[2];
	}

	/** @return array{workers: int, of: int, wait: string, holder: array<string, mixed>} */
	public function data(): array
	{
		return ['workers' => $this->workers, 'of' => $this->all, 'wait' => $this->wait, 'holder' => $this->holder->data()];
	}
}
