<?php
declare(strict_types=1);

namespace XHProf\Cli\Run;

/** Calls of one query from one place. */
final class QueryPath
{
	public int $calls = 0;
	public int $wallNs = 0;

	public function __construct(
		/** the first caller outside the library, from the query on */
		public readonly string $function,
		public readonly ?string $file,
		public readonly ?int $line,
		/** calls of this function; with call paths, on this one */
		public readonly int $callerCalls,
		/** the function that sends it, with its text */
		public readonly string $sender,
		/** @var non-empty-list<string> from main() to the caller of the function that sends the query; without call paths only this one */
		public readonly array $frames,
	) {
	}
}
