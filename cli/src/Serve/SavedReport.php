<?php
declare(strict_types=1);

namespace XHProf\Cli\Serve;

use XHProf\Cli\Problem;
use XHProf\Cli\Run\RunFile;
use XHProf\Cli\Saved\Folder;

/**
 * The page of a run in xhprof.output_dir, for frameworks that show it in the application itself.
 *
 * @api
 */
final class SavedReport
{
	/** The path of the pages in the application: a run's id follows. */
	public const PATH = '/_xhprof/';

	/**
	 * Turns profiling off for paths that match the pattern, including the current request, because the pages are about
	 * requests of the program.
	 */
	public static function leaveOut(string $pattern): void
	{
		$excluded = (string) ini_get('xhprof.exclude_uri');
		// In a worker, the setting outlives the request.
		if (!in_array($pattern, explode(' ', $excluded), true)) {
			ini_set('xhprof.exclude_uri', trim("$excluded $pattern"));
		}
		if (xhprof_info()['auto']['profiled']) {
			xhprof_stop();
		}
	}

	/** @return string|null the page; null: there is no such run (yet) */
	public static function html(string $run): ?string
	{
		self::leaveOut('*' . self::PATH . '*');
		$folder = (string) ini_get('xhprof.output_dir');
		if (preg_match(Folder::RUN, $run) !== 1 || !is_dir($folder)) {
			return null;
		}
		try {
			$file = (new Folder($folder))->byId($run);

			return $file === null ? null : RunFile::load($file)->export('html');
		} catch (Problem) {
			return null;
		}
	}

	/** The text of the page if there is no report. */
	public static function missing(string $run): string
	{
		$why = xhprof_info()['auto']['last'] ?? '';

		return "The run $run is not in xhprof.output_dir."
			. ($why === '' ? '' : " The last run of this process: $why.")
			. ' A run is saved after the response is sent, and can be shown as json, xhprof or xhgui.';
	}
}
