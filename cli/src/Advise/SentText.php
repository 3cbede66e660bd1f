<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise;

use XHProf\Profile;

/** The same text, sent from the same place of a program. */
final class SentText
{
	public readonly int $count;

	/** The call in the loop. Its caller contains the loop. */
	public readonly Call $looped;

	/** The number of iterations, on average for one execution of the loop. */
	public readonly float $turns;

	/**
	 * @param key-of<Sending::KINDS> $kind
	 * @param non-empty-list<Call> $calls of one way through the program
	 * @param Call|null $outer a loop around it that is not meant; null: all are
	 */
	public function __construct(public readonly string $kind, public readonly string $text,
		public readonly array $calls, ?Call $outer = null)
	{
		$this->count = Call::total($calls);
		[$this->looped, $this->turns] = self::loop($calls, $outer);
	}

	/** The same text, with the loop inside the current one. */
	public function within(): self
	{
		return new self($this->kind, $this->text, $this->calls, $this->looped);
	}

	/**
	 * Finds the loop on the path with the most calls: the step with the greatest ratio of calls to calls of its caller.
	 *
	 * @param non-empty-list<Call> $calls
	 * @return array{Call, float}
	 */
	private static function loop(array $calls, ?Call $outer): array
	{
		usort($calls, static fn (Call $a, Call $b): int => $b->calls <=> $a->calls);
		$looped = $calls[0];
		$turns = 1.0;
		for ($call = $calls[0]; $call->caller !== null && $call !== $outer; $call = $call->caller) {
			$factor = $call->calls / $call->begun();
			if ($factor > $turns && !$call->isResumed()) {
				[$looped, $turns] = [$call, $factor];
			}
		}

		return [$looped, $turns];
	}

	/** The time without overhead. For writes, it includes the commits in the loop, because they wait for the disk. */
	public function netNs(Recording $run): int
	{
		$calls = $this->isRead() ? $this->calls : [...$this->calls, ...self::commits($this->looped)];

		return array_sum(array_map($run->net(...), $calls));
	}

	/**
	 * The cost with all other work that each iteration does for the query: by the library that sends it, and by the
	 * driver that prepares and fetches. The application's own time on this path is left out, as it may be other work.
	 */
	public function pathNs(Recording $run): int
	{
		$ns = $this->netNs($run);
		foreach ($this->calls as $call) {
			$outermost = $this->outermost($call);
			$ns += $run->net($outermost) - $run->net($call) + $this->driverNs($run, $outermost);
		}

		return $ns;
	}

	/**
	 * The outermost call into the library that leads to this query and sends nothing else; without a library, the call
	 * itself.
	 */
	private function outermost(Call $call): Call
	{
		while ($call->function !== $this->looped->function && $call->caller !== null && $call->caller->isOfLibrary()
			&& $call->caller->sent === $call->sent) {
			$call = $call->caller;
		}

		return $call;
	}

	/**
	 * The driver's calls for the query outside the library: those by functions of the loop that send nothing but this
	 * query, and siblings of the query that are called about as often.
	 *
	 * @param Call $call the outermost one of the library
	 */
	private function driverNs(Recording $run, Call $call): int
	{
		$ns = 0.0;
		do {
			$caller = $call->caller;
			$isWithin = $caller !== null && $call->function !== $this->looped->function
				&& $caller->sent === $call->sent;
			if ($caller !== null && ($isWithin || $call->isOfDriver())) {
				$ns += self::besideNs($run, $call, $caller) * $call->sent / max(1, $caller->sent);
				$call = $caller;
			}
		} while ($isWithin);

		return (int) $ns;
	}

	/** The driver's calls in siblings of the call that send nothing and are called at least half as often. */
	private static function besideNs(Recording $run, Call $call, Call $caller): int
	{
		$others = array_filter($caller->callees, static fn (Call $other): bool => $other !== $call && $other->sent === 0
			&& 2 * $other->calls >= $call->calls);

		return array_sum(array_map(static fn (Call $other): int => self::ofDriver($run, $other), $others));
	}

	/** The driver's calls: this call and those below. */
	private static function ofDriver(Recording $run, Call $call): int
	{
		return $call->isOfDriver() ? $run->net($call)
			: array_sum(array_map(static fn (Call $callee): int => self::ofDriver($run, $callee), $call->callees));
	}

	/** @return list<Call> */
	private static function commits(Call $call): array
	{
		$commits = array_values(array_filter($call->callees,
			static fn (Call $callee): bool => (Profile::sends($callee->function)['text'] ?? '') === 'COMMIT'));
		foreach ($call->callees as $callee) {
			array_push($commits, ...self::commits($callee));
		}

		return $commits;
	}

	/** True for SELECT and the like: several reads can be combined into one. */
	public function isRead(): bool
	{
		return $this->kind !== 'sql' || Statement::isRead($this->text);
	}

	/** True if the text has a placeholder for a value: "?", ":id", "$1". */
	public function hasValue(): bool
	{
		return preg_match('/\?|(?<![:\w]):\w|\$\d/', $this->text) === 1;
	}
}
