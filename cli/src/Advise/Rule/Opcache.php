<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise\Rule;

use XHProf\Cli\Advise\Call;
use XHProf\Cli\Advise\Defect;
use XHProf\Cli\Advise\Need;
use XHProf\Cli\Advise\Proof;
use XHProf\Cli\Advise\Recording;
use XHProf\Cli\Advise\Rule;
use XHProf\Cli\Terminal\Units;

/** A request of a site compiles files that should come from opcache. */
final class Opcache extends Rule
{
	protected const ID = 'cold-opcache';
	protected const NEEDS = [Need::Calls, Need::Engine, Need::Site];

	/** After a release or a restart, each file is compiled once. A few files, such as templates, are always new. */
	private const LEAST_FILES = 10;
	private const LEAST_SHARE = 0.05;

	public function findings(Recording $run): array
	{
		$loads = $run->those(static fn (Call $call): bool => str_starts_with($call->function, 'load::'));
		$files = Call::total($loads);
		$ns = array_sum(array_map($run->own(...), $loads));
		if ($files < self::LEAST_FILES || $run->share($ns) < self::LEAST_SHARE
			|| $run->engine('left_opcache') === true) {
			return [];
		}
		usort($loads, static fn (Call $a, Call $b): int => $b->wallNs <=> $a->wallNs);
		$evidence = [Units::count($files) . ' files were compiled in this request',
			'the slowest was ' . substr($loads[0]->function, strlen('load::'))];
		if ($run->engine('opcache') !== true) {
			return [new Defect(self::ID, 'opcache is off', $ns, $files, $loads[0], null,
				[...$evidence, 'opcache.enable is off in this process'], 'opcache.enable=1', Proof::ofRequest(),
				'off')];
		}

		return [new Defect(self::ID, 'files are compiled although opcache is on', $ns, $files, $loads[0], null,
			$evidence, 'unless this is the first request after a start or a release, raise opcache.memory_consumption '
				. 'and opcache.max_accelerated_files, and do not call opcache_reset()', Proof::ofRequest(), 'cold')];
	}
}
