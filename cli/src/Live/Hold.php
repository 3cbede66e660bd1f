<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

/** What makes a process wait: another process, or a connection of a database, which may be that of a process here. */
final class Hold
{
	/** @param bool $isLock it holds a lock; else it is to answer, or to end */
	public function __construct(public readonly ?int $pid, public readonly bool $isLock, public readonly ?Connection $connection = null)
	{
	}

	public function key(): string
	{
		return $this->pid === null ? (string) $this->connection?->name() : "pid $this->pid";
	}
}
