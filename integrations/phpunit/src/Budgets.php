<?php
declare(strict_types=1);

namespace XHProf\PHPUnit;

use XHProf\Cli\Problem;
use XHProf\Profile;

/** The budgets of a test: those of its method and of its class. */
final class Budgets
{
	/** @var list<string> why budgets were not checked, to tell of at the end */
	public array $unchecked = [];

	/** Bytes by which PHP's peak was above what was in use when the test began. */
	private int $gap = 0;

	private readonly bool $isOfTimes;

	/** @param list<string> $conditions */
	private function __construct(private readonly array $conditions,
		private readonly string $method, Settings $settings)
	{
		$this->isOfTimes = $settings->times;
	}

	/** Null: the test has none. */
	public static function of(string $class, string $name, Settings $settings): ?self
	{
		if (!class_exists($class, false) || !method_exists($class, $name)) {
			return null;
		}
		$method = new \ReflectionMethod($class, $name);
		$conditions = [];
		foreach ([...(new \ReflectionClass($class))->getAttributes(Budget::class),
			...$method->getAttributes(Budget::class)] as $attribute) {
			array_push($conditions, ...$attribute->newInstance()->conditions);
		}

		return $conditions === [] ? null : new self($conditions, "$method->class::$method->name", $settings);
	}

	/** Just before the test method, or as late as the version of PHPUnit allows. */
	public function begin(): void
	{
		if (function_exists('memory_reset_peak_usage')) { // PHP 8.2
			memory_reset_peak_usage();
		}
		$this->gap = max(0, memory_get_peak_usage() - memory_get_usage());
	}

	/** The message for the developer; null if all budgets hold. */
	public function check(?Profile $run): ?string
	{
		$why = $run === null ? 'the test was not profiled' : null;
		$lost = $run?->summary()['truncated_calls'] ?? 0;
		if ($lost > 0) {
			$why = "$lost calls are missing in its run, beyond xhprof.max_nodes or the option max_depth";
		}
		$method = $run === null ? null : Method::in($run, $this->method);
		if ($why !== null || $method === null) {
			$this->unchecked = [$why ?? 'it ran in a process of its own, which is not profiled'];
			return null;
		}
		$broken = '';
		foreach ($this->conditions as $text) {
			try {
				$broken .= $this->checkOne(Condition::parse($text), $method);
			} catch (Problem $problem) {
				$broken .= "{$problem->getMessage()}\n    $problem->advice\n";
			}
		}

		return $broken === '' ? null : $broken;
	}

	private function checkOne(Condition $condition, Method $method): string
	{
		if ($condition->metric->isTime() && !$this->isOfTimes) {
			$this->unchecked[] = "{$condition->text()}: times are only checked with XHPROF_TIMES=1";
			return '';
		}
		$value = $condition->measure($method);
		if ($condition->isPeak() && $this->gap > 0) {
			// If the peak did not move, the test stayed below it: that is all one knows.
			$isBound = $value === 0;
			$value += $this->gap;
			if ($isBound && !$condition->holds($value)) {
				$this->unchecked[] =
					"{$condition->text()}: an earlier peak hides it, and this PHP cannot reset that; 8.2 can";
				return '';
			}
		}

		return $condition->holds($value) ? '' : $condition->explain($method, $value);
	}
}
