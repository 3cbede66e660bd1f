<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise\Rule;

use XHProf\Cli\Advise\Defect;
use XHProf\Cli\Advise\Need;
use XHProf\Cli\Advise\Proof;
use XHProf\Cli\Advise\Queues;
use XHProf\Cli\Advise\Recording;
use XHProf\Cli\Advise\Rule;
use XHProf\Cli\Advise\Sending;
use XHProf\Cli\Advise\SentText;
use XHProf\Cli\Terminal\Units;

/**
 * One place sends the same text with other values again and again. If the loop runs over the rows of an earlier query,
 * the finding is n-plus-one, otherwise query-in-loop.
 */
final class RepeatedQueries extends Rule
{
	protected const NEEDS = [Need::Calls, Need::Paths, Need::Texts];

	/**
	 * Fewer queries are not worth a change. At 0.5 ms each, which is typical of another host, 10 take 5 ms of a
	 * request.
	 */
	private const LEAST = 10;

	/** A place that is reached often but rarely sends a query is not a loop over rows. */
	private const LEAST_TURNS = 5;

	/**
	 * The noise of 20 runs is about 1 %, so a smaller gain cannot be shown. It counts all the same if there are so many
	 * queries that a database on another host would make them expensive.
	 */
	private const LEAST_SHARE = 0.01;
	private const MANY = 50;

	/** Writes in a loop are common, and often necessary. They count from this number on. */
	private const LEAST_SHARE_OF_WRITES = 0.05;

	/** @param 'n-plus-one'|'query-in-loop' $id */
	public function __construct(private readonly string $id)
	{
	}

	public function id(): string
	{
		return $this->id;
	}

	public function findings(Recording $run): array
	{
		$findings = [];
		$groups = Sending::repetitions($run);
		$queues = new Queues($run, $groups);
		foreach ($groups as $group) {
			$group = $queues->without($group);
			if (!self::isMuch($run, $group)) {
				continue;
			}
			$one = $group->kind === 'sql' ? self::before($groups, $group) : null;
			$isPlusOne = $group->isRead() && ($one !== null || $group->kind !== 'sql');
			if ($isPlusOne === ($this->id === 'n-plus-one')) {
				$findings[] = $this->finding($run, $group, $one);
			}
		}

		return $findings;
	}

	private static function isMuch(Recording $run, SentText $group): bool
	{
		if ($group->count < self::LEAST || $group->turns < self::LEAST_TURNS
			|| ($group->kind === 'sql' && !$group->hasValue())) {
			return false;
		}
		$share = $run->share($group->pathNs($run));

		return $group->isRead() ? $share >= self::LEAST_SHARE || $group->count >= self::MANY
			: $share >= self::LEAST_SHARE_OF_WRITES;
	}

	/**
	 * The last query before the loop that reads rows and runs once, or nearly so.
	 *
	 * @param list<SentText> $groups
	 */
	private static function before(array $groups, SentText $group): ?SentText
	{
		$before = null;
		foreach ($groups as $other) {
			$isOne = $other->kind === $group->kind && $other->isRead() && $other->text !== $group->text
				&& $other->count <= max(1, $group->looped->caller->calls ?? 1)
				&& $other->calls[0]->place < $group->calls[0]->place;
			if ($isOne && preg_match('/\bfrom\b/i', $other->text) === 1
				&& ($before === null || $other->calls[0]->place > $before->calls[0]->place)) {
				$before = $other;
			}
		}

		return $before;
	}

	private function finding(Recording $run, SentText $group, ?SentText $one): Defect
	{
		$loop = $group->looped->caller;
		$evidence = [sprintf('%s calls %s %s times%s', $loop->function ?? 'main()', $group->looped->function,
			Units::count(max(1, $group->looped->calls)), $loop !== null && $loop->calls > 1
				? ' in ' . Units::of($loop->calls, 'call') : ''), "each time: $group->text"];
		if ($one !== null && $this->id === 'n-plus-one') {
			$evidence[] = "before it, " . ($one->count === 1 ? 'once' : "$one->count times") . ": $one->text";
		}
		$change = match (true) {
			$group->kind === 'http' =>
				'send one request for all of it, or send the requests in parallel with curl_multi',
			$group->kind === 'redis',
			$group->kind === 'memcached' => 'fetch all keys at once with mget, getMulti or a pipeline',
			!$group->isRead() => 'write many rows with one statement, in one transaction',
			default => 'fetch the rows of all ids with one query, WHERE ... IN (...) or a JOIN; with an ORM, '
				. 'load the relation eagerly',
		};

		return new Defect($this->id, Sending::KINDS[$group->kind] . ': the same text ' . Units::count($group->count)
			. ' times from ' . ($group->looped->origin() ?? 'one place'), $group->pathNs($run), $group->count,
			$group->calls[0], $group->looped, $evidence, $change, Proof::ofCode(),
			"$group->text\0" . $group->calls[0]->way());
	}
}
