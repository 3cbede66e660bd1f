<?php
declare(strict_types=1);

namespace XHProf\Cli\Terminal;

/**
 * Takes over the whole terminal while it is open: reads single keys, and draws lines in their places. The terminal is
 * restored however the process ends, even by SIGKILL: a guard, a shell that waits for our end, does it.
 */
final class Screen
{
	private const OPEN = "\e[?1049h\e[?25l\e[?7l";
	private const CLOSE = "\e[?7h\e[?25h\e[?1049l";
	private const TIMEOUT_S = 3;
	/** The escape sequences of the keys that we use. Others are ignored. */
	private const KEYS = ["\e[A" => 'up', "\e[B" => 'down', "\eOA" => 'up', "\eOB" => 'down', "\e[5~" => 'page up',
		"\e[6~" => 'page down', "\e[H" => 'home', "\e[F" => 'end', "\r" => 'enter', "\n" => 'enter', "\t" => 'tab',
		"\x7f" => 'backspace', "\x08" => 'backspace', "\x03" => 'interrupt', "\x04" => 'interrupt',
		"\x1c" => 'interrupt'];

	/** @var resource|null the guard's input */
	private $guard = null;

	/** @var resource|null */
	private $process = null;

	private int $width = 80;
	private int $height = 24;
	/**
	 * The time when the size was last read. A signal resets it, if we have pcntl and the terminal is our controlling
	 * one.
	 */
	private float $asked = 0.0;

	/** True if this process can have one. */
	public static function isPossible(): bool
	{
		return stream_isatty(STDIN) && stream_isatty(STDOUT) && getenv('TERM') !== 'dumb'
			&& function_exists('shell_exec') && function_exists('proc_open') && self::stty('-g') !== '';
	}

	public function open(): void
	{
		$modes = self::stty('-g');
		// The guard outlives us. It is then in the background, where SIGTTOU would stop it when it sets the terminal's
		// modes.
		$script = "trap '' TTOU INT QUIT TERM HUP; read -r line; stty " . escapeshellarg($modes) . ' <&3; printf '
			. escapeshellarg(self::CLOSE) . ' >&4';
		$process = proc_open(['sh', '-c', $script],
			[['pipe', 'r'], ['file', '/dev/null', 'w'], ['file', '/dev/null', 'w'], STDIN, STDOUT], $pipes);
		if ($process === false) {
			return;
		}
		[$this->process, $this->guard] = [$process, $pipes[0]];
		self::stty('-icanon -echo -isig min 1 time 0');
		Output::write(self::OPEN);
		if (function_exists('pcntl_signal') && defined('SIGWINCH')) {
			pcntl_signal(SIGWINCH, function (): void {
				$this->asked = 0.0;
			});
		}
	}

	public function close(): void
	{
		if ($this->guard === null || $this->process === null) {
			return;
		}
		// The guard restores the terminal, because only it knows the earlier modes. It waits while the terminal takes
		// nothing.
		fclose($this->guard);
		for ($end = hrtime(true) / 1e9 + self::TIMEOUT_S; proc_get_status($this->process)['running']; usleep(2000)) {
			if (hrtime(true) / 1e9 > $end) {
				proc_terminate($this->process, 9);
			}
		}
		proc_close($this->process);
		$this->guard = $this->process = null;
	}

	public function __destruct()
	{
		$this->close();
	}

	/** @return array{int, int} columns and rows */
	public function size(): array
	{
		if (hrtime(true) / 1e9 - $this->asked >= 1) {
			$this->asked = hrtime(true) / 1e9;
			if (preg_match('/^(\d+) (\d+)/', self::stty('size'), $found) === 1 && (int) $found[1] > 0) {
				[$this->height, $this->width] = [(int) $found[1], (int) $found[2]];
			}
		}

		return [$this->width, $this->height];
	}

	/** @param list<string> $lines as many as there are rows at most, none wider than the terminal */
	public function draw(array $lines): void
	{
		// Written at once, so that no partial picture is seen. Each line is erased first: erasing behind a full line
		// would remove its last cell.
		Output::write("\e[H" . implode("\r\n", array_map(static fn (string $line): string => "\e[K$line", $lines)));
	}

	/**
	 * The keys that are pressed within that time; at once when there are some, or a signal came.
	 *
	 * @return list<string> characters, and names as in KEYS; "interrupt" also when the terminal is gone
	 */
	public function keys(float $seconds): array
	{
		$read = [STDIN];
		$none = [];
		$count = @stream_select($read, $none, $none, (int) $seconds, (int) (fmod($seconds, 1) * 1e6));
		if ($count !== 1) {
			return [];
		}
		$bytes = (string) fread(STDIN, 256);

		return $bytes === '' ? ['interrupt'] : self::decode($bytes);
	}

	/** @return list<string> */
	public static function decode(string $bytes): array
	{
		preg_match_all('/\e\[[0-9;?]*[@-~]|\eO.|\e|[\xC0-\xFF][\x80-\xBF]*|./s', $bytes, $found);
		$keys = [];
		foreach ($found[0] as $key) {
			$name = $key === "\e" ? 'escape' : self::KEYS[$key] ?? $key;
			if ($name !== '' && ($name !== $key || ord($name[0]) >= 0x20)) {
				$keys[] = $name;
			}
		}

		return $keys;
	}

	private static function stty(string $arguments): string
	{
		return trim((string) shell_exec("stty $arguments 2>/dev/null"));
	}
}
