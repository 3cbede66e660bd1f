<?php
declare(strict_types=1);

namespace XHProf\Cli\Process;

/**
 * Command lines that somebody types or pastes, as lists of words. They are quoted here alone: a name of a file, a URL
 * or an argument may be anybody's.
 */
final class CommandLine
{
	/** What no shell takes for more than a part of a word. "~" and "=" mean something at its start. */
	private const PLAIN = '~^[\w./:@%+,-][\w./:=@%+,-]*$~D';

	/** What a terminal does not show, or not where it is. A newline would run the line before somebody has read it. */
	private const HIDDEN = '/[\x00-\x1F\x7F]|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u';

	/** As split() finds them: $'…', "…", '…', an escaped character and what is plain. */
	private const PARTS = '/\$\'((?:[^\'\\\\]|\\\\.)*)\'|"((?:[^"\\\\]|\\\\.)*)"|\'([^\']*)\'|\\\\(.)|([^\s"\'\\\\])/s';

	/** @param list<string> $words */
	public static function of(array $words): string
	{
		return implode(' ', array_map(self::word(...), $words));
	}

	public static function word(string $word): string
	{
		if (preg_match(self::PLAIN, $word) === 1 || preg_match('/^[A-Z_]+=[\w.\/-]*$/D', $word) === 1) {
			return $word;
		}
		if (PHP_OS_FAMILY === 'Windows') {
			return escapeshellarg($word);
		}

		return preg_match(self::HIDDEN, $word) === 0 ? "'" . str_replace("'", "'\\''", $word) . "'"
			: self::escaped($word);
	}

	/** As $'…', which shells have for bytes that nobody can type: also of text that is no UTF-8. */
	private static function escaped(string $word): string
	{
		return "$'" . preg_replace_callback('/[^\x20-\x7E]|[\'\\\\]/',
			static fn (array $byte): string => sprintf('\\%03o', ord($byte[0])), $word) . "'";
	}

	/** The word for a file: no command takes it for an option. */
	public static function file(string $file): string
	{
		return str_starts_with($file, '-') ? "./$file" : $file;
	}

	/**
	 * The words of a line that was quoted for a shell.
	 *
	 * @return list<string>
	 */
	public static function split(string $line): array
	{
		preg_match_all('/(?:\$\'(?:[^\'\\\\]|\\\\.)*\'|"(?:\\\\.|[^"\\\\])*"|\'[^\']*\'|\\\\.|[^\s"\'\\\\])+/s', $line,
			$found);

		return array_map(static fn (string $word): string => (string) preg_replace_callback(self::PARTS,
			self::part(...), $word), $found[0]);
	}

	/** @param array<string> $part */
	private static function part(array $part): string
	{
		return match (count($part)) {
			2 => stripcslashes($part[1] ?? ''),
			3 => (string) preg_replace('/\\\\(.)/s', '$1', $part[2] ?? ''),
			default => (string) end($part),
		};
	}
}
