<?php
declare(strict_types=1);

namespace XHProf\Cli;

/** An error that the user has to know of, and the advice what to do next. */
final class Problem extends \Exception
{
	public function __construct(string $message, public readonly string $advice = '')
	{
		parent::__construct($message);
	}
}
