<?php
declare(strict_types=1);

namespace XHProf\Cli\Terminal;

/**
 * Where people read: how wide it is, and whether it has colours.
 *
 * @api
 */
final class Terminal
{
	private const CODES = ['bold' => '1', 'dim' => '2', 'red' => '31', 'green' => '32',
		'yellow' => '33', 'reverse' => '7'];

	/** False: it is a file or a pipe. */
	public readonly bool $isTerminal;

	/** Cells of a line: 40 to 160, also of a file. */
	public readonly int $width;

	private readonly bool $hasColours;

	/** @param resource $stream of the output that people read; it stays open */
	public function __construct(private $stream)
	{
		$this->isTerminal = stream_isatty($stream);
		$this->hasColours = $this->isTerminal && (string) getenv('NO_COLOR') === '' && getenv('TERM') !== 'dumb';
		$this->width = max(40, min(160, $this->columns()));
	}

	/** The text in "bold", "dim", "reverse" or a colour, as CODES has them, if the terminal can; "": as it is. */
	public function style(string $text, string $style): string
	{
		return $this->hasColours && $style !== '' ? "\e[" . self::CODES[$style] . "m$text\e[0m" : $text;
	}

	/** Writes to the standard error. An error of that cannot be reported. For the standard output, see Output. */
	public function write(string $text): void
	{
		@fwrite($this->stream, $text);
	}

	/** Shows progress in place of what the terminal's line had before; not in a file. */
	public function progress(string $text): void
	{
		if ($this->isTerminal) {
			$this->write("\r$text\e[K");
		}
	}

	private function columns(): int
	{
		$columns = (int) getenv('COLUMNS');
		if ($columns <= 0 && $this->isTerminal && function_exists('shell_exec')
			&& preg_match('/^\d+ (\d+)/', (string) shell_exec('stty size 2>/dev/null'), $size) === 1) {
			$columns = (int) $size[1];
		}

		return $columns > 0 ? $columns : 80;
	}
}
