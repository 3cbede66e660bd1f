<?php
declare(strict_types=1);

namespace XHProf\Cli\Breakdown;

/** The calls of a query from one place. */
final class QueryPath
{
	public int $calls = 0;
	public int $wallNs = 0;

	public function __construct(
		/** the first caller outside the library, from the query on */
		public readonly string $function,
		public readonly ?string $file,
		public readonly ?int $line,
		/** the function that sends the query, with its text */
		public readonly string $sender,
		/**
		 * @var non-empty-list<string> from main() to the caller of the sending function; without call paths, only that
		 *     caller
		 */
		public readonly array $frames,
	) {
	}
}
