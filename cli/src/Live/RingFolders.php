<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Cli\Doctor\FpmSettings;
use XHProf\Cli\Doctor\Machine;

/** The folders of the rings of this machine, where this PHP's own settings name none. */
final class RingFolders
{
	/**
	 * Those of processes that run; where this user sees none, those that php-fpm has in its settings. One that this user may not look
	 * into is left out if there is another.
	 *
	 * @return list<string>
	 */
	public static function of(Machine $machine): array
	{
		$folders = $machine->ringFolders() ?: FpmSettings::folders($machine, 'xhprof.live_dir');
		$open = array_values(array_filter($folders, static fn (string $folder): bool => is_readable($machine->path($folder))));

		return $open ?: $folders;
	}
}
