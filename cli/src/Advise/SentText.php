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

	/**
	 * @param non-empty-list<Call> $calls of one way through the program
	 * @param Call|null $outer a loop around it that is not meant; null: all are
	 */
	public function __construct(public readonly string $kind, public readonly string $text,
		public readonly array $calls, ?Call $outer = null)
	{
		$this->count = array_sum(array_map(static fn (Call $call): int => $call->calls, $calls));
		[$this->looped, $this->turns] = self::loop($calls, $outer);
	}

	/** The same of the loops within its loop. */
	public function within(): self
	{
		return new self($this->kind, $this->text, $this->calls, $this->looped);
	}

	/**
	 * Of the path with most calls, the step that has the greatest factor: there is the loop.
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

	/** A write has the transactions of its loop with it: there the disk is waited for. */
	public function netNs(Recording $run): int
	{
		$calls = $this->isRead() ? $this->calls : [...$this->calls, ...self::commits($this->looped)];

		return array_sum(array_map($run->net(...), $calls));
	}

	/**
	 * With all else that each turn of its loop does for it: the library that sends it, and the driver, which prepares
	 * and fetches. The application's own time on this path may be other work.
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
	 * The outermost call of the library that sends by this one, and sends nothing else; the call itself without a
	 * library.
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
	 * The driver's calls for it beside the library: those of the functions of its loop that send nothing else, and its
	 * own neighbours, which are called as often.
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

	/** The driver's calls in other callees of its caller, which send nothing. */
	private static function besideNs(Recording $run, Call $call, Call $caller): int
	{
		$others = array_filter($caller->callees, static fn (Call $other): bool => $other !== $call && $other->sent === 0
			&& 2 * $other->calls >= $call->calls);

		return array_sum(array_map(static fn (Call $other): int => self::ofDriver($run, $other), $others));
	}

	/** The driver's calls at this one and below. */
	private static function ofDriver(Recording $run, Call $call): int
	{
		return $call->isOfDriver() ? $run->net($call)
			: array_sum(array_map(static fn (Call $callee): int => self::ofDriver($run, $callee), $call->callees));
	}

	/** @return list<Call> */
	private static function commits(Call $call): array
	{
		$commits = array_values(array_filter($call->callees,
			static fn (Call $callee): bool => preg_match('/^(PDO|mysqli)(::|_)commit$/Di', $callee->function) === 1));
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
