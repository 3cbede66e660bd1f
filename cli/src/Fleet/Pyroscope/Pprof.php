<?php
declare(strict_types=1);

namespace XHProf\Cli\Fleet\Pyroscope;

use XHProf\Cli\Fleet\Protobuf;
use XHProf\Profile;

/** A run as XHProf\Profile exports it to pprof, taken apart: format/pprof.c writes ids in order, from 1. */
final class Pprof
{
	/** Fields of perftools.profiles.Profile. */
	public const SAMPLE_TYPE = 1;
	public const SAMPLE = 2;
	public const LOCATION = 4;
	public const FUNCTION = 5;
	public const STRING = 6;
	public const TIME_NS = 9;
	public const DURATION_NS = 10;
	public const PERIOD_TYPE = 11;
	public const PERIOD = 12;
	public const COMMENT = 13;
	public const DEFAULT_TYPE = 14;

	/** A larger run is not taken apart: here it needs some times as much memory. */
	private const MOST_BYTES = 64 << 20;

	/** @var list<string> */
	public array $strings = [];

	/** @var list<string> the name of each value of a sample */
	public array $types = [];

	/** @var list<string> and its unit */
	public array $units = [];

	/** @var list<string> messages; the first has the id 1 */
	public array $functions = [];

	/** @var list<string> likewise */
	public array $locations = [];

	/** @var list<string> messages */
	public array $samples = [];

	/** @var list<int> places in $strings */
	public array $comments = [];

	public int $period = 1;

	/** @throws \RuntimeException if the run has no call paths, or is too large */
	public function __construct(Profile $profile)
	{
		$message = @gzdecode((string) $profile->export('pprof'), self::MOST_BYTES);
		if ($message === false) {
			throw new \RuntimeException('the run has more than ' . (self::MOST_BYTES >> 20) . ' MiB as pprof');
		}
		$types = [];
		foreach (Protobuf::fields($message) as $field => $value) {
			match ($field) {
				self::SAMPLE_TYPE => $types[] = (string) $value,
				self::SAMPLE => $this->samples[] = (string) $value,
				self::LOCATION => $this->locations[] = (string) $value,
				self::FUNCTION => $this->functions[] = (string) $value,
				self::STRING => $this->strings[] = (string) $value,
				self::PERIOD => $this->period = (int) $value,
				self::COMMENT => $this->comments[] = (int) $value,
				default => null,
			};
		}
		foreach ($types as $type) {
			$places = iterator_to_array(Protobuf::fields($type)) + [1 => 0, 2 => 0];
			$this->types[] = $this->strings[(int) $places[1]];
			$this->units[] = $this->strings[(int) $places[2]];
		}
	}

	/** The place of a word, which joins the strings if it is new. */
	public function place(string $word): int
	{
		$place = array_search($word, $this->strings, true);
		if ($place === false) {
			$place = count($this->strings);
			$this->strings[] = $word;
		}

		return $place;
	}
}
