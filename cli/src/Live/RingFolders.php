<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Cli\Doctor\FpmSettings;
use XHProf\Cli\Doctor\Machine;

/** The folders with the rings of this machine, for use if this PHP's own settings name none. */
final class RingFolders
{
	/**
	 * The folders of running processes; if this user sees none, those in the settings of php-fpm. Folders that this
	 * user may not look into are left out, unless there is no other.
	 *
	 * @return list<string>
	 */
	public static function of(Machine $machine): array
	{
		$folders = $machine->ringFolders() ?: FpmSettings::folders($machine, 'xhprof.live_dir');
		$open = array_values(array_filter($folders,
			static fn (string $folder): bool => is_readable($machine->path($folder))));

		return $open ?: $folders;
	}
}
