<?php
declare(strict_types=1);

namespace XHProf\Fleet\Saved;

use XHProf\Cli\Foreign\PairsFile;
use XHProf\Cli\Problem;
use XHProf\Cli\Process\RegularFile;
use XHProf\Cli\Run\SetFile;
use XHProf\Profile;

/**
 * Reads a saved run that anyone may have written. A pipe or a symlink in place of the file, a file that changes
 * meanwhile, or a huge file cannot harm the agent.
 */
final class Intake
{
	/** The limit of the file, packed or not. */
	private const MOST_BYTES = 16 << 20;

	/** The limit of the unpacked run. */
	private const MOST_LOADED = '32M';

	/** The limit of formats that are first read into arrays, which take ten times as much. */
	private const MOST_TEXT = 4 << 20;

	/**
	 * @throws Problem if the run is damaged; the message does not have the file's name
	 * @throws \LengthException if it is larger than the agent reads; it may be a good run
	 * @throws \RuntimeException if this machine is at fault: another attempt may succeed
	 */
	public static function load(string $file): Profile
	{
		$copy = self::copy($file);
		$path = stream_get_meta_data($copy)['uri'] ?? '';
		$before = ini_set('xhprof.max_load_bytes', self::MOST_LOADED);
		try {
			return self::read($path);
		} catch (\RuntimeException $e) {
			throw $e->getCode() === Profile::TOO_LARGE
				? new \LengthException('it takes more than ' . self::MOST_LOADED . 'B of memory')
				: new Problem(Problem::reason($e, $path));
		} finally {
			if (is_string($before)) {
				ini_set('xhprof.max_load_bytes', $before);
			}
		}
	}

	private static function read(string $path): Profile
	{
		if (SetFile::is($path)) {
			throw new Problem('it is a set of runs');
		}

		return PairsFile::is($path) ? self::pairs($path) : Profile::load($path);
	}

	private static function pairs(string $path): Profile
	{
		try {
			return PairsFile::load($path, self::MOST_TEXT);
		} catch (Problem $problem) {
			throw $problem->getCode() === Profile::TOO_LARGE
				? new \LengthException('it is longer than ' . (self::MOST_TEXT >> 20) . ' MiB') : $problem;
		}
	}

	/** @return resource a temporary file of our own, which is removed when it is closed */
	private static function copy(string $file)
	{
		$source = RegularFile::open($file);
		$size = fstat($source)['size'] ?? 0;
		if ($size > self::MOST_BYTES) {
			throw new \LengthException('it is larger than ' . (self::MOST_BYTES >> 20) . ' MiB');
		}
		$copy = @tmpfile();
		if ($copy === false || @stream_copy_to_stream($source, $copy, self::MOST_BYTES) !== $size || !fflush($copy)) {
			throw new \RuntimeException('there is no room for a copy in ' . sys_get_temp_dir());
		}

		return $copy;
	}

	/** @return non-empty-list<array{string, Profile}> the profiles in a run, each with its kind for BatchPart */
	public static function kinds(Profile $run): array
	{
		$summary = $run->summary();
		if ($summary['mode'] === 'sample') {
			return [['samples', $run]];
		}
		$beside = $run->sampled();
		$more = $beside === null ? [] : [['samples', $beside]];
		if (!isset($summary['alloc_interval'])) {
			return [['trace', $run], ...$more];
		}
		// Mode "alloc" has no calls.
		return $summary['calls'] > 1 ? [['trace', $run], ['alloc', $run], ...$more] : [['alloc', $run], ...$more];
	}
}
