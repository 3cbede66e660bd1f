<?php
declare(strict_types=1);

namespace XHProf\Cli\Doctor;

/** The settings of php-fpm, which this command does not see in its own configuration. */
final class FpmSettings
{
	/** @return list<string> the folders that a setting has in php-fpm's ini files and pools, of those that exist */
	public static function folders(Machine $machine, string $setting): array
	{
		$folders = [];
		foreach ($machine->binaries() as $binary) {
			$sapi = str_contains(basename($binary), 'fpm') ? Sapi::ofBinary($machine, $binary) : null;
			$own = (string) $sapi?->info?->setting($setting, 'xhprof');
			// php-fpm shows its pools only to users who may write to its log.
			foreach ($sapi->pools ?? [] ?: [['settings' => []]] as $pool) {
				$folders[] = $pool['settings'][$setting] ?? $own;
			}
		}
		foreach ($machine->masters() as $master) {
			array_push($folders, ...self::inFile($machine, $master['config'], $setting));
		}
		$folders = array_map(static fn (string $folder): string => rtrim($folder, '/'), $folders);

		return array_values(array_unique(array_filter($folders,
			static fn (string $folder): bool => $folder !== '' && is_dir($machine->path($folder)))));
	}

	/**
	 * @return list<string> those of the pools in a file of php-fpm's configuration and in the files that it includes
	 */
	private static function inFile(Machine $machine, string $config, string $setting): array
	{
		$text = $config === '' ? '' : $machine->read($config);
		preg_match_all('~^\s*include\s*=\s*(/\S+)~m', $text, $included);
		foreach ($included[1] as $pattern) {
			foreach (glob($machine->path($pattern)) ?: [] as $file) {
				$text .= "\n" . $machine->read(substr($file, strlen($machine->path(''))));
			}
		}
		preg_match_all('~^\s*php_(?:admin_)?value\[' . preg_quote($setting, '~') . '\]\s*=\s*"?(/[^\s";]*)~m', $text,
			$set);

		return $set[1];
	}
}
