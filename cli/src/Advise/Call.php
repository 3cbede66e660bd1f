<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise;

use XHProf\Cli\Breakdown\Library;
use XHProf\Profile;

/**
 * A call path of a run: a function below its callers, with the cost of all its calls there. In a run without call
 * paths, a function below its direct caller.
 *
 * @phpstan-type Row array{function: string, calls: int, wall_ns: int, own_wall_ns: int, min_wall_ns?: int|null,
 *     max_wall_ns?: int|null, call_line?: int|null, file?: string|null, line?: int|null, ...}
 */
final class Call
{
	/** The name without recursion level and details. */
	public readonly string $function;

	/** The details of the call, such as the SQL or the URL after "#" in its name; null: none were recorded. */
	public readonly ?string $text;

	/** The number of calls; in a run of samples, the number of samples. */
	public readonly int $calls;
	public readonly int $wallNs;
	public readonly int $ownNs;

	/** @var list<Call> */
	public array $callees = [];

	/** Calls of all functions below. */
	public int $callsBelow = 0;

	/** The calls on this path and below that send something: see Sending::repetitions(). */
	public int $sent = 0;

	/** @param Row $row of XHProf\Profile::nodes() */
	public function __construct(public readonly array $row, public readonly ?Call $caller, public readonly int $place)
	{
		[$name, $text] = explode('#', $row['function'], 2) + [1 => null];
		$this->function = (string) preg_replace('/@\d+$/D', '', (string) $name);
		$this->text = $text === null ? null : (string) preg_replace('/@\d+$/D', '', $text);
		$this->calls = $row['calls'];
		$this->wallNs = $row['wall_ns'];
		$this->ownNs = $row['own_wall_ns'];
		if ($caller !== null) {
			$caller->callees[] = $this;
		}
	}

	/** The value of a column that not all runs have; null: it was not recorded. */
	public function value(string $column): ?int
	{
		$value = $this->row[$column] ?? null;

		return is_int($value) ? $value : null;
	}

	/** True if the text identifies the arguments, so that calls with equal texts had the same ones. */
	public function hasArguments(): bool
	{
		return $this->text !== null && str_starts_with($this->text, 'arguments ');
	}

	/**
	 * How often the caller was called. Resuming a generator counts as a call, too; such calls have no line if the
	 * engine makes them.
	 */
	public function begun(): int
	{
		$caller = $this->caller;
		while ($caller !== null && $caller->isResumed()) {
			$caller = $caller->caller;
		}

		return max(1, $caller->calls ?? 1);
	}

	/** True for a generator inside another one: the foreach of the caller resumes it. */
	public function isResumed(): bool
	{
		return $this->calls > 1 && $this->value('line') !== null && $this->value('call_line') === null
			&& $this->caller !== null && $this->caller->value('call_line') !== null
			&& $this->caller->value('line') !== null;
	}

	public function isOfLibrary(): bool
	{
		$file = $this->row['file'] ?? null;

		return is_string($file) && Library::has($file);
	}

	/**
	 * True for functions of an SQL driver that handle a statement, from preparing it to fetching its rows. Transactions
	 * do not count.
	 */
	public function isOfDriver(): bool
	{
		return Profile::outside($this->function)['handles_statement'];
	}

	/** The innermost call on this path that is made outside libraries; the call itself if only main() is above it. */
	public function inApplication(): self
	{
		return $this->leading() ?? $this;
	}

	/**
	 * The function outside libraries that leads to this call. It is main() only if main() makes the call itself. Null:
	 * there is none.
	 */
	public function origin(): ?string
	{
		return ($this->caller !== null && $this->caller->caller === null ? $this->caller
			: $this->leading()?->caller)?->function;
	}

	private function leading(): ?self
	{
		for ($call = $this; $call->caller !== null && $call->caller->caller !== null; $call = $call->caller) {
			$file = $call->caller->row['file'] ?? null;
			if (is_string($file) && !Library::has($file)) {
				return $call;
			}
		}

		return null;
	}

	/** @return non-empty-list<Call> from main() to this one */
	public function path(): array
	{
		$path = [];
		for ($call = $this; $call !== null; $call = $call->caller) {
			$path[] = $call;
		}

		return array_reverse($path);
	}

	/** The call path as names without recursion levels: calls on the same path have the same key. */
	public function way(): string
	{
		$names = [];
		foreach ($this->path() as $call) {
			if (end($names) !== $call->function) {
				$names[] = $call->function;
			}
		}

		return implode("\0", $names);
	}

	/**
	 * The number of calls on all of these paths.
	 *
	 * @param array<Call> $calls
	 */
	public static function total(array $calls): int
	{
		return array_sum(array_map(static fn (Call $call): int => $call->calls, $calls));
	}

	/** @param callable(Call): bool $is */
	public function isBelow(callable $is): bool
	{
		for ($call = $this->caller; $call !== null; $call = $call->caller) {
			if ($is($call)) {
				return true;
			}
		}

		return false;
	}
}
