<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise\Rule;

use XHProf\Cli\Advise\Call;
use XHProf\Cli\Advise\Defect;
use XHProf\Cli\Advise\Need;
use XHProf\Cli\Advise\Proof;
use XHProf\Cli\Advise\Recording;
use XHProf\Cli\Advise\Rule;
use XHProf\Cli\Advise\Sending;
use XHProf\Cli\Advise\SentText;
use XHProf\Cli\Advise\Statement;

/**
 * A query without any value is sent several times. Each has the same result, unless something was written in between.
 */
final class DuplicateQuery extends Rule
{
	protected const ID = 'duplicate-query';
	protected const NEEDS = [Need::Calls, Need::Texts];

	/** Two equal queries may be before and after a write, unless the run has no write. */
	private const LEAST = 3;
	private const LEAST_OF_READS = 2;

	/** See RepeatedQueries. */
	private const LEAST_SHARE = 0.01;
	private const MANY = 10;

	public function findings(Recording $run): array
	{
		$texts = [];
		$least = self::LEAST_OF_READS;
		foreach (Sending::repetitions($run) as $group) {
			if ($group->kind === 'sql' && $group->isRead() && !$group->hasValue()
				&& preg_match('/\bfrom\b|^\W*show\b/i', $group->text) === 1) {
				$texts[$group->text][] = $group;
			}
			if ($group->kind === 'sql' && Statement::mayChange($group->text)) {
				$least = self::LEAST;
			}
		}
		$findings = [];
		foreach ($texts as $text => $groups) {
			$count = array_sum(array_map(static fn (SentText $group): int => $group->count, $groups));
			$ns = array_sum(array_map(static fn (SentText $group): int => $group->netNs($run), $groups));
			if ($count >= $least && ($count >= self::MANY || $run->share($ns) >= self::LEAST_SHARE)) {
				$findings[] = self::finding($text, $groups, $count, $ns);
			}
		}

		return $findings;
	}

	/** @param non-empty-list<SentText> $groups */
	private static function finding(string $text, array $groups, int $count, int $ns): Defect
	{
		usort($groups, static fn (SentText $a, SentText $b): int => $b->count <=> $a->count);
		$at = $groups[0]->calls[0];

		return new Defect(self::ID, "the same query $count times", intdiv($ns * ($count - 1), $count),
			$count, $at, self::site($groups), ["the query has no parameters: $text",
				count($groups) === 1 ? 'from one place' : 'from ' . count($groups) . ' places'],
			'keep the rows in a variable or a property after the first query', Proof::ofCode(), $text);
	}

	/**
	 * The call to change. For a query from one place, this is the call in the loop. For several places, it is the call
	 * at which the path of the second one leaves that of the first.
	 *
	 * @param non-empty-list<SentText> $groups
	 */
	private static function site(array $groups): Call
	{
		if (!isset($groups[1])) {
			return $groups[0]->looped;
		}
		$first = $groups[0]->calls[0]->path();
		$second = $groups[1]->calls[0]->path();
		for ($i = 0; isset($first[$i], $second[$i + 1]) && $first[$i] === $second[$i]; $i++) {
		}

		return $second[$i];
	}
}
