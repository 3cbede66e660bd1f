<?php
declare(strict_types=1);

namespace XHProf\Cli\Doctor;

use XHProf\Cli\Process\CommandLine;

/**
 * The commands that load the module in a PHP, remove another one, or restart php-fpm.
 *
 * @phpstan-import-type Master from Machine
 */
final class Setup
{
	/** "/etc/php/8.2/fpm/php-fpm.conf", "/etc/opt/remi/php82/php-fpm.conf" */
	private const RELEASE = '~/(?:php)?(\d)\.?(\d)/~';
	private const DEBIAN = '~^/etc/php/(\d\.\d)/(\w+)/conf\.d$~D';

	public function __construct(private readonly Machine $machine)
	{
	}

	/** @return list<string> */
	public function load(Sapi $sapi): array
	{
		$sudo = Machine::sudo();
		if ($sapi->scanDir !== '' && preg_match(self::DEBIAN, $sapi->scanDir, $part) === 1) {
			$available = "/etc/php/$part[1]/mods-available/xhprof.ini";
			$make = is_file($this->machine->path($available)) ? []
				: ["echo 'extension=xhprof' | {$sudo}tee $available"];

			return [...$make, "{$sudo}phpenmod -v $part[1] -s $part[2] xhprof", ...$this->restart($sapi)];
		}
		if (is_file($this->machine->path('/usr/local/bin/docker-php-ext-enable'))
			&& str_starts_with($sapi->binary, '/usr/local/')) {
			return ['docker-php-ext-enable xhprof', ...$this->restart($sapi)];
		}
		$file = $sapi->scanDir !== '' ? $this->ownFile("$sapi->scanDir/20-xhprof.ini", $sapi) : $this->iniFile($sapi);

		return ["echo 'extension=xhprof' | $sudo" . CommandLine::of(['tee', '-a', $file]), ...$this->restart($sapi)];
	}

	/** @return list<string> */
	public function unload(Sapi $sapi, string $module): array
	{
		if (preg_match(self::DEBIAN, $sapi->scanDir, $part) === 1) {
			return [Machine::sudo() . "phpdismod -v $part[1] -s $part[2] $module", ...$this->restart($sapi)];
		}

		return ["grep -l $module " . CommandLine::of($sapi->iniFiles) . '   # and remove that line',
			...$this->restart($sapi)];
	}

	/** @return list<string> what builds the module for a PHP that has none */
	public function build(Sapi $sapi): array
	{
		$sudo = Machine::sudo();
		$release = $sapi->release();
		// Debian's programs have the release in their names. Only there can several be installed.
		$suffix = preg_match('/\d\.\d$/D', $sapi->binary) === 1 ? $release : '';
		$tools = preg_match(self::DEBIAN, $sapi->scanDir) === 1
			? ["{$sudo}apt-get install php$release-dev gcc make zlib1g-dev"] : [];

		// To be run in the folder of the sources, in commands that fit in a line.
		return [...$tools, "cd xhprof && phpize$suffix && ./configure --with-php-config=php-config$suffix",
			"make && {$sudo}make install"];
	}

	/**
	 * @param list<int>|null $masters the pids of those that need it; null: all of this program
	 * @return list<string>
	 */
	public function restart(Sapi $sapi, ?array $masters = null): array
	{
		$sudo = Machine::sudo();
		$hasSystemd = is_dir($this->machine->path('/run/systemd/system'));
		if ($sapi->kind === 'apache2handler') {
			return [$hasSystemd ? "{$sudo}systemctl restart apache2" : "{$sudo}apachectl restart"];
		}
		if ($sapi->kind !== 'fpm-fcgi') {
			return [];
		}
		if ($hasSystemd) {
			// Debian's php-fpm8.2 is the service php8.2-fpm.
			return ["{$sudo}systemctl restart " . (preg_match('/^php-fpm(\d\.\d)$/D', basename($sapi->binary),
				$part) === 1 ? "php$part[1]-fpm" : 'php-fpm')];
		}
		$pids = $masters ?? array_column($this->mastersOf($sapi), 'pid');

		return $pids === [] ? []
			: ["{$sudo}kill -USR2 " . implode(' ', $pids) . '   # php-fpm reads its configuration again'];
	}

	/**
	 * The masters that run this program. For another user's master, only the path of its configuration is known; it
	 * often contains the release.
	 *
	 * @return list<Master>
	 */
	public function mastersOf(Sapi $sapi): array
	{
		return array_values(array_filter($this->machine->masters(),
			static fn (array $master): bool => $master['binary'] !== '' ? $master['binary'] === $sapi->binary
				: preg_match(self::RELEASE, $master['config'], $part) !== 1
				|| "$part[1].$part[2]" === $sapi->release()));
	}

	/** The ini file for a setting of this PHP alone. */
	public function settingsFile(Sapi $sapi): string
	{
		return $this->ownFile($sapi->namedBy($this->machine)[0] ?? $this->iniFile($sapi), $sapi);
	}

	/**
	 * A symlink leads to a file that other PHPs read as well, for example in Debian's mods-available. Then another file
	 * beside it is used.
	 */
	private function ownFile(string $file, Sapi $sapi): string
	{
		return $sapi->scanDir !== '' && (is_link($this->machine->path($file))
			|| str_contains($file, '/mods-available/')) ? "$sapi->scanDir/99-xhprof.ini" : $file;
	}

	private function iniFile(Sapi $sapi): string
	{
		return $sapi->iniFiles[0]
			?? rtrim($sapi->info?->value('Configuration File (php.ini) Path') ?: '/usr/local/lib', '/') . '/php.ini';
	}
}
