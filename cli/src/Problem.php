<?php
declare(strict_types=1);

namespace XHProf\Cli;

/** An error that the user has to know of, and the advice what to do next. */
final class Problem extends \Exception
{
	/** @param int $code of what refused: a server's number of the error */
	public function __construct(string $message, public readonly string $advice = '', int $code = 0)
	{
		parent::__construct($message, $code);
	}
}
