<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Code\Files;
use XHProf\Cli\Input\RunFolder;
use XHProf\Cli\Package\Packages;
use XHProf\Cli\Package\RunUrl;
use XHProf\Cli\Problem;
use XHProf\Cli\Process\Child;
use XHProf\Cli\Process\OwnFile;
use XHProf\Cli\Process\Php;
use XHProf\Cli\Process\Reach;
use XHProf\Cli\Process\Signals;
use XHProf\Cli\Saved\Folder;
use XHProf\Cli\Serve\RunTable;
use XHProf\Cli\Serve\Site;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\ExitStatus;
use XHProf\Cli\Terminal\Output;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;

/** xhprof serve: the runs of a folder, or a store, for a browser, by PHP's own web server as a child. */
final class ServeCommand extends Command
{
	private const LISTEN = '127.0.0.1:8080';

	/** A loaded machine takes a while to start PHP. */
	private const START_S = 30;

	/** Null: it is a store. */
	private readonly ?Folder $folder;

	private string $cache = '';
	private readonly string $host;
	private int $port;
	private string $router = '';
	private bool $isOver = false;

	public function __construct(Arguments $arguments, Terminal $terminal)
	{
		parent::__construct($arguments, $terminal);
		if (count($arguments->rest) > 1) {
			throw new Problem('too many folders', 'xhprof serve [DIR|URL]');
		}
		new Files($arguments->values('map'), 0.0); // says what is wrong with them
		$this->folder = RunUrl::is($arguments->rest[0] ?? '') ? null
			: new Folder((string) realpath(RunFolder::of($arguments->rest[0] ?? null, 'xhprof serve DIR')->path));
		if ($this->folder === null) {
			$this->checkStore($arguments->rest[0]);
		}
		$listen = $arguments->value('listen', self::LISTEN);
		if (preg_match('/^(?:(\[[0-9a-f:]+\]|[\w.-]+):)?(\d{1,5})$/Di', $listen, $part) !== 1
			|| (int) $part[2] > 65535) {
			throw new Problem("--listen takes an address and a port, not \"$listen\"",
				'write it like 127.0.0.1:8080 or [::1]:8080; port 0 chooses any free port');
		}
		$this->host = $part[1] === '' ? '127.0.0.1' : strtolower($part[1]);
		$this->port = (int) $part[2];
	}

	/** Checks the options, and that the store can be read, before the server is started. */
	private function checkStore(string $url): void
	{
		if ($this->arguments->has('source')) {
			throw new Problem('a store has no line numbers within functions', 'leave out --source');
		}
		Packages::store()->check($url);
	}

	public function run(): int
	{
		$this->findPort();
		$this->cache = $this->folder === null ? '' : OwnFile::folder() . '/runs';
		$this->router = OwnFile::router();
		$token = bin2hex(random_bytes(16));
		$process = proc_open($this->command(), [['file', Child::NOWHERE, 'r'], ['pipe', 'w'], ['pipe', 'w']],
			$pipes, null, $this->environment($token));
		if ($process === false) {
			throw new Problem('could not start ' . PHP_BINARY);
		}
		// Without the extension pcntl, Ctrl+C in the terminal still ends both processes.
		Signals::catchEnd(function (): void {
			$this->isOver = true;
		});
		stream_set_blocking($pipes[1], false);
		stream_set_blocking($pipes[2], false);
		try {
			$this->waitForStart($process, $pipes);
			$this->greet($token);
			if ($this->folder !== null) {
				new RunTable($this->folder, $this->cache); // so that the first page has it
			}
			$this->waitForEnd($process, $pipes);
		} finally {
			proc_terminate($process);
			array_map(fclose(...), $pipes);
			proc_close($process);
		}

		return ExitStatus::OK;
	}

	/** Chooses any free port for port 0, or if the default one is taken and the user did not name it. */
	private function findPort(): void
	{
		$isFree = $this->port !== 0 && $this->bind($this->port) !== null;
		if (!$isFree && ($this->port === 0 || !$this->arguments->has('listen'))) {
			$this->port = $this->bind(0) ?? 0;
			$isFree = $this->port !== 0;
		}
		if (!$isFree) {
			throw new Problem("cannot listen on $this->host:$this->port: "
				. (error_get_last()['message'] ?? 'the port is in use'), 'choose another with --listen ADDRESS:PORT');
		}
	}

	private function bind(int $port): ?int
	{
		$socket = @stream_socket_server("tcp://$this->host:$port");
		$name = $socket === false ? false : stream_socket_get_name($socket, false);
		if ($socket !== false) {
			fclose($socket);
		}

		return $name === false ? null : (int) substr($name, (int) strrpos($name, ':') + 1);
	}

	/** @return list<string> */
	private function command(): array
	{
		return [PHP_BINARY, ...Php::options(), '-d', 'xhprof.auto=off', '-d', 'display_errors=0', '-d', 'memory_limit='
			. ini_get('memory_limit'), '-d', 'xhprof.max_load_bytes=' . ini_get('xhprof.max_load_bytes'), '-d',
			'max_execution_time=0', '-d', 'auto_prepend_file=', '-d', 'auto_append_file=', '-d', 'output_buffering=0',
			'-d', 'error_log=', '-S', "$this->host:$this->port", '-t', dirname($this->router), $this->router];
	}

	/** @return array<string, string> */
	private function environment(string $token): array
	{
		$names = array_unique([$this->host, ...($this->isLoopback() ? ['localhost', '127.0.0.1', '[::1]'] : [])]);
		$hosts = array_merge(array_map(fn (string $name): string => "$name:$this->port", $names),
			$this->port === 80 ? $names : []);
		if (!$this->isLoopback()) {
			$hosts[] = '*';
		}

		// A user who can write to the folder may put a symlink there between listing it and opening a run.
		$reach = $this->folder === null ? [] : [Reach::NAME => (string) json_encode([$this->folder->path])];

		return $reach + [Site::FOLDER => (string) $this->folder?->path,
			Site::STORE => $this->folder === null ? $this->arguments->rest[0] : '', Site::CACHE => $this->cache,
			Site::TOKEN => $token, Site::HOSTS => implode(' ', $hosts), Site::PARENT => (string) getmypid(),
			Site::SOURCE => $this->source()] + array_diff_key(getenv(), ['PHP_CLI_SERVER_WORKERS' => '']);
	}

	/**
	 * Anyone with the address can see the source, and a run may name any file. So only files below the folders named
	 * here, or below the current one, are shown.
	 */
	private function source(): string
	{
		$maps = $this->arguments->values('map');
		$folders = array_map(static fn (string $map): string => explode('=', $map, 2)[1] ?? '', $maps);

		return $this->arguments->has('source') ? (string) json_encode(['maps' => $maps,
			'folders' => array_map(realpath(...), $folders !== [] ? $folders : ['.'])]) : '';
	}

	private function isLoopback(): bool
	{
		return $this->host === 'localhost' || $this->host === '[::1]'
			|| preg_match('/^127(?:\.\d{1,3}){3}$/D', $this->host) === 1;
	}

	/**
	 * @param resource $process
	 * @param array<int, resource> $pipes
	 */
	private function waitForStart($process, array $pipes): void
	{
		$said = '';
		for ($end = hrtime(true) / 1e9 + self::START_S; hrtime(true) / 1e9 < $end && !$this->isOver; usleep(10_000)) {
			$said .= stream_get_contents($pipes[2]) . stream_get_contents($pipes[1]);
			if (preg_match('/Development Server \(.*\) started/', $said) === 1) {
				return;
			}
			if (!proc_get_status($process)['running']) {
				break;
			}
		}
		throw new Problem('PHP\'s web server did not start' . ($said === '' ? '' : ': ' . trim($said)),
			'choose another address with --listen ADDRESS:PORT');
	}

	private function greet(string $token): void
	{
		if (!$this->isLoopback()) {
			$this->terminal->write($this->terminal->style(
				'xhprof: other machines can reach this server. Everybody who has the address below, which is sent '
					. "without encryption, can read all runs\n", 'yellow'));
		}
		$host = in_array($this->host, ['0.0.0.0', '[::]'], true) ? (gethostname() ?: $this->host) : $this->host;
		Output::write("http://$host:$this->port/$token/\n");
		$this->terminal->write("xhprof: shows "
			. ($this->folder->path ?? Packages::store()->name($this->arguments->rest[0])) . "; Ctrl+C ends it\n");
	}

	/**
	 * Waits for the end, and reads the server's log. The log has the token, so only its errors are passed on.
	 *
	 * @param resource $process
	 * @param array<int, resource> $pipes
	 */
	private function waitForEnd($process, array $pipes): void
	{
		while (!$this->isOver && proc_get_status($process)['running']) {
			$read = $pipes;
			$none = null;
			if (@stream_select($read, $none, $none, 1) > 0) {
				foreach ($read as $pipe) {
					$this->showErrors((string) stream_get_contents($pipe));
				}
			}
		}
	}

	private function showErrors(string $log): void
	{
		foreach (explode("\n", $log) as $line) {
			if (preg_match('/PHP (?:Fatal error|Warning|Parse error).*|xhprof serve: \K.*/', $line, $found) === 1) {
				$this->terminal->write('xhprof: ' . Text::plain($found[0]) . "\n");
			}
		}
	}
}
