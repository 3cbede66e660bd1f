<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Cli\Breakdown\Waits;

/**
 * Finds the WaitCause of each process at one moment: the holder of a lock, a child, the other end of a connection on
 * this host, another connection to a database. root() follows a chain of waiting processes to its end.
 */
final class WaitGraph
{
	/** exec() and similar functions start a shell, which starts the program. */
	private const SHELLS = ['sh', 'dash', 'bash'];

	/** @var array<int, int> the holder of the lock that a process waits for, by the pid of that process */
	private array $locks = [];

	private readonly Sockets $sockets;

	/** When locks and connections were read, as hrtime() has it: the time that they describe. */
	private readonly int $atNs;

	public function __construct(private readonly ?Databases $databases = null)
	{
		$this->sockets = new Sockets();
		$this->atNs = hrtime(true);
		// "1: FLOCK  ADVISORY  WRITE 812 08:02:1234 0 EOF" is a lock, "1: -> FLOCK ..." a process that waits for it
		$holder = [];
		foreach (@file('/proc/locks') ?: [] as $line) {
			if (preg_match('/^(\d+): *((?:-> *)*)\S+ +\S+ +\S+ +(\d+) /', $line, $found) !== 1) {
				continue;
			}
			if ($found[2] === '') {
				$holder[$found[1]] = (int) $found[3];
			} elseif (($holder[$found[1]] ?? 0) > 0) {
				$this->locks[(int) $found[3]] = $holder[$found[1]];
			}
		}
	}

	/** The holder that a process waits for; null: none, or not known. */
	public function of(int $pid, ?string $wait): ?WaitCause
	{
		$kind = strtok((string) $wait, ' ');
		$hold = in_array($kind, ['tcp', 'unix', 'socket'], true) ? $this->ofDatabase($pid, (string) $wait) : null;
		if ($hold === null) {
			$holder = match ($kind) {
				'flock', 'fcntl' => $this->locks[$pid] ?? null,
				'child' => self::child($pid, substr((string) $wait, strlen('child '))),
				'tcp' => $this->sockets->peer($pid, (string) $wait),
				default => null,
			};
			$isLock = in_array($kind, ['flock', 'fcntl'], true);
			$hold = $holder === null ? null
				: new WaitCause($holder, $isLock, $this->atNs, $isLock ? '' : Waits::server((string) $wait));
		}

		return $hold?->pid === $pid ? null : $hold;
	}

	/**
	 * The holder at the end of a chain of locks, in which each holder waits for a lock of the next one; null: as for
	 * of().
	 *
	 * @param array<int, string|null> $waits what each process waits for, by pid
	 */
	public function root(int $pid, array $waits): ?WaitCause
	{
		$root = $first = $this->of($pid, $waits[$pid] ?? null);
		$seen = [$pid => true];
		while ($root?->pid !== null) {
			$seen[$root->pid] = true;
			$next = $this->of($root->pid, $waits[$root->pid] ?? null);
			if ($next === null || !$next->isLock) {
				return $root;
			}
			if (isset($seen[(int) $next->pid])) {
				return $first; // nobody is last in a circle
			}
			$root = $next;
		}

		return $root;
	}

	/** The pid of the only child of this name; null: there are none or several. */
	private static function child(int $pid, string $name): ?int
	{
		$named = array_keys(self::children($pid), $name, true);

		return count($named) === 1 ? $named[0] : null;
	}

	/** The name of the only program that a shell runs, "convert"; null: it is no shell, or runs none or several. */
	public static function ofShell(int $pid): ?string
	{
		$children = in_array(self::name($pid), self::SHELLS, true) ? self::children($pid) : [];

		return count($children) === 1 ? reset($children) : null;
	}

	/** @return array<int, string> names by pid */
	private static function children(int $pid): array
	{
		$pids = preg_split('/ /', (string) @file_get_contents("/proc/$pid/task/$pid/children"), -1, PREG_SPLIT_NO_EMPTY)
			?: [];
		$pids = array_map(intval(...), $pids);

		return array_combine($pids, array_map(self::name(...), $pids));
	}

	private static function name(int $pid): string
	{
		return trim((string) @file_get_contents("/proc/$pid/comm"));
	}

	private function ofDatabase(int $pid, string $wait): ?WaitCause
	{
		$connection = $this->databases?->holder($this->sockets, $pid, $wait);

		return $connection === null ? null
			: new WaitCause($this->sockets->client($connection->clients(), $wait), true,
				$this->databases->atNs(), '', $connection);
	}
}
