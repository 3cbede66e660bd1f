<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

/** The processes that others wait for at one moment: the holder of a lock, a child, the other end of a connection on this host. */
final class Holders
{
	private const LOOPBACK = '/^tcp (127\.[\d.]+|\[::1\]):(\d+)$/D';

	/** @var array<int, int> who holds the lock that a process waits for, by pid */
	private array $locks = [];

	/** @var array<string, int>|null inodes of connections, by both ends, our own first; null: not read */
	private ?array $connections = null;

	public function __construct()
	{
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
	public function of(int $pid, ?string $wait): ?int
	{
		$holder = match (strtok((string) $wait, ' ')) {
			'flock', 'fcntl' => $this->locks[$pid] ?? null,
			'child' => self::child($pid, substr((string) $wait, strlen('child '))),
			'tcp' => preg_match(self::LOOPBACK, (string) $wait, $found) === 1 ? $this->peer($pid, $found[1], (int) $found[2]) : null,
			default => null,
		};

		return $holder === $pid ? null : $holder;
	}

	/** The only child of that name. */
	private static function child(int $pid, string $name): ?int
	{
		$children = preg_split('/ /', (string) @file_get_contents("/proc/$pid/task/$pid/children"), -1, PREG_SPLIT_NO_EMPTY) ?: [];
		$named = array_values(array_filter($children, static fn (string $child): bool => trim((string) @file_get_contents("/proc/$child/comm")) === $name));

		return count($named) === 1 ? (int) $named[0] : null;
	}

	/** The process that has the other end of its only connection to that address. It takes the right to see its files. */
	private function peer(int $pid, string $host, int $port): ?int
	{
		$this->connections ??= self::connections();
		$ours = self::sockets($pid);
		$remote = self::hex($host, $port);
		$others = [];
		foreach ($this->connections as $ends => $inode) {
			[$local, $peer] = explode(' ', $ends);
			if ($peer === $remote && isset($ours[$inode])) {
				$others[] = $this->connections["$peer $local"] ?? 0;
			}
		}

		return count($others) === 1 && $others[0] > 0 ? self::owner($others[0]) : null;
	}

	/** @return array<string, int> */
	private static function connections(): array
	{
		$connections = [];
		foreach (['/proc/net/tcp', '/proc/net/tcp6'] as $file) {
			foreach (@file($file) ?: [] as $line) {
				$fields = preg_split('/ +/', trim($line)) ?: [];
				if ((int) ($fields[9] ?? 0) > 0) {
					$connections[self::plain($fields[1]) . ' ' . self::plain($fields[2])] = (int) $fields[9];
				}
			}
		}

		return $connections;
	}

	/** An address of IPv4 within IPv6 is the same as without. */
	private static function plain(string $address): string
	{
		return str_starts_with($address, '0000000000000000FFFF0000') ? substr($address, 24) : $address;
	}

	/** As in the kernel's list: words of 32 bits in the machine's byte order. */
	private static function hex(string $host, int $port): string
	{
		$bytes = (string) @inet_pton(trim($host, '[]'));
		$isBig = pack('L', 1) === pack('N', 1);
		$words = array_map(static fn (string $word): string => bin2hex($isBig ? $word : strrev($word)), $bytes === '' ? [] : str_split($bytes, 4));

		return strtoupper(implode('', $words)) . sprintf(':%04X', $port);
	}

	/** @return array<int, true> inodes */
	private static function sockets(int $pid): array
	{
		$inodes = [];
		foreach (@scandir("/proc/$pid/fd") ?: [] as $number) {
			if (preg_match('/^socket:\[(\d+)\]$/D', (string) @readlink("/proc/$pid/fd/$number"), $found) === 1) {
				$inodes[(int) $found[1]] = true;
			}
		}

		return $inodes;
	}

	private static function owner(int $inode): ?int
	{
		foreach (@scandir('/proc') ?: [] as $pid) {
			if ((int) $pid > 0 && isset(self::sockets((int) $pid)[$inode])) {
				return (int) $pid;
			}
		}

		return null;
	}
}
