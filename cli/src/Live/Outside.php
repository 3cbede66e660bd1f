<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Cli\Problem;
use XHProf\Cli\Process\OwnFile;
use XHProf\Cli\Process\Php;

/**
 * Processes that have no ring: a child of this process, cli/outside.php, reads them from outside and writes rings of them, in a
 * folder that goes with this process.
 */
final class Outside
{
	private const PATIENCE_S = 10;

	/** Memory, where it is there. */
	private const PLACES = ['/dev/shm'];

	public readonly string $folder;

	/** @var resource|null */
	private $process = null;

	/** @var array<int, resource> of the child: its input, whose end ends it, and its answers */
	private array $pipes = [];

	/** @param string $target a pid, or pool:NAME */
	private function __construct(string $target)
	{
		$places = array_filter([...self::PLACES, sys_get_temp_dir()], is_writable(...));
		$this->folder = (array_values($places)[0] ?? sys_get_temp_dir()) . '/xhprof-outside-' . getmypid() . '-' . bin2hex(random_bytes(4));
		if (!@mkdir($this->folder, 0700)) {
			throw new Problem("could not make the folder $this->folder", 'rings of processes without xhprof are written there');
		}
		register_shutdown_function($this->end(...));
		$process = proc_open([PHP_BINARY, ...Php::options(), OwnFile::outside($this->folder), $this->folder, $target],
			[['pipe', 'r'], ['pipe', 'w'], ['file', '/dev/null', 'w']], $pipes);
		if ($process === false) {
			throw new Problem('could not start ' . PHP_BINARY);
		}
		[$this->process, $this->pipes] = [$process, $pipes];
	}

	/**
	 * Once each process of the target was tried. Throws if none can be read.
	 *
	 * @param Problem|null $else has the advice where the kernel has none
	 * @param bool $mayWait there may be no process yet
	 */
	public static function of(string $target, string $name, ?Problem $else = null, bool $mayWait = false): self
	{
		$outside = new self($target);
		[$attached, $refused] = $outside->answer();
		if ($attached === 0 && !($mayWait && $refused === [])) {
			$reason = (string) preg_replace('/^Could not attach to process \d+: /', '', array_values($refused)[0] ?? 'it has ended');
			[$why, $advice] = explode(': ', $reason, 2) + ['', ''];
			throw new Problem("$name has no ring, and cannot be read from outside: $why", $advice !== '' ? $advice : ($else === null ? '' : $else->advice));
		}

		return $outside;
	}

	/** @return array{int, array<int, string>} how many there are, and why others cannot be read */
	private function answer(): array
	{
		stream_set_timeout($this->pipes[1], self::PATIENCE_S);
		$answer = json_decode((string) fgets($this->pipes[1]), true);

		/** @var array{attached?: int, refused?: array<int, string>} $answer */
		$answer = is_array($answer) ? $answer : [];

		return [$answer['attached'] ?? 0, $answer['refused'] ?? []];
	}

	/** Its pipe has room for the answers of many hours; they are read so that it never waits. */
	public function drain(): void
	{
		stream_set_blocking($this->pipes[1], false);
		while (($line = fgets($this->pipes[1])) !== false && $line !== '') {
		}
	}

	private function end(): void
	{
		foreach ($this->pipes as $pipe) {
			fclose($pipe);
		}
		if ($this->process !== null) {
			proc_close($this->process);
		}
		foreach (@scandir($this->folder) ?: [] as $name) {
			@unlink("$this->folder/$name");
		}
		@rmdir($this->folder);
	}
}
