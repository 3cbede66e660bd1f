<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Cli\Doctor\Machine;
use XHProf\Cli\Doctor\Sapi;

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
		$folders = $machine->ringFolders() ?: self::configured($machine);
		$open = array_values(array_filter($folders, static fn (string $folder): bool => is_readable($machine->path($folder))));

		return $open ?: $folders;
	}

	/** @return list<string> */
	private static function configured(Machine $machine): array
	{
		$folders = [];
		foreach ($machine->binaries() as $binary) {
			$sapi = str_contains(basename($binary), 'fpm') ? Sapi::ofBinary($machine, $binary) : null;
			$own = (string) $sapi?->info?->setting('xhprof.live_dir', 'xhprof');
			foreach ($sapi->pools ?? [] as $pool) {
				$folders[] = rtrim($pool['settings']['xhprof.live_dir'] ?? $own, '/');
			}
		}

		return array_values(array_unique(array_filter($folders, static fn (string $folder): bool => $folder !== '' && is_dir($machine->path($folder)))));
	}
}
