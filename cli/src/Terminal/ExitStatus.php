<?php
declare(strict_types=1);

namespace XHProf\Cli\Terminal;

/**
 * The exit statuses of the command: docs/cli-reference.md.
 *
 * @api
 */
final class ExitStatus
{
	public const OK = 0;

	/** A condition holds, something is slower, wrong or not running. */
	public const WORSE = 1;

	/** The command failed, by a Problem. */
	public const PROBLEM = 2;

	/** With --strict: a condition cannot be decided. */
	public const UNCLEAR = 3;
}
