<?php
declare(strict_types=1);

namespace XHProf\Cli\Metric;

use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\Text;

/** The events that a run counts beside time, if this system grants them. */
final class Events
{
	/** The most events that one run counts. */
	public const MOST = 8;

	/** @var array<string, array{unit: string, by: string|null, refused: string|null}>|null */
	private static ?array $known = null;

	/** @var list<string> */
	public readonly array $granted;

	/** @var array<string, string> why an event is not granted, by event */
	public readonly array $refused;

	/** The event that is sampled, and after how many of it a sample is taken; "" and 0: none is. */
	public readonly string $sampled;
	public readonly int $period;

	/** @param list<string> $names "page-faults", or "page-faults:100" */
	public function __construct(array $names)
	{
		$known = self::known();
		[$granted, $refused, $sampled, $period] = [[], [], '', 0];
		foreach (array_unique($names) as $word) {
			$parts = explode(':', $word, 2);
			$name = $parts[0];
			$every = $parts[1] ?? null;
			if (!isset($known[$name])) {
				throw new Problem("unknown event \"$name\"",
					Text::hint($name, array_keys($known)) . 'events are: ' . implode(', ', array_keys($known)));
			}
			if ($every !== null && preg_match('/^[1-9]\d{0,11}$/D', $every) !== 1) {
				throw new Problem("\"$word\" has no period",
					"put a number from 1 to 999999999999 after the colon: $name:100");
			}
			if ($known[$name]['refused'] !== null) {
				$refused[$name] = $known[$name]['refused'];
			} else {
				$granted[] = $name;
				[$sampled, $period] = $every === null ? [$sampled, $period] : [$name, (int) $every];
			}
		}
		[$this->granted, $this->refused, $this->sampled, $this->period] = [$granted, $refused, $sampled, $period];
		if (count($granted) > self::MOST) {
			throw new Problem(count($granted) . ' events are too many', 'one run counts ' . self::MOST);
		}
	}

	/** @return list<string> the granted events that are no times: samples of a clock can read only times */
	public function countedAtCalls(): array
	{
		return array_values(array_filter($this->granted,
			static fn (string $name): bool => self::known()[$name]['unit'] !== 'ns'));
	}

	/** @return list<string> the names in "a,b" */
	public static function split(string $list): array
	{
		return array_values(array_filter(explode(',', $list), static fn (string $name): bool => $name !== ''));
	}

	/** @return array<string, array{unit: string, by: string|null, refused: string|null}> */
	public static function known(): array
	{
		if (self::$known === null) {
			/** @var array{events?: array<string, array{unit: string, by: string|null, refused: string|null}>} $info */
			$info = function_exists('xhprof_info') ? xhprof_info() : []; // it is missing if disable_functions has it
			self::$known = $info['events'] ?? [];
		}

		return self::$known;
	}

	/** Lines that name the refused events, one for each reason. */
	public function refusals(): string
	{
		$text = '';
		foreach (array_unique($this->refused) as $reason) {
			$text .= 'xhprof: not counted: ' . implode(', ', array_keys($this->refused, $reason, true)) . ": $reason\n";
		}

		return $text;
	}
}
