<?php
declare(strict_types=1);

namespace XHProf\PHPUnit;

use PHPUnit\Framework\SyntheticError;
use PHPUnit\Framework\Test;
use PHPUnit\Framework\TestCase;
use PHPUnit\Framework\TestListener;
use PHPUnit\Framework\TestListenerDefaultImplementation;
use PHPUnit\Runner\BaseTestRunner;

/**
 * For PHPUnit 9: <listener class="XHProf\PHPUnit\Listener"/> in phpunit.xml. A listener, as hooks of 9 cannot fail a
 * test; PHPUnit calls it before its printer, so that the printer shows the failure.
 */
final class Listener implements TestListener
{
	use TestListenerDefaultImplementation;

	private static ?Session $session = null;

	/** A listener that is not the first does nothing. */
	private readonly bool $isFirst;

	/** @param array<string, scalar> $parameters */
	public function __construct(array $parameters = [])
	{
		$settings = Settings::of(array_map(static fn (mixed $value): string => is_bool($value) ? ($value ? '1' : '0')
			: (string) $value, $parameters));
		$this->isFirst = self::$session === null;
		self::$session ??= new Session($settings);
		self::$session->configure($settings);
	}

	public function startTest(Test $test): void
	{
		if ($this->isFirst) {
			$isCase = $test instanceof TestCase;
			self::$session?->begin($test::class, $isCase ? $test->getName(false) : '',
				$isCase ? Label::of($test::class, $test->getName()) : $test::class);
		}
	}

	public function endTest(Test $test, float $time): void
	{
		if (!$this->isFirst) {
			return;
		}
		$isPassed = $test instanceof TestCase && $test->getStatus() === BaseTestRunner::STATUS_PASSED;
		$broken = self::$session?->finish($isPassed);
		if ($broken !== null && $test instanceof TestCase) {
			$method = new \ReflectionMethod($test, $test->getName(false));
			$place = ['file' => (string) $method->getFileName(), 'line' => (int) $method->getStartLine()];
			$test->getTestResultObject()
				?->addFailure($test, new SyntheticError($broken, 0, $place['file'], $place['line'], [$place]), $time);
		}
	}
}
