<?php
declare(strict_types=1);

namespace XHProf\Cli\Fleet\Saved;

use XHProf\Cli\Problem;
use XHProf\Cli\Process\AtomicFile;

/**
 * Which runs were taken: their ids, in a file as well, so that each is taken once, also by the next start. An id is 64 bits; a line of
 * the file is its 16 hexadecimal digits. One that is lost with the machine is harmless: the run makes the same batch again.
 */
final class TakenRuns
{
	private const HEAD = "xhprof ship: runs\n";

	/** A folder with more is not looked through. */
	public const MOST_IN_FOLDER = 100_000;

	/** More than a look finds, so that no id is forgotten while its run is there. */
	private const MOST = 2 * self::MOST_IN_FOLDER;

	/** @var array<int, int> each to the look that last found it */
	private array $ids = [];

	/** @var resource|null */
	private $stream = null;

	/** How many ids could not be written, as on a full disk: the next start takes their runs again. */
	public int $unwritten = 0;

	/** @param string|null $file null: nothing is kept */
	public function __construct(private readonly ?string $file)
	{
		$this->read();
	}

	public function has(int $id): bool
	{
		return isset($this->ids[$id]);
	}

	/** A look found its run. */
	public function found(int $id, int $look): void
	{
		$this->ids[$id] = $look;
	}

	public function add(int $id, int $look): void
	{
		if (isset($this->ids[$id])) {
			return;
		}
		$this->ids[$id] = $look;
		if (count($this->ids) > self::MOST) {
			$this->forget();
		} elseif ($this->file !== null) {
			$this->append(self::line($id));
		}
	}

	/** The ids whose runs are gone for longest. */
	private function forget(): void
	{
		asort($this->ids);
		$this->ids = array_slice($this->ids, intdiv(self::MOST, 4), null, true);
		if ($this->file !== null) {
			$this->rewrite();
		}
	}

	private static function line(int $id): string
	{
		return bin2hex(pack('J', $id)) . "\n";
	}

	private function append(string $line): void
	{
		$this->stream ??= $this->open();
		$written = $this->stream === null ? 0 : (int) @fwrite($this->stream, $line);
		if ($written === strlen($line)) {
			return;
		}
		$this->unwritten++;
		$this->stream = null; // what is there of the line is cut off
	}

	/** @return resource|null at the end of its last whole line */
	private function open()
	{
		$stream = @fopen((string) $this->file, 'c+b');
		if ($stream === false) {
			return null;
		}
		stream_set_write_buffer($stream, 0);
		$head = strlen(self::HEAD);
		$lines = intdiv((int) (fstat($stream)['size'] ?? 0) - $head, 17);
		$whole = fgets($stream) === self::HEAD ? $head + max(0, $lines) * 17 : 0;
		ftruncate($stream, max(0, $whole));
		fseek($stream, $whole);

		return $whole > 0 || @fwrite($stream, self::HEAD) === $head ? $stream : null;
	}

	private function rewrite(): void
	{
		$text = self::HEAD . implode('', array_map(self::line(...), array_keys($this->ids)));
		try {
			AtomicFile::write((string) $this->file, $text);
			$this->stream = null;
		} catch (Problem) {
			$this->unwritten++;
		}
	}

	private function read(): void
	{
		$stream = $this->file === null ? false : @fopen($this->file, 'rb');
		if ($stream === false) {
			return;
		}
		if (fgets($stream) === self::HEAD) {
			while (($line = fgets($stream, 18)) !== false && preg_match('/^[0-9a-f]{16}\n$/D', $line) === 1 && count($this->ids) < self::MOST) {
				$this->ids[self::number($line)] = 0;
			}
		}
		fclose($stream);
	}

	/** The number of the 16 digits that a text begins with. */
	public static function number(string $digits): int
	{
		/** @var array{1: int} $number */
		$number = unpack('J', (string) hex2bin(substr($digits, 0, 16)));

		return $number[1];
	}
}
