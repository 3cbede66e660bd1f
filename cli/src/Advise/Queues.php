<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise;

use XHProf\Profile;

/**
 * Loops that take one job at a time from a queue. Each iteration changes what the next one reads, so the reads cannot
 * be combined, and each job is independent work.
 */
final class Queues
{
	/** Calls that take a job from a transport other than a database; XHProf\Profile::outside() knows those of PHP. */
	private const TRANSPORTS = '/(queue|job|worker|receiver|consumer|transport|tube|channel)\w*::(b?l?pop|get|reserve'
		. '|dequeue|receive|claim|consume|take|next)\w*$/Di';

	/** Queries that lock their rows against other readers, or that read the first of many rows. */
	private const LOCKING = '/\bfor (no key )?update\b|\bskip locked\b/i';
	private const FIRST = '/\blimit\b|\bfetch (first|next)\b|\bselect top\b|\bmin\s*\(/i';

	/** Queries for one row by its key, as object mappers send them. */
	private const BY_KEY = '/\bwhere\s+[\w.`"\[\]]*\bid[`"\]]?\s*=\s*(\?|:\w+|\$\d+)\s*($|;|limit\b)/i';

	/** @var array<int, true> by the place of the call that has the loop */
	private array $holders = [];

	/** @param list<SentText> $groups */
	public function __construct(Recording $run, array $groups)
	{
		$writes = [];
		foreach ($groups as $group) {
			foreach (self::changed($group) as $table) {
				$writes[self::holder($group)][$table] = true;
			}
		}
		foreach ($groups as $group) {
			if (self::takes($group, $writes[self::holder($group)] ?? [])) {
				$this->holders[self::holder($group)] = true;
			}
		}
		foreach ($run->calls as $call) {
			if ($call->caller !== null && $call->calls > $call->caller->calls
				&& preg_match(self::TRANSPORTS, $call->function) === 1) {
				$this->holders[$call->caller->place] = true;
			}
		}
	}

	/** The same text, with the loop that remains when queue loops are not counted; if none remains, its turns are 1. */
	public function without(SentText $group): SentText
	{
		while ($group->turns > 1 && isset($this->holders[self::holder($group)])) {
			$group = $group->within();
		}

		return $group;
	}

	/** @param array<string, true> $written tables that the same loop writes */
	private static function takes(SentText $group, array $written): bool
	{
		if ($group->kind !== 'sql') {
			return Profile::outside($group->calls[0]->function)['takes'];
		}
		if (preg_match(self::LOCKING, $group->text) === 1 && preg_match(self::FIRST, $group->text) === 1) {
			return true;
		}
		if (!$group->isRead()) {
			return preg_match('/\breturning\b/i', $group->text) === 1 && preg_match(self::FIRST, $group->text) === 1;
		}
		$isFirst = preg_match(self::FIRST, $group->text) === 1 || preg_match(self::LOCKING, $group->text) === 1;

		return $isFirst && preg_match(self::BY_KEY, $group->text) !== 1
			&& array_intersect_key(array_flip(Statement::readTables($group->text)), $written) !== [];
	}

	/** @return list<string> tables of which it changes rows */
	private static function changed(SentText $group): array
	{
		return $group->kind === 'sql' && !$group->isRead() ? Statement::changedTables($group->text) : [];
	}

	private static function holder(SentText $group): int
	{
		return $group->looped->caller->place ?? 0;
	}
}
