<?php
declare(strict_types=1);

namespace XHProf\Cli\Doctor;

use XHProf\Cli\Process\ProcStat;
use XHProf\Cli\Process\RegularFile;
use XHProf\Cli\Process\User;

/**
 * The system as its files and processes show it. Tests use another root.
 *
 * @phpstan-type Master array{pid: int, binary: string, config: string, started: float, has_module: ?bool,
 *     has_environment: bool, ini: list<string>}
 */
final class Machine
{
	/**
	 * The prefix of the ring folders that belong to a single command: no other command reads or removes their rings.
	 */
	public const OUTSIDE = 'xhprof-outside-';

	private const FOLDERS = ['/usr/local/bin', '/usr/local/sbin', '/usr/bin', '/usr/sbin', '/opt/*/bin', '/opt/*/sbin',
		'/opt/*/*/bin', '/opt/*/*/sbin', '/opt/*/*/root/usr/bin', '/opt/*/*/root/usr/sbin'];
	private const PHP = '/^(?:php|php-fpm|php-cgi|frankenphp|lsphp)-?(?:\d+(?:\.\d+)?)?$/D';
	private const MAY_BE_PHP = '/php|apache|httpd|^franken|^lsphp/';
	private const APACHE = ['/usr/lib/apache2/modules/libphp*.so', '/usr/lib64/httpd/modules/libphp*.so',
		'/usr/lib/httpd/modules/libphp*.so'];
	/** If one of these is set, php-cgi takes itself to be started by a web server. */
	private const CGI = ['SERVER_SOFTWARE', 'SERVER_NAME', 'GATEWAY_INTERFACE', 'REQUEST_METHOD'];
	private const TIMEOUT_S = 20;
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
	 * Reads a file below the root; "" if it cannot be read. Some names come from process titles, which anyone can set
	 * to any text.
	 */
	public function read(string $file): string
	{
		return RegularFile::start($this->root . $file, self::MOST_BYTES);
	}

	/** The place in the file system of a path that PHP names. */
	public function path(string $path): string
	{
		return $this->root . $path;
	}

	public function name(): string
	{
		return preg_match('/^PRETTY_NAME="?([^"\n]+)/m', $this->read('/etc/os-release'), $found) === 1 ? $found[1]
			: php_uname('s') . ' ' . php_uname('r');
	}

	/** The prefix of a command that needs root: "sudo ", or "" for root itself. */
	public static function sudo(): string
	{
		return User::id() === 0 ? '' : 'sudo ';
	}

	/**
	 * The standard output and then the standard error of a program below the root, so that their lines do not mix. The
	 * variables in CGI are not passed on: with them, php-cgi would run the script of the request, whatever its
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
		$texts = ['', '', '']; // by descriptor
		for ($end = hrtime(true) / 1e9 + self::TIMEOUT_S; $pipes !== [] && hrtime(true) / 1e9 < $end;) {
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
	 * The running masters of php-fpm.
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
	 * The ring folders of running processes, found by the FIFO that each process has open. Only root sees those of
	 * other users.
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

	/** @return list<string> the ring folders of one process */
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

	/** The start of a process, Unix time in seconds; 0.0: unknown. */
	private function started(int $pid): float
	{
		$process = ProcStat::of($pid, null, $this->root);
		preg_match('/^btime (\d+)/m', $this->read('/proc/stat'), $boot);

		return $process !== null && isset($boot[1])
			? (float) $boot[1] + (float) $process->start / ProcStat::TICKS_PER_S : 0.0;
	}
}
