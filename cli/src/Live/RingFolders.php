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
			// FPM shows its pools to those alone who may write to its log.
			foreach ($sapi->pools ?? [] ?: [['settings' => []]] as $pool) {
				$folders[] = $pool['settings']['xhprof.live_dir'] ?? $own;
			}
		}
		foreach ($machine->masters() as $master) {
			array_push($folders, ...self::inFile($machine, $master['config']));
		}
		$folders = array_map(static fn (string $folder): string => rtrim($folder, '/'), $folders);

		return array_values(array_unique(array_filter($folders, static fn (string $folder): bool => $folder !== '' && is_dir($machine->path($folder)))));
	}

	/** @return list<string> those of the pools in a file of php-fpm's configuration and in the files that it includes */
	private static function inFile(Machine $machine, string $config): array
	{
		$text = $config === '' ? '' : $machine->read($config);
		preg_match_all('~^\s*include\s*=\s*(/\S+)~m', $text, $included);
		foreach ($included[1] as $pattern) {
			foreach (glob($machine->path($pattern)) ?: [] as $file) {
				$text .= "\n" . @file_get_contents($file);
			}
		}
		preg_match_all('~^\s*php_(?:admin_)?value\[xhprof\.live_dir\]\s*=\s*"?(/[^\s";]*)~m', $text, $set);

		return $set[1];
	}
}
