<?php
declare(strict_types=1);

namespace XHProf\Cli\Doctor;

use XHProf\Cli\Process\ProcStat;
use XHProf\Cli\Process\RegularFile;
use XHProf\Cli\Process\User;

/**
 * The system, as far as files and processes show it. Tests give another root.
 *
 * @phpstan-type Master array{pid: int, binary: string, config: string, started: float, has_module: ?bool,
 *     has_environment: bool, ini: list<string>}
 */
final class Machine
{
	/** What the name of a folder begins with whose rings one command alone reads, and removes. */
	public const OUTSIDE = 'xhprof-outside-';

	private const FOLDERS = ['/usr/local/bin', '/usr/local/sbin', '/usr/bin', '/usr/sbin', '/opt/*/bin', '/opt/*/sbin',
		'/opt/*/*/bin', '/opt/*/*/sbin', '/opt/*/*/root/usr/bin', '/opt/*/*/root/usr/sbin'];
	private const PHP = '/^(?:php|php-fpm|php-cgi|frankenphp|lsphp)-?(?:\d+(?:\.\d+)?)?$/D';
	private const MAY_BE_PHP = '/php|apache|httpd|^franken|^lsphp/';
	private const APACHE = ['/usr/lib/apache2/modules/libphp*.so', '/usr/lib64/httpd/modules/libphp*.so',
		'/usr/lib/httpd/modules/libphp*.so'];
	/** php-cgi is started by a web server where one of these is set. */
	private const CGI = ['SERVER_SOFTWARE', 'SERVER_NAME', 'GATEWAY_INTERFACE', 'REQUEST_METHOD'];
	private const PATIENCE_S = 20;
	private const MOST_BYTES = 4 << 20;

	public function __construct(private readonly string $root = '', private readonly string $path = '')
	{
	}

	/** @return list<string> each PHP once, whatever links name it; below the root */
	public function binaries(): array
	{
		$folders = array_filter(explode(':', $this->path),
			static fn (string $folder): bool => str_starts_with($folder, '/'));
		foreach (self::FOLDERS as $pattern) {
			array_push($folders, ...(glob($this->root . $pattern, GLOB_ONLYDIR) ?: []));
		}
		$found = [];
		foreach (array_unique($folders) as $folder) {
			foreach (@scandir($folder) ?: [] as $name) {
				if (preg_match(self::PHP, $name) === 1 && is_file("$folder/$name") && is_executable("$folder/$name")) {
					$found[substr((string) realpath("$folder/$name"), strlen($this->root))] = true;
				}
			}
		}
		ksort($found);

		return array_map(strval(...), array_keys($found));
	}

	/** @return list<string> PHP as a module of Apache, which cannot be asked */
	public function apacheModules(): array
	{
		$files =
			array_merge(...array_map(fn (string $pattern): array => glob($this->root . $pattern) ?: [], self::APACHE));

		return array_map(fn (string $file): string => substr($file, strlen($this->root)), $files);
	}

	/**
	 * A file below the root; "" if it cannot be read. Titles of processes name some, and anybody can give one any
	 * title.
	 */
	public function read(string $file): string
	{
		return RegularFile::start($this->root . $file, self::MOST_BYTES);
	}

	/** As the file system has it, for what PHP names. */
	public function path(string $path): string
	{
		return $this->root . $path;
	}

	public function name(): string
	{
		return preg_match('/^PRETTY_NAME="?([^"\n]+)/m', $this->read('/etc/os-release'), $found) === 1 ? $found[1]
			: php_uname('s') . ' ' . php_uname('r');
	}

	/** How root does it; the rest by sudo. */
	public static function sudo(): string
	{
		return User::id() === 0 ? '' : 'sudo ';
	}

	/**
	 * Both outputs of a program below the root, one after the other: no line of one stands within one of the other. It
	 * does not see that a web server started this one: php-cgi would run the script of the request, whatever its
	 * arguments say.
	 *
	 * @param non-empty-list<string> $command
	 */
	public function output(array $command): string
	{
		$command[0] = $this->path($command[0]);
		$process = @proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w'], ['pipe', 'w']], $pipes, null,
			array_diff_key(getenv(), array_flip(self::CGI)));
		if ($process === false) {
			return '';
		}
		$texts = ['', '', '']; // of each descriptor
		for ($end = microtime(true) + self::PATIENCE_S; $pipes !== [] && microtime(true) < $end;) {
			$read = $pipes;
			$none = null;
			foreach (@stream_select($read, $none, $none, 1) > 0 ? $read : [] as $i => $pipe) {
				$bytes = (string) fread($pipe, 1 << 16);
				$texts[$i] .= $bytes;
				if ($bytes === '') {
					unset($pipes[$i]);
				}
			}
		}
		proc_terminate($process, 9);
		proc_close($process);

		return rtrim($texts[1], "\n") . "\n" . $texts[2];
	}

	/**
	 * The masters of php-fpm that run.
	 *
	 * @return list<Master> binary "" and has_module null where that may not be known; config is the file that its title
	 *     names, or ""; php-fpm writes its title over its arguments and mostly over its environment, too: ini has what
	 *     is left of that, and has_environment is false where its start is lost, or not to be read
	 */
	public function masters(): array
	{
		$masters = [];
		foreach (glob("$this->root/proc/[0-9]*/cmdline") ?: [] as $file) {
			if (preg_match('~^php-fpm: master process(?: \((/[^)]+)\))?~',
				(string) @file_get_contents($file), $title) !== 1) {
				continue;
			}
			$maps = (string) @file_get_contents(dirname($file) . '/maps');
			$environment = (string) @file_get_contents(dirname($file) . '/environ');
			$masters[] = ['pid' => (int) basename(dirname($file)),
				'binary' => (string) @readlink(dirname($file) . '/exe'), 'config' => $title[1] ?? '',
				'started' => $this->started((int) basename(dirname($file))),
				'has_module' => $maps === '' ? null : str_contains($maps, '/xhprof.so'),
				'has_environment' => preg_match('/^[A-Za-z_]\w*=/', $environment) === 1,
				'ini' => preg_match_all('/(?<=^|\0)(?:PHP_INI_SCAN_DIR|PHPRC)=[^\0]*/', $environment, $ini) > 0
					? $ini[0] : []];
		}

		return $masters;
	}

	/**
	 * The folders of the rings of processes that run: each has its FIFO open. Of another user's processes root alone
	 * sees them.
	 *
	 * @return list<string>
	 */
	public function ringFolders(): array
	{
		$folders = [];
		foreach (glob("$this->root/proc/[0-9]*/comm") ?: [] as $file) {
			if (preg_match(self::MAY_BE_PHP, (string) @file_get_contents($file)) !== 1
				|| (int) basename(dirname($file)) === getmypid()) {
				continue;
			}
			array_push($folders, ...$this->ringFoldersOf((int) basename(dirname($file))));
		}
		$folders = array_unique($folders);
		sort($folders);

		return $folders;
	}

	/** @return list<string> likewise of one process */
	public function ringFoldersOf(int $pid): array
	{
		$folders = [];
		foreach (@scandir($this->path("/proc/$pid/fd")) ?: [] as $number) {
			$path = (string) @readlink($this->path("/proc/$pid/fd/$number"));
			if (preg_match('~^(/.*)/\d+-\d+(?:-\d+)?\.ctl$~D', $path, $found) === 1 && is_dir($this->path($found[1]))
				&& !str_starts_with(basename($found[1]), self::OUTSIDE)) {
				$folders[] = $found[1];
			}
		}

		return $folders;
	}

	/** The start of a process in seconds of Unix time; 0.0 if it is unknown. */
	private function started(int $pid): float
	{
		$process = ProcStat::of($pid, null, $this->root);
		preg_match('/^btime (\d+)/m', $this->read('/proc/stat'), $boot);

		return $process !== null && isset($boot[1])
			? (float) $boot[1] + (float) $process->start / ProcStat::TICKS_PER_S : 0.0;
	}
}
