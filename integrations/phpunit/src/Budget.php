<?php
declare(strict_types=1);

namespace XHProf\PHPUnit;

/**
 * Limits the cost of a test: #[Budget('ct[PDO::prepare]<=5')],
 * #[Budget('peak<32MiB')]. On a class it limits each of its tests.
 *
 * A condition is one of `xhprof diff --fail-if` without a sign, and must hold. It counts what the test method does,
 * without setUp(), tearDown() and PHPUnit. docs/phpunit.md lists the metrics.
 */
#[\Attribute(\Attribute::TARGET_CLASS | \Attribute::TARGET_METHOD | \Attribute::IS_REPEATABLE)]
final class Budget
{
	/** @var list<string> */
	public readonly array $conditions;

	public function __construct(string ...$conditions)
	{
		$this->conditions = array_values($conditions);
	}
}
