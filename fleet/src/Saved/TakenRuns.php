<?php
declare(strict_types=1);

namespace XHProf\Fleet\Saved;

use XHProf\Cli\Problem;
use XHProf\Cli\Process\AtomicFile;

/**
 * The ids of the runs that were taken, in memory and in a file, so that each run is taken once, even after a new start.
 * An id has 64 bits, and its line in the file has 16 hexadecimal digits. If the machine crashes and an id is lost, this
 * is harmless: the run makes the same batch again.
 */
final class TakenRuns
{
	private const HEAD = "xhprof ship: runs\n";

	/** The most files of a folder that a look goes through. */
	public const MOST_IN_FOLDER = 100_000;

	/** The most ids: more than a look can find, so that no id is forgotten while its run exists. */
	private const MOST = 2 * self::MOST_IN_FOLDER;

	/** @var array<int, int> the look that last found the run, by id */
	private array $ids = [];

	/** @var resource|null */
	private $stream = null;

	/** How many ids could not be written, for example on a full disk. After a new start, their runs are taken again. */
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

	/** Notes that a look found the run of this id. */
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

	/** Forgets the ids whose runs have been gone for the longest time. */
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
		$this->stream = null; // the next open() cuts off the incomplete line
	}

	/** @return resource|null the file, at the end of its last whole line */
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
			while (($line = fgets($stream, 18)) !== false && preg_match('/^[0-9a-f]{16}\n$/D', $line) === 1
				&& count($this->ids) < self::MOST) {
				$this->ids[self::number($line)] = 0;
			}
		}
		fclose($stream);
	}

	/** The number in the first 16 hexadecimal digits of a text. */
	public static function number(string $digits): int
	{
		/** @var array{1: int} $number */
		$number = unpack('J', (string) hex2bin(substr($digits, 0, 16)));

		return $number[1];
	}
}
