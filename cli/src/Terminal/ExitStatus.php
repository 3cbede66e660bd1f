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
	public const WORSE = 1;
	public const PROBLEM = 2;
	public const UNCLEAR = 3;
}
