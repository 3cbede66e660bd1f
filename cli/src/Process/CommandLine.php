<?php
declare(strict_types=1);

namespace XHProf\Cli\Process;

/**
 * Quotes and splits command lines that people type or paste. All quoting is done here, because the name of a file, a
 * URL or an argument may come from anyone.
 *
 * @api
 */
final class CommandLine
{
	/** A word that no shell treats specially; "=" is harmless only after its first character. */
	private const PLAIN = '~^[\w./:@%+,-][\w./:=@%+,-]*$~D';

	/**
	 * Characters that a terminal does not show, or not in their place. A newline would run the line before anybody has
	 * read it.
	 */
	private const HIDDEN = '/[\x00-\x1F\x7F]|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u';

	/** The parts of a word, for split(): $'…', "…", '…', an escaped character, a plain character. */
	private const PARTS = '/\$\'((?:[^\'\\\\]|\\\\.)*)\'|"((?:[^"\\\\]|\\\\.)*)"|\'([^\']*)\'|\\\\(.)|([^\s"\'\\\\])/s';

	/**
	 * A line that a shell splits into these words.
	 *
	 * @param list<string> $words
	 */
	public static function of(array $words): string
	{
		return implode(' ', array_map(self::word(...), $words));
	}

	/** The word as a shell reads it, quoted if it has to be. */
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

	/** Quotes a word as $'…', in which a shell accepts any byte, even if the text is not UTF-8. */
	private static function escaped(string $word): string
	{
		return "$'" . preg_replace_callback('/[^\x20-\x7E]|[\'\\\\]/',
			static fn (array $byte): string => sprintf('\\%03o', ord($byte[0])), $word) . "'";
	}

	/** The word for a file, which no command takes for an option. */
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
