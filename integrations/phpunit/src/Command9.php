<?php
declare(strict_types=1);

namespace XHProf\PHPUnit;

use PHPUnit\TextUI\Command as PhpunitCommand;

/** PHPUnit 9 with our listener, by the method that it has for subclasses. */
final class Command9 extends PhpunitCommand
{
	protected function handleCustomTestSuite(): void
	{
		$this->arguments['listeners'][] = new Listener();
	}
}
