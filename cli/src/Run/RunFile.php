<?php
declare(strict_types=1);

namespace XHProf\Cli\Run;

use XHProf\Cli\Foreign\CpuProfileText;
use XHProf\Cli\Foreign\FirefoxText;
use XHProf\Cli\Foreign\ForeignFile;
use XHProf\Cli\Foreign\LoadLimit;
use XHProf\Cli\Foreign\PairsFile;
use XHProf\Cli\Foreign\Whole;
use XHProf\Cli\Problem;
use XHProf\Cli\Process\AtomicFile;
use XHProf\Cli\Process\CommandLine;
use XHProf\Cli\Process\Reach;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\Output;
use XHProf\Cli\Terminal\Text;
use XHProf\Profile;

/**
 * Reads and writes runs in files, and finds the format that a file's name stands for.
 *
 * @api
 * @phpstan-import-type Format from Profile
 */
final class RunFile
{
	/** The formats that this command writes, not the extension, and the endings of their files. */
	private const WRITTEN_HERE = ['cpuprofile' => '.cpuprofile', 'firefox' => '.firefox.json'];

	/** The start of a run as JSON. */
	private const JSON = '{"format":"xhprof"';

	/** The start of the names that Valgrind gives to files. */
	private const CALLGRIND = 'callgrind.out';

	/** What a format may need of a run: its name, and how a run gets it. */
	private const NEEDS = ['paths' => ['call paths',
		'record them with xhprof run --mode tree; xhprof, json and callgrind need none'],
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
		return $arguments->choice('format', self::names()) ?? self::formatOf((string) $file);
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
	public static function formatOf(string $file): ?string
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
		return self::hasZlib() ? 'json.gz' : 'json';
	}

	/** False: this build of the extension has no pprof and no .gz. */
	public static function hasZlib(): bool
	{
		return self::formats()['json.gz']['is_available'];
	}

	/** The ending that xhprof gives to files in a format of names(): ".json.gz". */
	public static function ending(string $format): string
	{
		return self::formats()[$format]['endings'][0];
	}

	/** The name of a new file in xhprof.output_dir, or else in the temporary folder. */
	public static function newName(string $stem, string $ending): string
	{
		return (rtrim((string) ini_get('xhprof.output_dir'), '/') ?: sys_get_temp_dir())
			. "/$stem-" . date('Ymd-His') . '-' . getmypid() . $ending;
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
	 * Reads a run in any format that is known, plain or packed by gzip; "-" is the standard input.
	 *
	 * @throws Problem if there is no such file, or it is no run, damaged, or larger than xhprof.max_load_bytes
	 */
	public static function load(string $file): Profile
	{
		if ($file !== '-' && !file_exists($file)) {
			throw new Problem("$file: no such file", 'xhprof run -- SCRIPT makes one and says where it is');
		}
		if ($file !== '-' && (is_dir($file) || !is_readable($file))) {
			throw new Problem("$file: " . (is_dir($file) ? 'a folder, not a file' : 'no permission to read it'));
		}
		$path = $file === '-' ? 'php://stdin' : Reach::need($file);
		try {
			return $file !== '-' && is_file($file) ? self::read($path) : self::readOnce($path);
		} catch (Problem $problem) {
			throw new Problem("$file cannot be read as a profile: {$problem->getMessage()}",
				$problem->advice !== '' ? $problem->advice
					: 'readable are json, xhprof and xhgui files of runs, and ' . ForeignFile::FORMATS
					. ', plain or .gz');
		}
	}

	/** Reads a pipe or a device. Its start says how to read it, so it has to be read twice: from a copy. */
	private static function readOnce(string $file): Profile
	{
		$source = @fopen($file, 'rb');
		$copy = tmpfile();
		if ($source === false || $copy === false) {
			throw new Problem($source === false ? 'it cannot be read' : 'no folder for temporary files can be used');
		}
		stream_copy_to_stream($source, $copy, LoadLimit::bytes() + 1);

		return self::read(stream_get_meta_data($copy)['uri'] ?? '');
	}

	private static function read(string $file): Profile
	{
		if (filesize($file) > LoadLimit::bytes()) {
			throw LoadLimit::exceeded();
		}
		if (SetFile::is($file)) {
			return SetFile::profile($file);
		}
		if (PairsFile::is($file)) {
			return PairsFile::load($file, LoadLimit::bytes());
		}
		$json = str_starts_with(PairsFile::text($file, strlen(self::JSON)), self::JSON) ? null
			: ForeignFile::json($file, LoadLimit::bytes());
		try {
			return $json !== null ? Profile::parse($json) : Profile::load($file);
		} catch (\ValueError $e) {
			throw match ($e->getCode()) {
				Profile::TOO_LARGE => LoadLimit::exceeded(),
				Profile::OUT_OF_RANGE => Whole::tooLarge(),
				default => new Problem('its values cannot come from a run'),
			};
		} catch (\RuntimeException $e) {
			throw new Problem(Problem::reason($e, $file));
		}
	}

	/**
	 * Writes a run to a file, as AtomicFile does; "-" is the standard output.
	 *
	 * @throws Problem if the format cannot hold the run, or the file cannot be written
	 * @throws \RuntimeException as Profile::export() does
	 */
	public static function save(Profile $profile, string $format, string $file): void
	{
		self::needZlib($format);
		if ($profile->summary()['mode'] === 'hier') {
			self::needRecorded($format, array_diff(array_keys(self::NEEDS), ['paths']));
		}
		try {
			self::write($profile, $format, $file);
		} catch (\RuntimeException $e) {
			if ($e->getCode() === Profile::LACKS_DATA) {
				self::needRecorded($format, ['paths']);
			}
			throw $e;
		}
	}

	/**
	 * Throws unless a run of that can be written in the format. It is better to say so before the script has run for an
	 * hour.
	 *
	 * @param array<string> $recorded some of "paths", "allocations" and "timeline"
	 */
	public static function needRecorded(string $format, array $recorded): void
	{
		foreach (array_diff(self::formats()[$format]['needs'], $recorded) as $need) {
			[$name, $advice] = self::NEEDS[$need];
			throw new Problem("$format needs $name, which this run does not have", $advice);
		}
	}

	private static function write(Profile $profile, string $format, string $file): void
	{
		if ($file !== '-') {
			self::needWritable($file);
			self::isWrittenHere($format) ? AtomicFile::write($file, self::text($profile, $format))
				: AtomicFile::export($profile, $format, $file);
			return;
		}
		if (self::formats()[$format]['is_packed'] && stream_isatty(STDOUT)) {
			throw new Problem("$format cannot be written to a terminal", 'give a file with --out FILE');
		}
		self::isWrittenHere($format) ? Output::write(self::text($profile, $format)) : Output::export($profile, $format);
	}

	private static function text(Profile $profile, string $format): string
	{
		return $format === 'firefox' ? FirefoxText::of($profile) : CpuProfileText::of($profile);
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
			throw new Problem("$format cannot hold samples",
				'json.gz keeps a whole recording; html, perfetto, pprof, speedscope and folded show it');
		}
	}

	/** @throws Problem unless this build of the extension can write the format; null: none is chosen */
	public static function needZlib(?string $format): void
	{
		if ($format !== null && !self::formats()[$format]['is_available']) {
			throw new Problem("this xhprof was built without zlib, which $format needs", 'json keeps a whole run');
		}
	}

	/** @throws Problem if the file cannot be written. It is better to say so before the script has run for an hour */
	public static function needWritable(string $file): void
	{
		$dir = dirname($file);
		if (!is_dir($dir)) {
			throw new Problem("$file: the folder $dir does not exist",
				CommandLine::of(['mkdir', '-p', CommandLine::file($dir)]));
		}
		// A file is made anew in its folder, but a device or a FIFO is written as it is.
		if (is_dir($file) || !is_writable(file_exists($file) && !is_file($file) ? $file : dirname($file))) {
			throw new Problem("$file: " . (is_dir($file) ? 'it is a folder' : 'no permission to write there'));
		}
		AtomicFile::needOwnLink($file);
	}
}
