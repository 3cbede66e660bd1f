<?php
declare(strict_types=1);

namespace XHProf\Fleet\Store;

use XHProf\Fleet\Http\HttpResponse;

/**
 * Reads the answers of ClickHouse's engine. Their "Code: N" says more than the status of HTTP, which is 500 both for a
 * body without valid rows and for a full disk.
 */
final class ResponseParser
{
	/** Advice for refusals that are not the rows' fault. */
	private const ADVICE = [
		60 => 'make the tables: xhprof ship --setup --to URL',
		81 => 'make the database and its tables: xhprof ship --setup --to URL',
		16 => 'the tables are of another version: xhprof ship --setup --to URL says what they lack',
		47 => 'the tables are of another version: xhprof ship --setup --to URL says what they lack',
		164 => 'the user may only read',
		192 => 'the user of the URL is unknown there',
		193 => 'the password is wrong: secret_file=, secret_env= or XHPROF_SHIP_SECRET',
		194 => 'it requires a password: secret_file=, secret_env= or XHPROF_SHIP_SECRET',
		497 => 'the user lacks a privilege: GRANT INSERT ON the tables',
		516 => 'the user or password is wrong: secret_file=, secret_env= or XHPROF_SHIP_SECRET',
	];

	private const TEXT =
		'/^Code: (\d{1,9})[.,] (?:e\.displayText\(\) = )?(?:DB::(?:Net)?Exception: )?(.*?)(?:,? e\.what\(\) = .*'
		. '|[. ]*\(version [^)]*\).*)?$/Ds';

	/** The code of the engine's error; 0 if there is none: the engine accepted, or something else answered. */
	public static function code(HttpResponse $answer): int
	{
		$header = $answer->headers['x-clickhouse-exception-code'] ?? '';
		if (preg_match('/^\d{1,9}$/D', $header) === 1 && $header !== '0') {
			return (int) $header;
		}

		return preg_match(self::TEXT, self::head($answer), $found) === 1 ? (int) $found[1] : 0;
	}

	/** The fault in one line; "" if there is none. */
	public static function reason(HttpResponse $answer): string
	{
		$code = self::code($answer);
		if ($code === 0) {
			return $answer->failure();
		}
		$text = preg_match(self::TEXT, self::head($answer), $found) === 1 ? $found[2] : '';

		return "Code: $code"
			. ($text === '' ? '' : ', ' . substr((string) preg_replace('/[[:cntrl:]]+/', ' ', $text), 0, 300));
	}

	public static function advice(HttpResponse $answer): string
	{
		return self::ADVICE[self::code($answer)] ?? '';
	}

	/** The start of an answer that has an error; "" for an answer with rows, which is not searched. */
	private static function head(HttpResponse $answer): string
	{
		return str_starts_with($answer->body, 'Code: ') ? trim(substr($answer->body, 0, 4096)) : '';
	}
}
