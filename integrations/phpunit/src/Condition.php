<?php
declare(strict_types=1);

namespace XHProf\PHPUnit;

use XHProf\Cli\Comparison\Threshold;
use XHProf\Cli\Metric\Metric;
use XHProf\Cli\Problem;

/** One condition of a budget, which must hold. */
final class Condition
{
	private const ADVICE = "write it like 'ct[PDO::prepare]<=5', 'peak<32MiB'";

	/** How many callers a message names. */
	private const NAMED = 5;

	public readonly Metric $metric;

	private function __construct(private readonly Threshold $threshold, public readonly ?string $function)
	{
		$this->metric = $threshold->metric;
	}

	/** @throws Problem if it is none */
	public static function parse(string $text): self
	{
		if (preg_match('/[<>]=?\s*[+-]|%$/', $text) === 1) {
			throw new Problem("\"$text\" is not a budget: it is about a change, and a test has no run before it",
				self::ADVICE);
		}
		try {
			$threshold = Threshold::parse($text);
		} catch (Problem $problem) {
			throw new Problem(str_replace('not a threshold', 'not a budget', $problem->getMessage()), self::ADVICE);
		}

		return new self($threshold, $threshold->function === null ? null : self::declared($threshold->function, $text));
	}

	public function text(): string
	{
		return $this->threshold->text;
	}

	/** True for the growth of PHP's peak in the whole test. */
	public function isPeak(): bool
	{
		return $this->metric->key === 'peak_bytes' && $this->function === null;
	}

	public function measure(Method $method): int
	{
		return $this->metric->value($method->cost($this->function));
	}

	public function holds(int $value): bool
	{
		return $this->threshold->isBroken(0, $value);
	}

	/** The measured value, and the callers or functions with most of it. */
	public function explain(Method $method, int $value): string
	{
		$isCount = $this->metric->key === 'calls';
		$text = "{$this->text()} does not hold: " . $this->metric->text($value)
			. ($isCount ? ($value === 1 ? ' call' : ' calls') : '') . "\n";
		$shares = $this->function === null ? $method->functions($this->metric->key)
			: $method->callers($this->function, $this->metric->key);
		foreach (array_slice($shares, 0, self::NAMED, true) as $name => $share) {
			$text .= '    ' . $this->metric->text($share)
				. ($this->function !== null ? ' by ' : ($isCount ? ' of ' : ' in ')) . "$name\n";
		}

		return $text . (count($shares) > self::NAMED ? '    and ' . count($shares) - self::NAMED . " more\n" : '');
	}

	/**
	 * A profile names a method by the class that declares it. What does not exist is called 0 times, and its budget
	 * never broken.
	 *
	 * @throws Problem if there is no such function
	 */
	private static function declared(string $name, string $text): string
	{
		if (preg_match('/^\\\\?([\w\\\\]+)(?:::(\w+))?$/D', $name, $part) !== 1) {
			return $name; // a closure, or a text of collect_additional_info
		}
		try {
			$function = isset($part[2]) ? new \ReflectionMethod($part[1], $part[2]) : new \ReflectionFunction($part[1]);
		} catch (\ReflectionException) {
			throw new Problem("\"$text\" is not a budget: there is no function $name", 'name it as xhprof top does');
		}

		return $function instanceof \ReflectionMethod ? "$function->class::$function->name" : $function->name;
	}
}
