<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise\Rule;

use XHProf\Cli\Advise\Defect;
use XHProf\Cli\Advise\Need;
use XHProf\Cli\Advise\Proof;
use XHProf\Cli\Advise\Recording;
use XHProf\Cli\Advise\Rule;
use XHProf\Cli\Terminal\Units;

/** One call raises the peak of memory. */
final class Peak extends Rule
{
	protected const ID = 'peak';
	protected const NEEDS = [Need::Calls, Need::Memory];

	/** A quarter of the usual memory_limit, 128 MiB. */
	private const LEAST_BYTES = 32 << 20;

	/** With a smaller part of the peak, another call could raise it as high. */
	private const LEAST_PART = 0.5;

	public function findings(Recording $run): array
	{
		$total = $run->summary['peak_bytes'] ?? 0;
		$findings = [];
		foreach ($run->calls as $call) {
			$bytes = $call->value('own_peak_bytes') ?? 0;
			// With several calls, it is not known which one raised the peak. main() is the whole program.
			if ($bytes >= self::LEAST_BYTES && $bytes >= self::LEAST_PART * $total && $call->calls === 1
				&& $call->caller !== null) {
				$findings[] = new Defect(self::ID, 'one call causes the memory peak', 0, 1, $call, null,
					["$call->function raised the peak by " . Units::bytes($bytes) . ' of ' . Units::bytes($total)],
					'process the data in parts, with fgets(), a generator or an unbuffered query',
					Proof::of(['xhprof', 'run', '--flags', 'memory,alloc', '--out', 'after.json.gz', '--', 'SCRIPT'],
						['xhprof', 'diff', 'RUN', 'after.json.gz', '--by', 'peak']), $call->way(), costBytes: $bytes);
			}
		}

		return $findings;
	}
}
