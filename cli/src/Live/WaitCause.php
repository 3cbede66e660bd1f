<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

/**
 * The thing that a process waits for at one moment: another process, or a connection to a database, which may belong to
 * a process on this host. WaitGraph finds it, and CauseDetails says what it was doing.
 */
final class WaitCause
{
	/**
	 * @param bool $isLock true: it holds a lock; false: it has yet to answer, or to end
	 * @param int $atNs when this was seen, as hrtime() has it
	 * @param string $by the thing that is waited for, if it is no lock: "tcp 127.0.0.1:5432", "child convert"
	 */
	public function __construct(
		public readonly ?int $pid,
		public readonly bool $isLock,
		public readonly int $atNs,
		public readonly string $by,
		public readonly ?Connection $connection = null,
	) {
	}

	public function key(): string
	{
		return $this->pid === null ? (string) $this->connection?->name() : "pid $this->pid";
	}

	/**
	 * Equal for all processes that wait for the same thing, such as one server, even if each is answered by a process
	 * of its own.
	 */
	public function group(): string
	{
		return $this->isLock ? $this->key() : $this->by;
	}
}
