<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

/** What makes a process wait: another process, or a connection of a database, which may be that of a process here. */
final class Hold
{
	/**
	 * @param bool $isLock it holds a lock; else it is to answer, or to end
	 * @param int $atNs when that was seen, as hrtime() has it
	 * @param string $by what is waited for where it is no lock: "tcp 127.0.0.1:5432", "child convert"
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

	/** The same for all that wait for one thing, such as for one server, each of whose processes answers one of them. */
	public function group(): string
	{
		return $this->isLock ? $this->key() : $this->by;
	}
}
