<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

/**
 * The TCP connections of one moment and the processes at their ends, as the kernel lists them. Only root sees the
 * processes of other users.
 */
final class Sockets
{
	private const ADDRESS = '/^tcp ([\d.]+|\[[\da-f:.]+\]):(\d+)(?:: |$)/D';
	private const LOOPBACK = '/^tcp (127\.|\[::1\])/';

	/** @var array<string, int>|null inodes of connections, by both ends, our own first; null: not read */
	private ?array $connections = null;

	/**
	 * The process at the other end of the only connection to a server at an address of the loopback; null: not known.
	 */
	public function peer(int $pid, string $wait): ?int
	{
		$others = array_map(fn (array $ends): int => $this->connections["$ends[1] $ends[0]"] ?? 0,
			preg_match(self::LOOPBACK, $wait) === 1 ? $this->of($pid, $wait) : []);

		return count($others) === 1 && $others[0] > 0 ? self::owner($others[0]) : null;
	}

	/** @return list<string> the process's own ends of its connections to this server: "10.0.0.7:51234" */
	public function clients(int $pid, string $wait): array
	{
		return array_map(static fn (array $ends): string => self::text($ends[0]), $this->of($pid, $wait));
	}

	/**
	 * The process on this host that has one of these ends of a connection to this server; null: not known.
	 *
	 * @param list<string> $clients
	 */
	public function client(array $clients, string $wait): ?int
	{
		$server = preg_match(self::ADDRESS, $wait, $found) === 1 ? self::hex($found[1], (int) $found[2]) : '';
		foreach ($server === '' ? [] : $this->connections() as $ends => $inode) {
			[$local, $peer] = explode(' ', $ends);
			if ($peer === $server && in_array(self::text($local), $clients, true)) {
				return self::owner($inode);
			}
		}

		return null;
	}

	/** @return list<array{string, string}> both ends of the process's connections to a server */
	private function of(int $pid, string $wait): array
	{
		if (preg_match(self::ADDRESS, $wait, $found) !== 1) {
			return [];
		}
		$remote = self::hex($found[1], (int) $found[2]);
		$ours = self::inodes($pid);
		$ends = [];
		foreach ($this->connections() as $both => $inode) {
			[$local, $peer] = explode(' ', $both);
			if ($peer === $remote && isset($ours[$inode])) {
				$ends[] = [$local, $peer];
			}
		}

		return $ends;
	}

	/** @return array<string, int> */
	private function connections(): array
	{
		if ($this->connections === null) {
			$this->connections = [];
			foreach (['/proc/net/tcp', '/proc/net/tcp6'] as $file) {
				foreach (@file($file) ?: [] as $line) {
					$fields = preg_split('/ +/', trim($line)) ?: [];
					if ((int) ($fields[9] ?? 0) > 0) {
						$this->connections[self::plain($fields[1]) . ' ' . self::plain($fields[2])] = (int) $fields[9];
					}
				}
			}
		}

		return $this->connections;
	}

	/** An IPv4 address that is written as IPv6 becomes plain IPv4, so that both compare as equal. */
	private static function plain(string $address): string
	{
		return str_starts_with($address, '0000000000000000FFFF0000') ? substr($address, 24) : $address;
	}

	/** An address as in the kernel's list: words of 32 bits in the machine's byte order. */
	private static function hex(string $host, int $port): string
	{
		$bytes = (string) @inet_pton(trim($host, '[]'));

		return strtoupper(bin2hex(self::order($bytes))) . sprintf(':%04X', $port);
	}

	/** An address of the kernel's list as the extension's sampler/wait_socket.c writes it, "127.0.0.1:51234". */
	public static function text(string $address): string
	{
		[$host, $port] = explode(':', self::plain($address)) + [1 => ''];
		$text = (string) @inet_ntop(self::order((string) @hex2bin($host)));

		return (str_contains($text, ':') ? "[$text]" : $text) . ':' . hexdec($port);
	}

	private static function order(string $bytes): string
	{
		$isBig = pack('L', 1) === pack('N', 1);

		return $isBig || $bytes === '' ? $bytes : implode('', array_map(strrev(...), str_split($bytes, 4)));
	}

	/** @return array<int, true> the inodes of the process's sockets */
	private static function inodes(int $pid): array
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
			if ((int) $pid > 0 && isset(self::inodes((int) $pid)[$inode])) {
				return (int) $pid;
			}
		}

		return null;
	}
}
