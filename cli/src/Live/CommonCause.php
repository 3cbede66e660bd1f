<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

/**
 * The thing that the largest group of a pool's workers waits for, as a line of `xhprof live`: one process, one server,
 * or the same program, which each runs as a child.
 */
final class CommonCause
{
	/** @param bool $isOne all of them wait for the same process or connection */
	private function __construct(
		private readonly int $workers,
		private readonly int $all,
		private readonly string $wait,
		private readonly CauseDetails $holder,
		private readonly bool $isOne,
	) {
	}

	/**
	 * Finds the common cause of a pool; null: no worker waits for a known holder.
	 *
	 * @param array<int, string|null> $waits of all workers, by pid
	 * @param \Closure(int): list<string> $filesOf the rings of a process
	 */
	public static function of(array $waits, \Closure $filesOf, Databases $databases): ?self
	{
		$holders = new WaitGraph($databases);
		$groups = [];
		foreach ($waits as $pid => $wait) {
			$hold = $holders->root($pid, $waits);
			if ($hold !== null) {
				$groups[$hold->group()][] = [$hold, (string) $wait];
			}
		}
		uasort($groups, static fn (array $a, array $b): int => count($b) <=> count($a));
		$group = reset($groups);
		if ($group === false) {
			return null;
		}
		$keys = array_unique(array_map(static fn (array $one): string => $one[0]->key(), $group));

		return new self(count($group), count($waits), $group[0][1], CauseDetails::of($group[0][0], $filesOf),
			count($keys) === 1);
	}

	/** "6 of 8 workers wait for the lock that 812 holds, GET /export, 9.0 s, in fgetcsv: flock sess_ab12…" */
	public function text(int $width): string
	{
		$text = "$this->workers of $this->all workers wait" . ($this->workers === 1 ? 's' : '') . ' for ';
		if (!$this->isOne) {
			return $text . $this->server();
		}
		$isLock = $this->holder->hold->isLock;
		$text .= $isLock ? 'the lock that ' : '';
		$verb = $isLock ? ' holds' : '';
		$texts = [$text . $this->holder->text($verb) . ": $this->wait", $text . $this->holder->text($verb),
			"$text{$this->holder->hold->key()}$verb"];

		return array_values(array_filter($texts, static fn (string $text): bool => strlen($text) <= $width))[0]
			?? $texts[2];
	}

	/** "their own child convert", "tcp 127.0.0.1:5432 (postgres)" */
	private function server(): string
	{
		if (!str_starts_with($this->wait, 'child ')) {
			return "{$this->holder->hold->by} ({$this->holder->name()})";
		}
		$program = WaitGraph::ofShell((int) $this->holder->hold->pid);

		return 'their own ' . ($program === null ? $this->wait : "child $program");
	}

	/**
	 * @return array{workers: int, of: int, wait: string, holder: array<string, mixed>|null} holder null: the workers
	 *     wait for different processes
	 */
	public function data(): array
	{
		return ['workers' => $this->workers, 'of' => $this->all, 'wait' => $this->wait,
			'holder' => $this->isOne ? $this->holder->data() : null];
	}
}
