<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

/** Those that others wait for at one moment: the holder of a lock, a child, the other end of a connection on this host, another connection of a database. */
final class Holders
{
	/** @var array<int, int> who holds the lock that a process waits for, by pid */
	private array $locks = [];

	private readonly Sockets $sockets;

	public function __construct(private readonly ?Databases $databases = null)
	{
		$this->sockets = new Sockets();
		// "1: FLOCK  ADVISORY  WRITE 812 08:02:1234 0 EOF", and of who waits for that "1: -> FLOCK ..."
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

	/** Null: nobody, or it is not known. */
	public function of(int $pid, ?string $wait): ?Hold
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
			$hold = $holder === null ? null : new Hold($holder, in_array($kind, ['flock', 'fcntl'], true));
		}

		return $hold?->pid === $pid ? null : $hold;
	}

	/** The only child of that name. */
	private static function child(int $pid, string $name): ?int
	{
		$children = preg_split('/ /', (string) @file_get_contents("/proc/$pid/task/$pid/children"), -1, PREG_SPLIT_NO_EMPTY) ?: [];
		$named = array_values(array_filter($children, static fn (string $child): bool => trim((string) @file_get_contents("/proc/$child/comm")) === $name));

		return count($named) === 1 ? (int) $named[0] : null;
	}

	private function ofDatabase(int $pid, string $wait): ?Hold
	{
		$connection = $this->databases?->holder($this->sockets, $pid, $wait);

		return $connection === null ? null : new Hold($connection->client === '' ? null : $this->sockets->client($connection->clients()), true, $connection);
	}
}
