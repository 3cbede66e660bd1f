<?php
declare(strict_types=1);

namespace XHProf\Cli\Run;

use XHProf\Profile;

/** A function that asks another service, and the text behind "#" in its name. */
final class QueryFunction
{
	private function __construct(
		public readonly string $name,
		/** "sql", "redis", "memcached" or "http" */
		public readonly string $kind,
		/** null: it has one that was not recorded */
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
