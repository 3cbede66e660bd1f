<?php
declare(strict_types=1);

namespace XHProf\Cli\Process;

/**
 * The header traceparent, mainly the one of the current request or message, for integrations with frameworks.
 *
 * @api
 */
final class TraceParent
{
	private const FORM =
		'/^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(?:$|(?<!^00.{53})-)/D';

	/** SAPIs in which PHP may see a worker that serves many requests as a single request. */
	private const LONG = ['cli', 'frankenphp'];

	/** The header of the last request() or message(); null: PHP has the header of the request. */
	private static ?string $header = null;

	/**
	 * Must be called at the start of a framework's request. If PHP does not see that request, what follows belongs to
	 * this trace.
	 */
	public static function request(?string $header): void
	{
		if (in_array(PHP_SAPI, self::LONG, true)) {
			self::message($header);
			if (function_exists('xhprof_trace')) {
				preg_match(self::FORM, (string) self::$header, $ids);
				xhprof_trace($ids[1] ?? '', $ids[2] ?? '');
			}
		}
	}

	/** Must be called at the start of a message or its job: what follows is passed on with this header. */
	public static function message(?string $header): void
	{
		self::$header = self::valid($header) ?? '';
	}

	/** The header to pass on to other services, unchanged, so that they are part of the same trace. */
	public static function current(): ?string
	{
		$header = self::$header ?? $_SERVER['HTTP_TRACEPARENT'] ?? (getenv('TRACEPARENT') ?: null);

		return self::valid(is_string($header) ? $header : null);
	}

	/** The id of the trace in a header; null: it is malformed. */
	public static function trace(string $header): ?string
	{
		return preg_match(self::FORM, $header, $ids) === 1 ? $ids[1] : null;
	}

	private static function valid(?string $header): ?string
	{
		return $header !== null && self::trace($header) !== null ? $header : null;
	}
}
