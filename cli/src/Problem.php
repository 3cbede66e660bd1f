<?php
declare(strict_types=1);

namespace XHProf\Cli;

/** What the user has to know, and what to do next. */
final class Problem extends \Exception
{
	public function __construct(string $message, public readonly string $advice = '')
	{
		parent::__construct($message);
	}
}
