<?php
declare(strict_types=1);

namespace XHProf\Cli\Code;

use XHProf\Cli\Process\Reach;

/** A PHP file in its current state: its lines, or the reason why it cannot be shown. */
final class File
{
	/** More bytes than any file of PHP code has. */
	private const MOST_BYTES = 8 << 20;

	/** Why there are no lines; empty: there are. */
	public readonly string $problem;

	/** True if it was written to after the run had begun. */
	public readonly bool $isChanged;

	/** @var list<string> without the ends of lines */
	private readonly array $lines;

	private ?Declaration $declarations = null;

	private readonly string $text;

	/**
	 * @param string $name as the run has it
	 * @param string $place where it is read
	 * @param float $started of the run, Unix time
	 * @param Reach|null $reach of files that may be shown; null: all
	 */
	public function __construct(public readonly string $name, string $place, float $started, ?Reach $reach = null)
	{
		$text = null;
		$problem = self::problemOf($place);
		// The checked path is used, because a symlink may lead elsewhere a moment later.
		$place = $problem === '' ? (string) realpath($place) : $place;
		if ($problem === '' && $reach !== null && !$reach->has($place)) {
			$problem = 'it is outside of the folders whose source is shown';
		}
		if ($problem === '') {
			$text = @file_get_contents($place);
			$problem = $text === false ? 'it cannot be read' : '';
		}
		// Anyone's run may name any file, so a file without PHP code is not shown.
		if (is_string($text) && !str_contains($text, '<?')) {
			$problem = 'it has no PHP code';
		}
		$this->problem = $problem;
		$this->text = $problem === '' ? (string) $text : '';
		$this->lines = $problem === '' ? preg_split('/\r\n|\r|\n/', $this->text) ?: [] : [];
		$this->isChanged = $problem === '' && (int) @filemtime($place) > $started;
	}

	/** The text of a line; null: it is beyond the end. */
	public function line(int $number): ?string
	{
		return $this->lines[$number - 1] ?? null;
	}

	public function count(): int
	{
		// A newline at the end has no line behind it.
		return count($this->lines) - (str_ends_with($this->text, "\n") ? 1 : 0);
	}

	/** Finds functions in it. */
	public function declarations(): Declaration
	{
		return $this->declarations ??= new Declaration($this->text);
	}

	private static function problemOf(string $place): string
	{
		return match (true) {
			str_contains($place, "eval()'d code") => 'code of eval() is in no file',
			str_contains($place, '://') || str_contains($place, "\0") => 'only files are read',
			!file_exists($place) => 'there is no such file',
			!is_file($place) => 'it is no file',
			!is_readable($place) => 'no permission to read it',
			filesize($place) > self::MOST_BYTES => 'it is greater than 8 MiB',
			default => '',
		};
	}
}
