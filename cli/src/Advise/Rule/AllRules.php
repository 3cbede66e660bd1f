<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise\Rule;

use XHProf\Cli\Advise\Rule;

/** All rules. */
final class AllRules
{
	/** @return non-empty-list<Rule> */
	public static function all(): array
	{
		return [new RepeatedQueries('n-plus-one'), new RepeatedQueries('query-in-loop'),
			new DuplicateQuery(), new Autoload(), new Opcache(), new OpcacheMemory('opcache-full'),
			new OpcacheMemory('opcache-restarting'), new GarbageCollection(), new SessionLock(),
			new Exceptions(), new Quadratic(), new FileTests(), new Serialize(), new RegexCompile(), new RepeatedCall(),
			new OtherProfilers(), new Distortion(), new Peak()];
	}
}
