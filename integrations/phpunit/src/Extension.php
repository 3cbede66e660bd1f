<?php
declare(strict_types=1);

namespace XHProf\PHPUnit;

use PHPUnit\Event\Code\Test;
use PHPUnit\Event\Code\TestMethod;
use PHPUnit\Event\Code\Throwable;
use PHPUnit\Event\Facade as Events;
use PHPUnit\Event\Subscriber;
use PHPUnit\Event\Test\Finished;
use PHPUnit\Event\Test\FinishedSubscriber;
use PHPUnit\Event\Test\Passed;
use PHPUnit\Event\Test\PassedSubscriber;
use PHPUnit\Event\Test\PreparationStarted;
use PHPUnit\Event\Test\PreparationStartedSubscriber;
use PHPUnit\Event\Test\Prepared;
use PHPUnit\Event\Test\PreparedSubscriber;
use PHPUnit\Framework\AssertionFailedError;
use PHPUnit\Runner\Extension\Extension as PhpunitExtension;
use PHPUnit\Runner\Extension\Facade;
use PHPUnit\Runner\Extension\ParameterCollection;
use PHPUnit\TextUI\Configuration\Configuration;

/** For PHPUnit 10 and later: <bootstrap class="XHProf\PHPUnit\Extension"/> in phpunit.xml. */
final class Extension implements PhpunitExtension
{
	/** Made once, even if both phpunit.xml and the command xhprof-phpunit ask for it. */
	private static ?Session $session = null;

	private bool $isPassed = false;

	public function bootstrap(Configuration $configuration, Facade $facade, ParameterCollection $parameters): void
	{
		$values = [];
		foreach (['slowest', 'folder', 'times', 'required'] as $name) {
			if ($parameters->has($name)) {
				$values[$name] = $parameters->get($name);
			}
		}
		if (self::$session === null) {
			$facade->registerSubscribers(...$this->subscribers(Settings::of($values)));
		} else {
			self::$session->configure(Settings::of($values));
		}
	}

	/** Without phpunit.xml, before PHPUnit starts. */
	public static function register(): void
	{
		Events::instance()->registerSubscribers(...(new self())->subscribers(Settings::of([])));
	}

	/** @return list<Subscriber> */
	private function subscribers(Settings $settings): array
	{
		self::$session = $session = new Session($settings);

		return [
			new class($this->start(...)) implements PreparationStartedSubscriber {
				public function __construct(private readonly \Closure $tell)
				{
				}

				public function notify(PreparationStarted $event): void
				{
					($this->tell)($event->test());
				}
			},
			new class($session->prepared(...)) implements PreparedSubscriber {
				public function __construct(private readonly \Closure $tell)
				{
				}

				public function notify(Prepared $event): void
				{
					($this->tell)();
				}
			},
			new class(fn () => $this->isPassed = true) implements PassedSubscriber {
				public function __construct(private readonly \Closure $tell)
				{
				}

				public function notify(Passed $event): void
				{
					($this->tell)();
				}
			},
			new class($this->finish(...)) implements FinishedSubscriber {
				public function __construct(private readonly \Closure $tell)
				{
				}

				public function notify(Finished $event): void
				{
					($this->tell)($event->test());
				}
			},
		];
	}

	private function start(Test $test): void
	{
		$this->isPassed = false;
		$method = $test instanceof TestMethod ? $test : null;
		self::$session?->begin($method?->className() ?? '', $method?->methodName() ?? '',
			$method === null ? $test->name() : Label::of($method->className(), $method->name()));
	}

	/** PHPUnit prints what becomes of a test once all subscribers know of its end, and this one is the first. */
	private function finish(Test $test): void
	{
		$broken = self::$session?->finish($this->isPassed);
		if ($broken !== null) {
			$place = $test->file() . ':' . ($test instanceof TestMethod ? $test->line() : 1);
			Events::emitter()->testFailed($test,
				new Throwable(AssertionFailedError::class, $broken, "$broken\n", "$place\n", null), null);
		}
	}
}
