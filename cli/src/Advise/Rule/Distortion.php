<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise\Rule;

use XHProf\Cli\Advise\Defect;
use XHProf\Cli\Advise\Need;
use XHProf\Cli\Advise\Proof;
use XHProf\Cli\Advise\Recording;
use XHProf\Cli\Advise\Rule;
use XHProf\Cli\Terminal\Units;

/** A function looks expensive because its calls are recorded. */
final class Distortion extends Rule
{
	protected const ID = 'distorted-by-tracing';
	protected const NEEDS = [Need::Calls];

	/** A function with a tenth of the run's time is one that people look at. */
	private const LEAST_SHARE = 0.1;

	/**
	 * The estimated overhead may be off by a factor of 0.6 to 1.7. If it is half of a time, at least 30 % of that time
	 * is overhead.
	 */
	private const LEAST_PART = 0.5;

	public function findings(Recording $run): array
	{
		$owns = $counts = $largest = $nets = [];
		foreach ($run->calls as $call) {
			$name = $call->function;
			$owns[$name] = ($owns[$name] ?? 0) + $call->ownNs;
			$nets[$name] = ($nets[$name] ?? 0) + $run->own($call);
			$counts[$name] = ($counts[$name] ?? 0) + $call->calls;
			$largest[$name] = isset($largest[$name]) && $largest[$name]->ownNs >= $call->ownNs
				? $largest[$name] : $call;
		}
		$findings = [];
		foreach ($owns as $name => $own) {
			$ns = $own - $nets[$name];
			if ($own >= self::LEAST_SHARE * $run->summary['wall_ns'] && $ns >= self::LEAST_PART * $own) {
				$findings[] = new Defect(self::ID,
					"much of the time of $name is profiler overhead", $ns, $counts[$name], $largest[$name], null,
					[Units::percent($own, max(1, $run->summary['wall_ns'])) . ' % of the run as recorded, about '
						. Units::percent($run->share($nets[$name]), 1) . ' % without the overhead of its calls'],
					'trust samples for this function: the program needs no change',
					Proof::of(['xhprof', 'run', '--mode', 'sample', '--out', 'samples.json.gz', '--', 'SCRIPT'],
						['xhprof', 'top', 'samples.json.gz']), (string) $name, true);
			}
		}

		return $findings;
	}
}
