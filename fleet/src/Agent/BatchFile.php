<?php
declare(strict_types=1);

namespace XHProf\Fleet\Agent;

use XHProf\Cli\Problem;
use XHProf\Profile;

/**
 * A batch as bytes and back: "xhprof-batch 1 deflate HASH PARTS SAMPLES WALL_NS\n", then the parts: saved runs as
 * export("json") writes them, and samples of rings by StackTable, as that JSON takes seven times as much room. The hash
 * is that of all that follows the first line. It finds damage, such as a file whose end did not reach the disk before a
 * crash.
 */
final class BatchFile
{
	private const FORMAT = 'xhprof-batch 1';

	/** No batch that an agent writes is larger when unpacked. */
	private const MOST_BYTES = 1 << 30;

	public static function encode(Batch $batch): string
	{
		$parts = [];
		$table = new StackTable();
		foreach ($batch->parts as $part) {
			$series = $part->series;
			$isTable = $part->kind === 'samples' && $part->meta === null;
			$parts[] = [[$series->service, $series->env, $series->host, $series->pool, $series->php, $series->tags],
				$part->kind, $part->meta, $isTable,
				$isTable ? $table->encode($part->profile) : $part->profile->export('json'), $part->trace, $part->span];
		}
		$data = serialize([$batch->id, $batch->agent, $batch->number, $batch->from, $batch->until, $parts,
			$table->names(), $table->places()]);
		$packed = function_exists('gzdeflate') ? gzdeflate($data, 1) : false;
		$data = $packed === false ? $data : $packed;

		$weight = Weight::of($batch->parts);

		return self::FORMAT . ($packed === false ? ' plain ' : ' deflate ') . hash('xxh128', $data)
			. " $weight->parts $weight->samples $weight->wallNs\n$data";
	}

	/** The weight, as the first line has it; none if that line is damaged. */
	public static function weight(string $bytes): Weight
	{
		$words = self::words($bytes);

		return $words === null ? Weight::of([]) : new Weight((int) $words[4], (int) $words[5], (int) $words[6]);
	}

	/** @throws Problem if it is damaged, or of another version */
	public static function decode(string $bytes): Batch
	{
		$words = self::words($bytes) ?? throw new Problem('it is not a batch of this version');
		$data = substr($bytes, (int) strpos($bytes, "\n") + 1);
		if (hash('xxh128', $data) !== $words[3]) {
			throw new Problem('it is damaged');
		}
		try {
			// The hash is right, so only a batch that somebody forged can fail here.
			return @self::batch(self::unpack($data, $words[2] === 'deflate'));
		} catch (\Error | \JsonException $e) {
			throw new Problem("it is damaged: {$e->getMessage()}");
		}
	}

	/** @return list<string>|null */
	private static function words(string $bytes): ?array
	{
		$words = explode(' ', substr($bytes, 0, (int) strpos($bytes, "\n")));

		return count($words) === 7 && "$words[0] $words[1]" === self::FORMAT ? $words : null;
	}

	private static function unpack(string $data, bool $isPacked): mixed
	{
		if ($isPacked && !function_exists('gzinflate')) {
			throw new Problem('it is compressed, and this PHP lacks the extension zlib');
		}

		return unserialize($isPacked ? (string) gzinflate($data, self::MOST_BYTES) : $data,
			['allowed_classes' => false]);
	}

	/** Makes a batch of unpacked data. Throws if they are none. */
	private static function batch(mixed $data): Batch
	{
		/**
		 * @var array{string, int, int, int, int, list<array{array{string, string, string, string, string,
		 *     array<string, string>}, string, array<string, mixed>|null, bool, string, string, string}>,
		 *     list<string>, array<int, array{file: string, line: int|null}>} $data
		 */
		[$id, $agent, $number, $from, $until, $rows, $names, $places] = $data;
		$table = new StackTable($names, $places);
		$parts = [];
		foreach ($rows as $row) {
			[$labels, $kind, $meta, $isTable, $text, $trace, $span] = $row;
			$profile = $isTable ? $table->decode($text) : Profile::parse($text);
			$parts[] = new BatchPart(new Series(...$labels), $kind, $profile, $meta, $trace, $span);
		}

		return $parts === [] ? throw new \ValueError('it has no parts')
			: new Batch($id, $agent, $number, $from, $until, $parts);
	}
}
