<?php
declare(strict_types=1);

namespace XHProf\Cli\Doctor;

/** One PHP of this machine, a program or a module of Apache, with its configuration. */
final class Sapi
{
	/** Options that make PHP print its warnings as plain text. */
	private const SHOW = ['-d', 'display_startup_errors=1', '-d', 'display_errors=1', '-d', 'html_errors=0'];

	/** Settings that make the module check its settings for whole requests, but save no request. */
	private const CHECK = ['xhprof.auto' => 'always', 'xhprof.output_dir' => '', 'xhprof.sample_rate' => '0',
		'xhprof.include_uri' => '', 'xhprof.exclude_uri' => '', 'log_errors' => '1', 'error_log' => ''];

	/** Not passed on, because all users can read command lines. */
	private const SECRET = 'xhprof.trigger_secret';

	private const APACHE = 'apache2handler';

	/** @var array<string, array{user: string, settings: array<string, string>}> of php-fpm, by their names */
	public array $pools = [];

	/**
	 * @param string $binary the file
	 * @param string $kind "cli", "fpm-fcgi", "cgi-fcgi", "apache2handler"
	 * @param ?PhpInfo $info null of a module of Apache, whose ini files are read instead
	 * @param list<string> $iniFiles
	 * @param list<string> $command what asks it; empty of a module of Apache
	 */
	private function __construct(public readonly string $binary, public readonly string $kind,
		public readonly string $version, public readonly ?PhpInfo $info, public readonly array $iniFiles,
		public readonly string $scanDir, public readonly bool $isCurrent, private readonly array $command = [])
	{
	}

	/**
	 * Asks a program for its configuration; null if it is not PHP.
	 *
	 * @param list<string>|null $options those of the PHP that runs this; null: any other
	 */
	public static function ofBinary(Machine $machine, string $binary, ?array $options = null): ?self
	{
		$php = str_contains(basename($binary), 'frankenphp') ? ['php-cli'] : [];
		$command = [$binary, ...$php, ...($options ?? []), ...self::SHOW];
		$info = PhpInfo::of($machine->output([...$command, '-i']));
		$kinds = ['Command Line Interface' => 'cli', 'FPM/FastCGI' => 'fpm-fcgi', 'CGI/FastCGI' => 'cgi-fcgi',
			'LiteSpeed' => 'litespeed', 'FrankenPHP' => 'frankenphp'];
		$version = $info->value('PHP Version') ?: $info->value('PHP Version', 'core');
		if ($info->value('Server API') === '') {
			return null;
		}
		$sapi = new self($binary, $kinds[$info->value('Server API')] ?? $info->value('Server API'), $version, $info,
			$info->iniFiles(), $info->value('Scan this dir for additional .ini files'), $options !== null, $command);
		if ($sapi->kind === 'fpm-fcgi') {
			$sapi->pools = self::pools($machine->output([$binary, '-tt']));
		}

		return $sapi;
	}

	/** A module of Apache. Its ini files are in Debian's folders or, elsewhere, in those of the PHP that runs this. */
	public static function ofApache(Machine $machine, string $module, ?self $current): self
	{
		preg_match('/libphp(\d\.\d)/', basename($module), $release);
		$folder = '/etc/php/' . ($release[1] ?? '-') . '/apache2';
		$isDebian = is_dir($machine->path($folder));
		$scan = $isDebian ? "$folder/conf.d" : $current->scanDir ?? '';
		$main = $isDebian ? "$folder/php.ini" : (string) $current?->info?->value('Loaded Configuration File');
		$more = $scan === '' ? false : glob($machine->path($scan) . '/*.ini');
		$files = [$main, ...array_map(static fn (string $file): string => "$scan/" . basename($file), $more ?: [])];

		return new self($module, self::APACHE, $release[1] ?? '', null,
			array_values(array_filter($files)), $scan, false);
	}

	/**
	 * The module's messages about values that it does not accept, with these settings added.
	 *
	 * @param array<string, string> $settings of a pool
	 * @return list<string>
	 */
	public function refusals(Machine $machine, array $settings = []): array
	{
		$said = $this->command === [] ? []
			: [...PhpInfo::of($machine->output([...$this->command, ...self::options($settings), '-i']))->refusals(),
				...PhpInfo::of($machine->output([...$this->command, ...self::options(self::CHECK + $settings), '-i']))
					->refusals()];

		return array_values(array_unique($said));
	}

	/**
	 * @param array<string, string> $settings
	 * @return list<string>
	 */
	private static function options(array $settings): array
	{
		$options = [];
		foreach (array_diff_key($settings, [self::SECRET => '']) as $name => $value) {
			array_push($options, '-d', "$name=\"" . addcslashes($value, '"\\') . '"');
		}

		return $options;
	}

	public function title(): string
	{
		return "$this->binary ($this->kind" . ($this->version === '' ? '' : ", PHP $this->version") . ')';
	}

	/** "8.2"; "" if it is unknown. */
	public function release(): string
	{
		return preg_match('/^\d+\.\d+/', $this->version, $found) === 1 ? $found[0] : '';
	}

	public function isWeb(): bool
	{
		return $this->kind !== 'cli';
	}

	public function hasModule(Machine $machine): bool
	{
		return $this->info !== null ? $this->info->hasModule('xhprof') : $this->namedBy($machine) !== [];
	}

	/**
	 * The ini files that load the module.
	 *
	 * @return list<string>
	 */
	public function namedBy(Machine $machine): array
	{
		return array_values(array_filter($this->iniFiles, static fn (string $file): bool => preg_match(
			'~^\s*extension\s*=\s*"?(?:\S*/)?xhprof(?:\.so)?"?\s*(?:;.*)?$~m', $machine->read($file)) === 1));
	}

	/** The file of the module, whether it is loaded or not; "" if there is none. */
	public function moduleFile(Machine $machine): string
	{
		$file = $this->info === null ? '' : $this->info->setting('extension_dir', 'core') . '/xhprof.so';

		return $file !== '' && is_file($machine->path($file)) ? $file : '';
	}

	/** "" if it is unknown. */
	public function moduleVersion(): string
	{
		// PECL's has it as "xhprof => 2.3.10".
		return $this->info === null ? ''
			: ($this->info->value('Version', 'xhprof') ?: $this->info->value('xhprof', 'xhprof'));
	}

	/**
	 * @param string $text of php-fpm -tt
	 * @return array<string, array{user: string, settings: array<string, string>}>
	 */
	private static function pools(string $text): array
	{
		$pools = [];
		$pool = 'global';
		foreach (explode("\n", $text) as $line) {
			if (preg_match('/NOTICE: \[(.+)\]$/D', $line, $found) === 1) {
				$pool = $found[1];
			} elseif ($pool !== 'global' && preg_match('/NOTICE:\s+user = (.*)$/D', $line, $found) === 1) {
				$pools[$pool] = ['user' => $found[1], 'settings' => []];
			} elseif (isset($pools[$pool])
				&& preg_match('/NOTICE:\s+php_(?:admin_)?value\[([\w.]+)\] = (.*)$/D', $line, $found) === 1) {
				$pools[$pool]['settings'][$found[1]] = trim($found[2], '"');
			}
		}

		return $pools;
	}
}
