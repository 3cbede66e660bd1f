<?php
declare(strict_types=1);

namespace XHProf\Cli\Run;

use XHProf\Cli\Foreign\CpuProfileText;
use XHProf\Cli\Foreign\FirefoxText;
use XHProf\Cli\Foreign\ForeignFile;
use XHProf\Cli\Foreign\PairsFile;
use XHProf\Cli\Problem;
use XHProf\Cli\Process\AtomicFile;
use XHProf\Cli\Process\CommandLine;
use XHProf\Cli\Process\Reach;
use XHProf\Cli\Terminal\Output;
use XHProf\Cli\Terminal\Text;
use XHProf\Profile;

/** Reads and writes runs in files, and finds the format that a file's name stands for. */
final class RunFile
{
	/** @var array<string, string> the mode of a run that each format needs at least */
	public const FORMATS = [
		'json.gz' => 'hier', 'json' => 'hier', 'xhprof' => 'hier', 'xhprof.gz' => 'hier', 'xhgui' => 'hier',
		'xhgui.gz' => 'hier',
		'html' => 'hier', 'pprof' => 'tree', 'callgrind' => 'hier', 'folded' => 'tree', 'folded-live' => 'tree',
		'folded-alloc' => 'tree',
		'speedscope' => 'tree', 'speedscope.gz' => 'tree', 'cpuprofile' => 'tree', 'firefox' => 'tree',
		'perfetto' => 'timeline', 'perfetto.gz' => 'timeline',
		'chrome' => 'timeline', 'chrome.gz' => 'timeline', 'log' => 'timeline',
	];

	/** The formats among these that hold a run, so that it can be read back. */
	public const READABLE = ['json.gz', 'json', 'xhprof', 'xhprof.gz', 'xhgui', 'xhgui.gz'];

	/** The formats among these that this command writes, not the extension. */
	private const WRITTEN_HERE = ['cpuprofile', 'firefox'];

	/** The start of a run as JSON. */
	private const JSON = '{"format":"xhprof"';

	/**
	 * Formats by the ending of a name; the first ending that fits counts. If a format has two endings, files are
	 * written with the first one.
	 */
	private const ENDINGS = [
		'.firefox.json' => 'firefox', '.cpuprofile' => 'cpuprofile',
		'.pb.gz' => 'pprof', '.pprof' => 'pprof', '.xhprof' => 'xhprof', '.xhprof.gz' => 'xhprof.gz',
		'.xhgui.jsonl' => 'xhgui', '.xhgui.jsonl.gz' => 'xhgui.gz', '.speedscope.json' => 'speedscope',
		'.speedscope.json.gz' => 'speedscope.gz', '.trace.json.gz' => 'chrome.gz', '.chrome.json.gz' => 'chrome.gz',
		'.json.gz' => 'json.gz',
		'.perfetto-trace' => 'perfetto', '.pftrace' => 'perfetto', '.perfetto-trace.gz' => 'perfetto.gz',
		'.pftrace.gz' => 'perfetto.gz',
		'.trace.json' => 'chrome', '.chrome.json' => 'chrome', '.json' => 'json', '.folded' => 'folded',
		'.folded-live' => 'folded-live', '.folded-alloc' => 'folded-alloc', '.callgrind' => 'callgrind',
		'.log' => 'log', '.html' => 'html',
	];

	/** The start of the names that Valgrind gives to files. */
	private const CALLGRIND = 'callgrind.out';

	/** The endings among these that scripts may have, too. */
	private const OF_SCRIPTS = ['.log', '.html'];

	/** The format of a name; null: it has no ending, as that of a device. */
	public static function formatOf(string $file): ?string
	{
		if (str_starts_with(basename($file), self::CALLGRIND)) {
			return 'callgrind';
		}
		foreach (self::ENDINGS as $ending => $format) {
			if (str_ends_with($file, $ending)) {
				return $format;
			}
		}
		if (preg_match('/.\.[^.]+$/D', basename($file)) === 1) {
			throw new Problem("$file: its ending stands for no format", self::hint($file) . 'known endings: '
				. implode(' ', array_keys(self::ENDINGS)) . '; or choose the format by --format');
		}

		return null;
	}

	/** The known ending that was most likely meant: of two parts, as .json.gz, or of the last one alone. */
	private static function hint(string $file): string
	{
		$name = basename($file);
		$last = (string) strrchr($name, '.');
		$before = (string) strrchr(substr($name, 0, -strlen($last)), '.');

		return Text::hint($before . $last, array_keys(self::ENDINGS)) ?: Text::hint($last, array_keys(self::ENDINGS));
	}

	/** True if only a saved run can have such a name, in a format of ours or packed by gzip, but no script. */
	public static function isRunName(string $file): bool
	{
		$endings = [...array_diff(array_keys(self::ENDINGS), self::OF_SCRIPTS), '.gz'];
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
		try {
			return Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 0]])->export('json.gz') !== '';
		} catch (\ValueError) {
			return false;
		}
	}

	public static function needsZlib(string $format): bool
	{
		return $format === 'pprof' || str_ends_with($format, '.gz');
	}

	public static function ending(string $format): string
	{
		return (string) array_search($format, self::ENDINGS, true);
	}

	public static function load(string $file): Profile
	{
		if ($file !== '-' && !file_exists($file)) {
			throw new Problem("$file: no such file", 'xhprof run -- SCRIPT makes one and says where it is');
		}
		if ($file !== '-' && (is_dir($file) || !is_readable($file))) {
			throw new Problem("$file: " . (is_dir($file) ? 'a folder, not a file' : 'not readable for you'));
		}
		$path = $file === '-' ? 'php://stdin' : Reach::need($file);
		try {
			return $file !== '-' && is_file($file) ? self::read($path) : self::readOnce($path);
		} catch (Problem $problem) {
			throw new Problem("$file: no profile that can be read: {$problem->getMessage()}",
				$problem->advice !== '' ? $problem->advice
					: 'a run can be read from json, xhprof and xhgui files, and ' . ForeignFile::FORMATS
					. ', plain or .gz');
		}
	}

	/** Reads a pipe or a device. Its start says how to read it, so it has to be read twice: from a copy. */
	private static function readOnce(string $file): Profile
	{
		$source = @fopen($file, 'rb');
		$copy = tmpfile();
		if ($source === false || $copy === false) {
			throw new Problem($source === false ? 'it cannot be read' : 'there is no folder for temporary files');
		}
		stream_copy_to_stream($source, $copy, LoadLimit::bytes() + 1);

		return self::read(stream_get_meta_data($copy)['uri'] ?? '');
	}

	private static function read(string $file): Profile
	{
		if (filesize($file) > LoadLimit::bytes()) {
			throw new Problem('it takes more memory than xhprof.max_load_bytes allows');
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
			throw new Problem(preg_match('/: (it takes more memory .*|its numbers .*)$/', $e->getMessage(),
				$found) === 1 ? $found[1] : 'its values cannot be those of a run');
		} catch (\RuntimeException $e) {
			// "Could not load a profile from FILE: REASON"
			throw new Problem(substr(strstr($e->getMessage(), $file) ?: '', strlen($file) + 2) ?: $e->getMessage());
		}
	}

	public static function save(Profile $profile, string $format, string $file): void
	{
		self::needZlib($format);
		$summary = $profile->summary();
		if (self::FORMATS[$format] === 'tree' && $summary['mode'] === 'hier') {
			throw new Problem("$format needs call paths, and this run has none",
				'xhprof run --mode tree has them; xhprof, json and callgrind need none');
		}
		try {
			self::write($profile, $format, $file);
		} catch (\RuntimeException $e) {
			throw !str_starts_with($e->getMessage(), "The format $format needs a timeline") ? $e
				: new Problem("$format needs a timeline, and this run has none",
					'xhprof run --mode timeline has one, as has --mode sample --flags memory; merged runs have none');
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
		if (self::needsZlib($format) && stream_isatty(STDOUT)) {
			throw new Problem("$format is not for a terminal", 'name a file by --out');
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
		return in_array($format, self::WRITTEN_HERE, true);
	}

	/** Throws unless the format can show runs of samples, and this PHP can write it. */
	public static function needSampled(string $format): void
	{
		self::needZlib($format);
		if (in_array($format, ['log', 'folded-live', 'folded-alloc'], true)) {
			throw new Problem("$format cannot be made of samples",
				'json.gz keeps all of a recording; html, perfetto, pprof, speedscope and folded show it');
		}
	}

	public static function needZlib(?string $format): void
	{
		if ($format !== null && self::needsZlib($format) && !self::hasZlib()) {
			throw new Problem("this xhprof was built without zlib, and so without $format", 'json keeps all of a run');
		}
	}

	/** True if the user may write it: a file is made anew in its folder, but a device or a FIFO is written as it is. */
	private static function isWritable(string $file): bool
	{
		return is_writable(file_exists($file) && !is_file($file) ? $file : dirname($file));
	}

	/** Throws if the file cannot be written. It is better to say so before the script has run for an hour. */
	public static function needWritable(string $file): void
	{
		$dir = dirname($file);
		if (!is_dir($dir)) {
			throw new Problem("$file: there is no folder $dir",
				CommandLine::of(['mkdir', '-p', CommandLine::file($dir)]));
		}
		if (is_dir($file) || !self::isWritable($file)) {
			throw new Problem("$file: " . (is_dir($file) ? 'that is a folder' : 'you may not write there'));
		}
		AtomicFile::needOwnLink($file);
	}
}
