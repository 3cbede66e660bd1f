<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise;

/** The same text, sent from the same place of a program. */
final class SentText
{
	public readonly int $count;

	/** The call in the loop: its caller has the loop. */
	public readonly Call $looped;

	/** How often the loop runs each time. */
	public readonly float $turns;

	/** @param non-empty-list<Call> $calls of one way through the program */
	public function __construct(public readonly string $kind, public readonly string $text, public readonly array $calls)
	{
		$this->count = array_sum(array_map(static fn (Call $call): int => $call->calls, $calls));
		[$this->looped, $this->turns] = self::loop($calls);
	}

	/**
	 * Of the path with most calls, the step that has the greatest factor: there is the loop.
	 *
	 * @param non-empty-list<Call> $calls
	 * @return array{Call, float}
	 */
	private static function loop(array $calls): array
	{
		usort($calls, static fn (Call $a, Call $b): int => $b->calls <=> $a->calls);
		$looped = $calls[0];
		$turns = 1.0;
		for ($call = $calls[0]; $call->caller !== null; $call = $call->caller) {
			$factor = $call->calls / $call->begun();
			if ($factor > $turns && !$call->isResumed()) {
				[$looped, $turns] = [$call, $factor];
			}
		}

		return [$looped, $turns];
	}

	/** A write has the transactions of its loop with it: there the disk is waited for. */
	public function netNs(Recording $run): int
	{
		$calls = $this->isRead() ? $this->calls : [...$this->calls, ...self::commits($this->looped)];

		return array_sum(array_map($run->net(...), $calls));
	}

	/** @return list<Call> */
	private static function commits(Call $call): array
	{
		$commits = array_values(array_filter($call->callees, static fn (Call $callee): bool => preg_match('/^(PDO|mysqli)(::|_)commit$/Di', $callee->function) === 1));
		foreach ($call->callees as $callee) {
			array_push($commits, ...self::commits($callee));
		}

		return $commits;
	}

	/** SELECT and the like: what is read may be read at once. */
	public function isRead(): bool
	{
		return $this->kind !== 'SQL' || preg_match('/^\W*(select|with|show)\b/i', $this->text) === 1;
	}

	/** True if the text has a place for a value: "?", ":id", "$1". */
	public function hasValue(): bool
	{
		return preg_match('/\?|(?<![:\w]):\w|\$\d/', $this->text) === 1;
	}
}
