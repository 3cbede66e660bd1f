<?php
declare(strict_types=1);

namespace XHProf\Cli\Breakdown;

use XHProf\Profile;

/** A function that sends a query to another service, and the text after "#" in its name. */
final class QueryFunction
{
	private function __construct(
		public readonly string $name,
		/** "sql", "redis", "memcached" or "http" */
		public readonly string $kind,
		/** null: the text was not recorded */
		public readonly ?string $text,
	) {
	}

	/** Null if a function of that name sends no query. */
	public static function of(string $nameAndText): ?self
	{
		$sent = Profile::sends($nameAndText);

		return $sent === null ? null : new self($sent['function'], $sent['kind'], $sent['text']);
	}
}
