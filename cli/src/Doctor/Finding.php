<?php
declare(strict_types=1);

namespace XHProf\Cli\Doctor;

/** One result: the state of something, and the commands to type if it is wrong. */
final class Finding
{
	public const OK = 'ok';
	public const NOTE = 'note';
	public const WRONG = 'wrong';

	/**
	 * @param list<string> $details
	 * @param list<string> $commands lines to type, as they are
	 */
	private function __construct(public readonly string $level, public readonly string $text,
		public readonly array $details, public readonly array $commands)
	{
	}

	/** @param list<string> $details */
	public static function ok(string $text, array $details = []): self
	{
		return new self(self::OK, $text, $details, []);
	}

	/**
	 * @param list<string> $details
	 * @param list<string> $commands
	 */
	public static function note(string $text, array $details = [], array $commands = []): self
	{
		return new self(self::NOTE, $text, $details, $commands);
	}

	/**
	 * @param list<string> $details
	 * @param list<string> $commands
	 */
	public static function wrong(string $text, array $details, array $commands): self
	{
		return new self(self::WRONG, $text, $details, $commands);
	}
}
