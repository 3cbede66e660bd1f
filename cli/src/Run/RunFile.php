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
use XHProf\Cli\Terminal\Output;
use XHProf\Profile;

/** Reads and writes runs in files. */
final class RunFile
{
	/** The start of a run as JSON. */
	private const JSON = '{"format":"xhprof"';

	/** The name of a new file in xhprof.output_dir, or else in the temporary folder. */
	public static function newName(string $stem, string $ending): string
	{
		return (rtrim((string) ini_get('xhprof.output_dir'), '/') ?: sys_get_temp_dir())
			. "/$stem-" . date('Ymd-His') . '-' . getmypid() . $ending;
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
		RunFormat::needZlib($format);
		if ($profile->summary()['mode'] === 'hier') {
			RunFormat::needRecorded($format, ['allocations', 'timeline']);
		}
		try {
			self::write($profile, $format, $file);
		} catch (\RuntimeException $e) {
			if ($e->getCode() === Profile::LACKS_DATA) {
				RunFormat::needRecorded($format, ['paths']);
			}
			throw $e;
		}
	}

	private static function write(Profile $profile, string $format, string $file): void
	{
		if ($file !== '-') {
			self::needWritable($file);
			RunFormat::isWrittenHere($format) ? AtomicFile::write($file, self::text($profile, $format))
				: AtomicFile::export($profile, $format, $file);
			return;
		}
		if (RunFormat::isPacked($format) && stream_isatty(STDOUT)) {
			throw new Problem("$format cannot be written to a terminal", 'give a file with --out FILE');
		}
		RunFormat::isWrittenHere($format) ? Output::write(self::text($profile, $format))
			: Output::export($profile, $format);
	}

	private static function text(Profile $profile, string $format): string
	{
		return $format === 'firefox' ? FirefoxText::of($profile) : CpuProfileText::of($profile);
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
