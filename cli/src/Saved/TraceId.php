<?php
declare(strict_types=1);

namespace XHProf\Cli\Saved;

use XHProf\Cli\Problem;
use XHProf\Cli\Process\TraceParent;
use XHProf\Cli\Terminal\Arguments;

/**
 * The value of --trace, which selects the requests of one distributed trace.
 *
 * @api
 */
final class TraceId
{
	private const DIGITS = 32;

	/**
	 * @return string|null 32 lower-case hexadecimal digits, also if a whole traceparent was given; null: no trace was
	 *     given
	 * @throws Problem as read() does
	 */
	public static function of(Arguments $arguments): ?string
	{
		$text = $arguments->value('trace');

		return $text === null ? null : self::read($text);
	}

	/**
	 * @param string $text the id, or a whole traceparent, in either case
	 * @return string 32 lower-case hexadecimal digits
	 * @throws Problem if it is neither
	 */
	public static function read(string $text): string
	{
		// The header is in lower case, but some programs show it in upper case.
		$given = strtolower($text);
		$id = strlen($given) > self::DIGITS ? (string) TraceParent::trace($given) : $given;
		$isId = preg_match('/^(?!0+$)[0-9a-f]{' . self::DIGITS . '}$/D', $id) === 1;

		return $isId ? $id : throw new Problem("--trace takes a trace id, not \"$text\"",
			'write its 32 hexadecimal digits, or the header traceparent');
	}

	/**
	 * The ids of a run or a request, for people; "": it has none.
	 *
	 * @param array<mixed> $row with "trace" and "span"
	 */
	public static function text(array $row): string
	{
		$trace = $row['trace'] ?? null;
		$span = $row['span'] ?? null;

		return is_string($trace) ? "trace=$trace" . (is_string($span) ? "  span=$span" : '') : '';
	}
}
