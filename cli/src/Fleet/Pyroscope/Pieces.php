<?php
declare(strict_types=1);

namespace XHProf\Cli\Fleet\Pyroscope;

use XHProf\Cli\Fleet\Protobuf;

/**
 * A run as pprof for an intake that refuses files of more samples or bytes than these, Pyroscope's defaults: so it is several
 * files, if need be, and each sample is in one of them.
 */
final class Pieces
{
	public const MOST_SAMPLES = 16_000;
	public const MOST_BYTES = 4 << 20;

	/** The bytes of these that are left for the head of a file. */
	private const HEAD_BYTES = 16384;

	private string $head = '';

	/** @var array<int, true> places of strings that each file has */
	private array $words = [0 => true];

	/** @var array<int, int> ids of functions by ids of locations */
	private array $functionOf = [];

	/** @var array<int, list<int>> places of strings by ids of functions */
	private array $stringsOf = [];

	private readonly bool $isWhole;

	/** The bytes that each sample gets behind its values. */
	private string $labels = '';

	/** The values of a sample, if all of them are 0. */
	private readonly string $zeros;

	/**
	 * @param non-empty-list<int> $columns the values that samples have, as places in the run's types
	 * @param string $period what the period is of, "wall" or "space"
	 * @param string $unit its unit
	 * @param bool $hasLabels whether samples have labels, which are left out
	 */
	public function __construct(private readonly Pprof $pprof, private readonly array $columns, string $period, string $unit, bool $hasLabels)
	{
		$this->zeros = str_repeat("\0", count($columns));
		$this->isWhole = $columns === array_keys($pprof->types) && !$hasLabels;
		foreach ($columns as $column) {
			$this->head .= Protobuf::bytes(Pprof::SAMPLE_TYPE, $this->type($pprof->types[$column], $pprof->units[$column]));
		}
		$this->head .= Protobuf::bytes(Pprof::PERIOD_TYPE, $this->type($period, $unit)) . Protobuf::number(Pprof::PERIOD, $pprof->period);
		$names = array_map(static fn (int $column): string => $pprof->types[$column], $columns);
		$default = in_array($period, $names, true) ? $period : $names[count($names) - 1];
		$this->head .= Protobuf::number(Pprof::DEFAULT_TYPE, $this->word($default));
		foreach ($pprof->comments as $comment) {
			$this->words[$comment] = true;
			$this->head .= Protobuf::number(Pprof::COMMENT, $comment);
		}
	}

	private function type(string $name, string $unit): string
	{
		return Protobuf::number(1, $this->word($name)) . Protobuf::number(2, $this->word($unit));
	}

	private function word(string $word): int
	{
		$place = $this->pprof->place($word);
		$this->words[$place] = true;

		return $place;
	}

	/**
	 * All in one file, however large.
	 *
	 * @param array<string, string> $labels that each sample has
	 */
	public function whole(int $timeNs, int $durationNs, array $labels): string
	{
		foreach ($labels as $key => $value) {
			$this->labels .= Protobuf::bytes(3, Protobuf::number(1, $this->word(Protobuf::text($key))) . Protobuf::number(2, $this->word(Protobuf::text($value))));
		}

		return $this->packed($this->body(), $timeNs, $durationNs);
	}

	/**
	 * @param int $timeNs when the run began, since 1970; a nanosecond later in each further piece, as intakes take two files of one
	 *     series and time for the same
	 * @return \Generator<int, string> each compressed
	 */
	public function all(int $timeNs, int $durationNs): \Generator
	{
		$number = 0;
		foreach ($this->fits() ? [$this->body()] : $this->parts() as $body) {
			yield $this->packed($body, $timeNs + $number++, $durationNs);
		}
	}

	private function packed(string $body, int $timeNs, int $durationNs): string
	{
		$tail = Protobuf::number(Pprof::TIME_NS, $timeNs) . Protobuf::number(Pprof::DURATION_NS, $durationNs);

		return (string) gzencode($this->head . $body . $tail, 6);
	}

	private function fits(): bool
	{
		$bytes = self::HEAD_BYTES;
		foreach ([$this->pprof->samples, $this->pprof->locations, $this->pprof->functions, $this->pprof->strings] as $table) {
			$bytes += 5 * count($table) + array_sum(array_map(strlen(...), $table));
		}

		return count($this->pprof->samples) <= self::MOST_SAMPLES && $bytes <= self::MOST_BYTES;
	}

	private function body(): string
	{
		return self::table(Pprof::SAMPLE, array_filter(array_map($this->sample(...), $this->pprof->samples))) . self::table(Pprof::LOCATION, $this->pprof->locations)
			. self::table(Pprof::FUNCTION, $this->pprof->functions) . self::table(Pprof::STRING, $this->pprof->strings);
	}

	/** @param array<string> $messages */
	private static function table(int $field, array $messages): string
	{
		$text = '';
		foreach ($messages as $message) {
			$text .= Protobuf::bytes($field, $message);
		}

		return $text;
	}

	/** The chosen values of a sample, without labels; "" if all of them are 0: intakes drop such a sample, of which there are many. */
	private function sample(string $message): string
	{
		if ($this->isWhole) {
			// The values come last, and no number but 0 ends with a byte of 0.
			return substr_compare($message, $this->zeros, -strlen($this->zeros)) === 0 ? '' : $message . $this->labels;
		}
		$fields = self::sampleFields($message);
		$values = Protobuf::unpack($fields[2]);
		$chosen = [];
		foreach ($this->columns as $column) {
			$chosen[] = $values[$column];
		}

		return array_filter($chosen) === [] ? '' : Protobuf::bytes(1, $fields[1]) . Protobuf::packed(2, $chosen) . $this->labels;
	}

	/** @return array{1: string, 2: string} locations and values, both packed */
	private static function sampleFields(string $message): array
	{
		$fields = [1 => '', 2 => ''];
		foreach (Protobuf::fields($message) as $field => $value) {
			if ($field <= 2) {
				$fields[$field] = (string) $value;
			}
		}

		return $fields; // @phpstan-ignore return.type (no field is below 1)
	}

	/** @return \Generator<int, string> */
	private function parts(): \Generator
	{
		$this->index();
		$room = self::MOST_BYTES - self::HEAD_BYTES - 2 * count($this->pprof->strings);
		$samples = $ids = [];
		$bytes = 0;
		foreach ($this->pprof->samples as $message) {
			$sample = $this->sample($message);
			if ($sample === '') {
				continue;
			}
			$own = array_fill_keys(Protobuf::unpack(self::sampleFields($sample)[1]), true);
			$more = strlen($sample) + 5 + $this->bytesOf(array_diff_key($own, $ids));
			if ($samples !== [] && ($bytes + $more > $room || count($samples) >= self::MOST_SAMPLES)) {
				yield $this->part($samples, $ids);
				[$samples, $ids, $bytes] = [[], [], 0];
				$more = strlen($sample) + 5 + $this->bytesOf($own);
			}
			$samples[] = $sample;
			$ids += $own;
			$bytes += $more;
		}
		yield $this->part($samples, $ids);
	}

	private function index(): void
	{
		foreach ($this->pprof->locations as $i => $message) {
			foreach (Protobuf::fields($message) as $field => $line) {
				if ($field === 4) {
					$this->functionOf[$i + 1] = (int) (iterator_to_array(Protobuf::fields((string) $line))[1] ?? 0);
				}
			}
		}
		foreach ($this->pprof->functions as $i => $message) {
			$fields = iterator_to_array(Protobuf::fields($message));
			$this->stringsOf[$i + 1] = [(int) ($fields[2] ?? 0), (int) ($fields[4] ?? 0)];
		}
	}

	/**
	 * The bytes that locations take of a file, with their functions, at most.
	 *
	 * @param array<int, true> $ids
	 */
	private function bytesOf(array $ids): int
	{
		$bytes = 0;
		foreach ($ids as $id => $is) {
			$function = $this->functionOf[$id];
			$bytes += strlen($this->pprof->locations[$id - 1]) + strlen($this->pprof->functions[$function - 1]) + 10;
			foreach ($this->stringsOf[$function] as $place) {
				$bytes += strlen($this->pprof->strings[$place]) + 5;
			}
		}

		return $bytes;
	}

	/**
	 * @param list<string> $samples
	 * @param array<int, true> $ids of their locations
	 */
	private function part(array $samples, array $ids): string
	{
		$functions = $locations = [];
		$words = $this->words;
		foreach ($ids as $id => $is) {
			$locations[] = $this->pprof->locations[$id - 1];
			$functions[$this->functionOf[$id]] = $this->pprof->functions[$this->functionOf[$id] - 1];
			$words += array_fill_keys($this->stringsOf[$this->functionOf[$id]], true);
		}
		// The places of strings stay: the others are empty.
		$strings = array_map(static fn (string $text, int $place): string => isset($words[$place]) ? $text : '', $this->pprof->strings,
			array_keys($this->pprof->strings));

		return self::table(Pprof::SAMPLE, $samples) . self::table(Pprof::LOCATION, $locations) . self::table(Pprof::FUNCTION, $functions)
			. self::table(Pprof::STRING, $strings);
	}
}
