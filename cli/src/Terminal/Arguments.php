<?php
declare(strict_types=1);

namespace XHProf\Cli\Terminal;

use XHProf\Cli\Problem;

/**
 * The words behind a command, as options and the rest.
 *
 * @api
 */
final class Arguments
{
	/** @var array<string, list<string>> */
	private array $options = [];

	/** @var list<string> */
	public array $rest = [];

	/**
	 * @param list<string> $words
	 * @param array<string, bool> $known options to whether they take a value
	 * @param bool $stops whether all from the first word on that is no option belongs together, as
	 *     the words of another command do
	 * @throws Problem for an option that is not known, or that lacks its value or has one too many
	 */
	public function __construct(array $words, private readonly array $known, bool $stops = false)
	{
		while ($words !== []) {
			$word = array_shift($words);
			if ($word === '--' || ($stops && !str_starts_with($word, '-'))) {
				array_push($this->rest, ...($word === '--' ? [] : [$word]), ...$words);
				break;
			}
			if ($word === '-' || !str_starts_with($word, '-')) {
				$this->rest[] = $word;
			} else {
				$this->take($word, $words);
			}
		}
	}

	/** True if the option, without "--", was given. */
	public function has(string $option): bool
	{
		return isset($this->options[$option]);
	}

	/**
	 * The value of an option. The last one given counts.
	 *
	 * @return ($default is null ? string|null : string)
	 */
	public function value(string $option, ?string $default = null): ?string
	{
		$values = $this->values($option);

		return $values === [] ? $default : end($values);
	}

	/** @return list<string> of an option that may be repeated, in the order given */
	public function values(string $option): array
	{
		return $this->options[$option] ?? [];
	}

	/** @throws Problem if the value is no whole number, or out of range */
	public function number(string $option, int $default, int $least = 0, int $most = 999_999_999): int
	{
		$value = $this->value($option, (string) $default);
		if (preg_match('/^\d+$/D', $value) !== 1) {
			throw new Problem("--$option takes a whole number, not \"$value\"");
		}
		// A number that is too large for an int becomes PHP_INT_MAX.
		if ((int) $value < $least || (int) $value > $most) {
			throw new Problem("--$option takes a number from $least to $most, not $value");
		}

		return (int) $value;
	}

	/**
	 * @param 'us'|'ms'|'s' $unit that a number without one most likely means
	 * @param 'ns'|'us'|'s' $whole the unit of which the time must be a multiple
	 * @return int nanoseconds, as $least and $most are
	 * @throws Problem as Duration::of() does
	 */
	public function duration(string $option, string $default, string $unit, int $least = 0,
		int $most = PHP_INT_MAX, string $whole = 'ns'): int
	{
		return Duration::of("--$option", $this->value($option, $default), $unit, $least, $most, $whole);
	}

	/**
	 * @param list<string> $choices
	 * @return ($default is null ? string|null : string)
	 * @throws Problem if the value is none of the choices
	 */
	public function choice(string $option, array $choices, ?string $default = null): ?string
	{
		$value = $this->value($option);

		return $value === null ? $default : Text::oneOf("--$option", $value, $choices);
	}

	/**
	 * "--name value" and "--name=value".
	 *
	 * @param list<string> $words
	 */
	private function take(string $word, array &$words): void
	{
		$parts = explode('=', substr($word, 2), 2);
		[$name, $value] = [$parts[0], $parts[1] ?? null];
		if (!str_starts_with($word, '--') || !isset($this->known[$name])) {
			throw new Problem("unknown option $word",
				Text::hint($name, array_keys($this->known), '--') . 'xhprof COMMAND --help --all lists the options');
		}
		if (!$this->known[$name]) {
			if ($value !== null) {
				throw new Problem("--$name takes no value");
			}
		} elseif ($value === null) {
			$value = array_shift($words) ?? throw new Problem("--$name needs a value", "--$name=...");
		}
		$this->options[$name][] = (string) $value;
	}
}
