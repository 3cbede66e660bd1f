<?php
declare(strict_types=1);

namespace XHProf\Cli\Run;

use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\Text;
use XHProf\Profile;

/**
 * The formats of runs in files: the one that a file's name stands for, and what each needs and keeps.
 *
 * @api
 * @phpstan-import-type Format from Profile
 */
final class RunFormat
{
	/** The formats that this command writes, not the extension, and the endings of their files. */
	private const WRITTEN_HERE = ['cpuprofile' => '.cpuprofile', 'firefox' => '.firefox.json'];

	/** The start of the names that Valgrind gives to files. */
	private const CALLGRIND = 'callgrind.out';

	/** What a format may need of a run: its name, and how a run gets it. */
	private const NEEDS = ['paths' => ['call paths', 'record them with xhprof run --mode tree'],
		'allocations' => ['allocations', 'record them with xhprof run --flags alloc; samples have none'],
		'timeline' => ['a timeline', 'record one with xhprof run --mode timeline, '
			. 'or --mode sample --flags memory; merged runs have none']];

	/** The endings of formats that scripts may have, too. */
	private const OF_SCRIPTS = ['.log', '.html'];

	/** @return array<string, Format> */
	private static function formats(): array
	{
		$formats = Profile::formats();

		return $formats + array_map(static fn (string $ending): array =>
			['endings' => [$ending]] + $formats['speedscope'], self::WRITTEN_HERE);
	}

	/** @return list<string> */
	public static function names(): array
	{
		return array_keys(self::formats());
	}

	/**
	 * The format by --format, or else by the file's name; null: neither says one.
	 *
	 * @throws Problem if one of them names no format
	 */
	public static function chosen(Arguments $arguments, ?string $file): ?string
	{
		return $arguments->choice('format', self::names()) ?? self::of((string) $file);
	}

	/** @return array<string, string> formats by the ending of a name */
	private static function endings(): array
	{
		$formats = [];
		foreach (self::formats() as $format => ['endings' => $endings]) {
			$formats += array_fill_keys($endings, $format);
		}

		return $formats;
	}

	/**
	 * The format of a name; null: it has no ending, as that of a device.
	 *
	 * @throws Problem if its ending names no format
	 */
	public static function of(string $file): ?string
	{
		$name = basename($file);
		if (str_starts_with($name, self::CALLGRIND)) {
			return 'callgrind';
		}
		$formats = self::endings();
		$longest = ''; // .trace.json is not .json
		foreach (array_keys($formats) as $ending) {
			$longest = str_ends_with($name, $ending) && strlen($ending) > strlen($longest) ? $ending : $longest;
		}
		if ($longest !== '' && self::longer($name, $longest) === null) {
			return $formats[$longest];
		}
		if (preg_match('/.\.[^.]+$/D', $name) === 1) {
			throw new Problem("$file: its ending names no known format", self::hint($name) . 'known endings: '
				. implode(' ', array_keys($formats)) . '; or choose the format with --format');
		}

		return null;
	}

	/**
	 * The ending that a name misses by a letter or two, so that it would count as a shorter one: .speedscop.json. A
	 * short word may be meant as it stands: .track.json, .grace.json.
	 */
	private static function longer(string $name, string $ending): ?string
	{
		$two = strrchr(substr($name, 0, -strlen($ending)), '.') . $ending;
		foreach (array_keys(self::endings()) as $known) {
			$errors = str_ends_with($known, $ending) ? levenshtein($two, $known) : 0;
			if ($errors > 0 && $errors <= intdiv(strlen($known) - strlen($ending), 4) - 1) {
				return $known;
			}
		}

		return null;
	}

	/** The known ending that was most likely meant: of two or three parts, as .json.gz, or of the last one alone. */
	private static function hint(string $name): string
	{
		$parts = array_map(static fn (string $part): string => ".$part", array_slice(explode('.', $name), 1));
		foreach ([3, 2, 1] as $count) {
			$hint = Text::hint(implode('', array_slice($parts, -$count)), array_keys(self::endings()));
			if ($hint !== '') {
				return $hint;
			}
		}

		return '';
	}

	/** True if only a saved run can have such a name, in a format of ours or packed by gzip, but no script. */
	public static function isRunName(string $file): bool
	{
		$endings = [...array_diff(array_keys(self::endings()), self::OF_SCRIPTS), '.gz'];
		$fitting = array_filter($endings, static fn (string $ending): bool => str_ends_with($file, $ending));

		return $fitting !== [] || str_starts_with(basename($file), self::CALLGRIND);
	}

	/** The format that keeps all of a run. */
	public static function best(): string
	{
		return (string) array_key_first(array_filter(self::formats(),
			static fn (array $row): bool => $row['is_available']));
	}

	/** The ending that xhprof gives to files in a format of names(): ".json.gz". */
	public static function ending(string $format): string
	{
		return self::formats()[$format]['endings'][0];
	}

	/** True if it is packed by gzip, no text. */
	public static function isPacked(string $format): bool
	{
		return self::formats()[$format]['is_packed'];
	}

	/** True if a run can be read back from the format. */
	public static function keepsRun(string $format): bool
	{
		return self::formats()[$format]['keeps_run'];
	}

	/** The mode of a run that the format needs at least. */
	public static function mode(string $format): string
	{
		$needs = self::formats()[$format]['needs'];

		return in_array('timeline', $needs, true) ? 'timeline' : ($needs === [] ? 'hier' : 'tree');
	}

	/**
	 * It is better to refuse a format before the script has run for an hour.
	 *
	 * @param array<string> $recorded some of "paths", "allocations" and "timeline"
	 * @throws Problem unless a run with these can be written in the format
	 */
	public static function needRecorded(string $format, array $recorded): void
	{
		foreach (array_diff(self::formats()[$format]['needs'], $recorded) as $need) {
			[$name, $advice] = self::NEEDS[$need];
			throw new Problem("$format needs $name, which this run does not have", $advice . ($need !== 'paths' ? ''
				: '; without them: ' . self::those(static fn (array $row): bool => $row['needs'] === [])));
		}
	}

	/**
	 * Names of formats for a message. A name with .gz says no more than the one without it.
	 *
	 * @param \Closure(Format): bool $fit
	 */
	private static function those(\Closure $fit): string
	{
		return implode(', ', array_filter(array_keys(array_filter(self::formats(), $fit)),
			static fn (string $format): bool => !str_ends_with($format, '.gz')));
	}

	/** True for a format that Profile::export() does not know. */
	public static function isWrittenHere(string $format): bool
	{
		return isset(self::WRITTEN_HERE[$format]);
	}

	/** @throws Problem unless the format can show runs of samples, and this build of the extension can write it */
	public static function needSampled(string $format): void
	{
		self::needZlib($format);
		if (!self::formats()[$format]['shows_samples']) {
			throw new Problem("$format cannot hold samples", self::best() . ' keeps a whole recording; others show it: '
				. self::those(static fn (array $row): bool => $row['shows_samples'] && !$row['keeps_run']));
		}
	}

	/** @throws Problem unless this build of the extension can write the format; null: none is chosen */
	public static function needZlib(?string $format): void
	{
		if ($format !== null && !self::formats()[$format]['is_available']) {
			throw new Problem("this xhprof was built without zlib, which $format needs",
				self::best() . ' keeps a whole run');
		}
	}
}
