<?php
declare(strict_types=1);

namespace XHProf\PHPUnit;

/** The settings, from parameters of phpunit.xml or from the environment, which wins. */
final class Settings
{
	private const NAMES = ['slowest', 'folder', 'times', 'required'];

	private function __construct(
		/** How many of the slowest tests keep their runs; 0: none. */
		public readonly int $slowest,
		/** Where runs are saved. */
		public readonly ?string $folder,
		/** Budgets of wall and CPU time are checked as well. */
		public readonly bool $times,
		/** A budget that cannot be checked fails its test. */
		public readonly bool $required,
	) {
	}

	/** @param array<string, string> $parameters by name */
	public static function of(array $parameters): self
	{
		foreach (array_keys($parameters) as $name) {
			if (!in_array($name, self::NAMES, true)) {
				throw new \InvalidArgumentException("xhprof/phpunit has no parameter \"$name\"; it has "
					. implode(', ', self::NAMES));
			}
		}
		$values = [];
		foreach (self::NAMES as $name) {
			$value = getenv('XHPROF_' . strtoupper($name));
			$values[$name] = $value === false || $value === '' ? $parameters[$name] ?? '' : $value;
		}
		if (preg_match('/^\d{0,6}$/D', $values['slowest']) !== 1) {
			throw new \InvalidArgumentException("xhprof/phpunit: slowest is how many tests, not \"$values[slowest]\"");
		}

		return new self((int) $values['slowest'], $values['folder'] === '' ? null : $values['folder'],
			self::isOn('times', $values['times']), self::isOn('required', $values['required']));
	}

	private static function isOn(string $name, string $value): bool
	{
		return match (strtolower($value)) {
			'', '0', 'false', 'no', 'off' => false,
			'1', 'true', 'yes', 'on' => true,
			default => throw new \InvalidArgumentException("xhprof/phpunit: $name is true or false, not \"$value\""),
		};
	}
}
