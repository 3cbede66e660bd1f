<?php
declare(strict_types=1);

namespace XHProf\Cli\Mcp;

use XHProf\Cli\Problem;

/**
 * Limits answers to a size that an agent can read. A longer answer is cut between lines, and `more` returns the rest.
 */
final class Answers
{
	/** The tokens of one answer, unless the call sets another number. */
	public const TOKENS = 2000;

	private const BYTES_PER_TOKEN = 4;

	/** The number of rests that are kept. */
	private const RESTS = 16;

	/** @var array<int, string> rests by cursor, the oldest first */
	private array $rests = [];

	private int $last = 0;

	/** The text, or its first part and how to get the next. */
	public function cut(string $text, int $tokens): string
	{
		$bytes = $tokens * self::BYTES_PER_TOKEN;
		if (strlen($text) <= $bytes) {
			return $text;
		}
		$end = strrpos(substr($text, 0, $bytes), "\n");
		$first = $end === false ? self::start($text, $bytes) : substr($text, 0, $end + 1);
		$rest = substr($text, strlen($first));
		$this->rests[++$this->last] = $rest;
		$this->rests = array_slice($this->rests, -self::RESTS, null, true);

		return $first . ($end === false ? "\n" : '') . '(' . (substr_count(rtrim($rest), "\n") + 1)
			. " more lines: call `more` with the cursor \"$this->last\")\n";
	}

	/** At most this many bytes, cut between characters. */
	public static function start(string $text, int $bytes): string
	{
		while ($bytes > 0 && $bytes < strlen($text) && (ord($text[$bytes]) & 0xC0) === 0x80) {
			$bytes--;
		}

		return substr($text, 0, $bytes);
	}

	public function more(string $cursor, int $tokens): string
	{
		$rest = $this->rests[(int) $cursor] ?? throw new Problem("unknown cursor \"$cursor\"",
			'a truncated answer names one; the last ' . self::RESTS . ' are kept');
		unset($this->rests[(int) $cursor]);

		return $this->cut($rest, $tokens);
	}
}
