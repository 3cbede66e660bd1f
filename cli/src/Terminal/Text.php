<?php
declare(strict_types=1);

namespace XHProf\Cli\Terminal;

use XHProf\Cli\JsonName;
use XHProf\Cli\Problem;

/**
 * Fits names of any bytes into the cells of a terminal, or of a table in Markdown.
 *
 * @api
 */
final class Text
{
	/** The prefixes of code that is not a function, and their words for people. */
	private const CODE = ['load::' => 'compile of ', 'run_init::' => 'code of ', 'eval::' => 'eval of '];

	/** The cells with which a name still says something. */
	private const LEAST_CELLS = 12;

	/** Longer names are not searched for similar ones. */
	private const COMPARABLE = 1000;

	/** Characters that take two cells: East Asian wide ones and pictographs. */
	private const WIDE = '/^[\x{1100}-\x{115F}\x{2E80}-\x{303E}\x{3041}-\x{A4CF}\x{AC00}-\x{D7A3}'
		. '\x{F900}-\x{FAFF}\x{FE30}-\x{FE6F}\x{FF00}-\x{FF60}\x{FFE0}-\x{FFE6}'
		. '\x{1F300}-\x{1FAFF}\x{20000}-\x{3FFFD}]/u';

	/** The text in exactly this many cells. A longer text loses its middle. */
	public static function fit(string $text, int $cells): string
	{
		$glyphs = self::glyphs($text);
		[$all, $used] = self::take($glyphs, $cells);
		if (count($all) === count($glyphs)) {
			return implode('', $all) . str_repeat(' ', $cells - $used);
		}

		// The end of a name, the method, tells more than its start, the namespace.
		[$tail, $tailCells] = self::take(array_reverse($glyphs), intdiv(2 * ($cells - 1), 3));
		[$head, $headCells] = self::take($glyphs, $cells - 1 - $tailCells);

		return implode('', $head) . '…' . implode('', array_reverse($tail))
			. str_repeat(' ', $cells - 1 - $headCells - $tailCells);
	}

	/** The end of a text, in at most that many cells. */
	public static function end(string $text, int $cells): string
	{
		$glyphs = self::glyphs($text);
		if (count(self::take($glyphs, $cells)[0]) === count($glyphs)) {
			return implode('', $glyphs);
		}

		return '…' . implode('', array_reverse(self::take(array_reverse($glyphs), $cells - 1)[0]));
	}

	/** The start of a text, in at most that many cells. */
	public static function start(string $text, int $cells): string
	{
		$glyphs = self::glyphs($text);
		[$all] = self::take($glyphs, $cells);

		return count($all) === count($glyphs) ? implode('', $all)
			: implode('', self::take($glyphs, $cells - 1)[0]) . '…';
	}

	/**
	 * The text in at most this many cells, without blanks at its end. If the terminal is too narrow, the line may
	 * break, so that the name is not lost.
	 */
	public static function cut(string $text, int $cells): string
	{
		return rtrim(self::fit($text, max(self::LEAST_CELLS, $cells)));
	}

	/** The name as code in Markdown, cut to 160 cells, and escaped so that nothing in it ends the code or the cell. */
	public static function markdown(string $name): string
	{
		return '<code>' . strtr(self::cut($name, 160), ['&' => '&amp;', '<' => '&lt;', '>' => '&gt;', '|' => '&#124;',
			'`' => '&#96;', '*' => '&#42;', '_' => '&#95;', '[' => '&#91;', ']' => '&#93;', '\\' => '&#92;',
			'@' => '&#64;', '~' => '&#126;', '#' => '&#35;', '!' => '&#33;', ':' => '&#58;']) . '</code>';
	}

	/** The name of a function as people read it: "compile of src/a.php" is load::src/a.php in data. */
	public static function function(string $name): string
	{
		foreach (self::CODE as $prefix => $words) {
			if (str_starts_with($name, $prefix)) {
				return $words . substr($name, strlen($prefix));
			}
		}

		return $name;
	}

	/** The name in data of a name that people read. */
	public static function inData(string $name): string
	{
		foreach (self::CODE as $prefix => $words) {
			if (str_starts_with($name, $words)) {
				return $prefix . substr($name, strlen($words));
			}
		}

		return $name;
	}

	/** The text in lines, broken at blanks. */
	public static function wrap(string $text, int $cells): string
	{
		$lines = [''];
		foreach (explode(' ', self::plain($text)) as $word) {
			$last = count($lines) - 1;
			$isFull = $lines[$last] !== '' && self::take(self::glyphs("$lines[$last] $word"), PHP_INT_MAX)[1] > $cells;
			$isFull ? $lines[] = $word : $lines[$last] = ltrim("$lines[$last] $word");
		}

		return implode("\n", $lines);
	}

	/** The text at the right end of this many cells. A longer one is not cut. */
	public static function right(string $text, int $cells): string
	{
		$continued = (int) preg_match_all('/[\x80-\xBF]/', $text); // a sign like ± has more bytes than cells

		return str_pad($text, $cells + $continued, ' ', STR_PAD_LEFT);
	}

	/**
	 * The text in as many lines as it needs, each indented by this many blanks.
	 *
	 * @param \Closure(string): string $style of a line
	 */
	public static function wrapped(string $text, int $indent, int $width, \Closure $style): string
	{
		$lines = $text === '' ? [] : explode("\n", wordwrap(self::plain($text), max(20, $width - $indent)));

		return implode('',
			array_map(static fn (string $line): string => str_repeat(' ', $indent) . $style($line) . "\n", $lines));
	}

	/** The text without characters that a terminal would obey. */
	public static function plain(string $text): string
	{
		return implode('', self::glyphs($text));
	}

	/**
	 * The word that was most likely meant, if there is one.
	 *
	 * @param list<string> $words
	 */
	public static function nearest(string $word, array $words): ?string
	{
		$nearest = null;
		$least = max(1, intdiv(strlen($word) + 1, 3)) + 1;
		foreach ($words as $candidate) {
			// The difference of the lengths is a lower bound of the distance, whose time is their product.
			if (abs(strlen($word) - strlen($candidate)) >= $least || strlen($word) > self::COMPARABLE) {
				continue;
			}
			$distance = self::distance(strtolower($word), strtolower($candidate));
			if ($distance < $least && $distance < max(2, strlen($candidate))) {
				[$nearest, $least] = [$candidate, $distance];
			}
		}

		return $nearest;
	}

	/** Two letters that have changed places count as one error. */
	private static function distance(string $from, string $to): int
	{
		$distance = levenshtein($from, $to);

		return $distance === 2 && count_chars($from, 1) === count_chars($to, 1) ? 1 : $distance;
	}

	/**
	 * "did you mean --out? ", or nothing.
	 *
	 * @param list<string> $words
	 */
	public static function hint(string $word, array $words, string $prefix = ''): string
	{
		$near = self::nearest($word, $words);

		return $near === null ? '' : "did you mean $prefix$near? ";
	}

	/**
	 * The value, if it is one of the choices.
	 *
	 * @param string $name of the value, for the error: "--sort"
	 * @param list<string> $choices
	 * @throws Problem if not: it says what the value may be
	 */
	public static function oneOf(string $name, string $value, array $choices): string
	{
		return in_array($value, $choices, true) ? $value
			: throw new Problem("$name cannot be \"$value\"",
				self::hint($value, $choices) . 'it is one of: ' . implode(', ', $choices));
	}

	/**
	 * The first glyphs that fit into this many cells, and the cells that they take.
	 *
	 * @param list<string> $glyphs
	 * @return array{list<string>, int}
	 */
	private static function take(array $glyphs, int $cells): array
	{
		$used = 0;
		foreach ($glyphs as $i => $glyph) {
			$next = $used + (preg_match(self::WIDE, $glyph) === 1 ? 2 : 1);
			if ($next > $cells) {
				return [array_slice($glyphs, 0, $i), $used];
			}
			$used = $next;
		}

		return [$glyphs, $used];
	}

	/**
	 * Splits a name into glyphs, which a terminal draws as units. A PHP name may hold any byte, and the text after #
	 * even a newline.
	 *
	 * @return list<string>
	 */
	private static function glyphs(string $name): array
	{
		preg_match_all('/\X/u',
			(string) preg_replace('/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/u', ' ', JsonName::text($name)), $found);

		return $found[0];
	}
}
