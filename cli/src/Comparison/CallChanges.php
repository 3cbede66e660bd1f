<?php
declare(strict_types=1);

namespace XHProf\Cli\Comparison;

use XHProf\Profile;

/**
 * Finds where more or fewer calls begin. A function is called more often if its caller is called more often, or if the
 * caller makes more of these calls.
 */
final class CallChanges
{
	/** A caller explains the change if it explains this part of it. */
	private const LEAST_EXPLAINED = 0.5;

	/** @var array<string, string> the function where the change began, by function */
	private array $origins = [];

	/**
	 * @param array<string, true> $changed functions that are called more or less often
	 * @param PathChanges|null $paths null: there are only pairs of caller and callee
	 */
	private function __construct(private readonly FunctionShapes $before, private readonly FunctionShapes $after,
		private readonly array $changed, private readonly ?PathChanges $paths)
	{
	}

	/** @param array<string, true> $changed functions that are called more or less often */
	public static function between(Profile $before, Profile $after, array $changed): self
	{
		return new self(new FunctionShapes($before), new FunctionShapes($after), $changed,
			PathChanges::of($before, $after, $changed));
	}

	/** The function where the change began; the function itself if its calls did not change. */
	public function originOf(string $function): string
	{
		$way = [];
		for ($at = $function; !isset($this->origins[$at]); $at = $next) {
			$way[$at] = true;
			$next = $this->explanation($at);
			if ($next === null || isset($way[$next])) {
				$this->origins[$at] = $at;
				break;
			}
		}
		foreach (array_keys($way) as $passed) {
			$this->origins[$passed] = $this->origins[$at];
		}

		return $this->origins[$function];
	}

	public function isChanged(string $function): bool
	{
		return isset($this->changed[$function]);
	}

	/** The number of calls more than before. */
	public function of(string $function): int
	{
		return ($this->after->functions[$function]['calls'] ?? 0) - ($this->before->functions[$function]['calls'] ?? 0);
	}

	/** The caller whose number of calls of the function changed most; null: none changed. */
	public function callerOf(string $function): ?string
	{
		[$caller, $change] = $this->greatest($function);

		return $change === 0 ? null : $caller;
	}

	/** The function above it whose change of calls explains this one's; null: there is none. */
	private function explanation(string $function): ?string
	{
		if (!isset($this->changed[$function])) {
			return null;
		}
		$place = $this->paths?->placeOf($function);
		if ($place !== null) {
			return $place === $function ? null : $place;
		}
		[$caller, $change] = $this->greatest($function);
		if ($caller === null || !isset($this->changed[$caller])) {
			return null;
		}
		$callsBefore = $this->before->functions[$caller]['calls'] ?? 0;
		$callsAfter = $this->after->functions[$caller]['calls'] ?? 0;
		$edge = $this->before->callersOf($function)[$caller] ?? 0;
		$explained = $callsBefore === 0 || $callsAfter === 0 ? $change
			: $edge / $callsBefore * ($callsAfter - $callsBefore);

		return $change !== 0 && $explained / $change >= self::LEAST_EXPLAINED ? $caller : null;
	}

	/**
	 * @return array{string|null, int} the caller whose calls increased most; for a function that is called less often,
	 *     the one whose calls decreased most
	 */
	private function greatest(string $function): array
	{
		[$old, $new] = [$this->before->callersOf($function), $this->after->callersOf($function)];
		$sign = $this->of($function) < 0 ? -1 : 1;
		[$best, $most] = [null, 0];
		foreach ($new + $old as $caller => $any) {
			$change = ($new[$caller] ?? 0) - ($old[$caller] ?? 0);
			if ($sign * $change > $sign * $most) {
				[$best, $most] = [(string) $caller, $change];
			}
		}

		return [$best, $most];
	}
}
