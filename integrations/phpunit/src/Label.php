<?php
declare(strict_types=1);

namespace XHProf\PHPUnit;

/** How a test is called in lists and files. */
final class Label
{
	/**
	 * Pest makes a class P\Tests\CartTest of tests/CartTest.php, and a method __pest_evaluable_it_adds of "it adds".
	 */
	public static function of(string $class, string $name): string
	{
		$isPest = str_starts_with($name, '__pest_evaluable_');

		return $isPest
			? preg_replace('/^P\\\\/', '', $class) . '::' . strtr(substr($name, 17), '_', ' ') : "$class::$name";
	}
}
