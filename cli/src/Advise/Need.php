<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise;

/** The data that a rule needs in a run. Without it, the rule is skipped. */
enum Need: string
{
	case Calls = 'exact calls; this run has samples: record it by --mode tree';
	case Paths = 'call paths; this run has pairs of caller and callee: --mode tree has paths';
	case Texts = 'the texts of queries: xhprof run and xhprof.collect_additional_info=1 record them, without values';
	case Cpu = 'CPU time: --flags cpu,memory records it';
	case Memory = 'memory: --flags cpu,memory records it';
	case Site = 'a request of a site: a command compiles its files each time';
	case Collector = 'a count of garbage collections: files of older versions and arrays have none';
	case Arguments = 'arguments that can be compared: xhprof run --arguments FUNCTION records them';
	case Patterns = 'a count of compiled patterns: xhprof.meta=off leaves it out, and older versions had none';
	case Cache = 'the state of opcache: it is off, or opcache.restrict_api keeps it from us';
	case Engine = 'a description of PHP: xhprof.meta=off leaves it out, and arrays have none';

	public function isMet(Recording $run): bool
	{
		return match ($this) {
			self::Calls => !$run->isSampled,
			self::Paths => $run->hasPaths,
			self::Texts => !Sending::isMute($run),
			self::Cpu => isset($run->summary['cpu_ns']),
			self::Memory => isset($run->summary['peak_bytes']),
			self::Site => $run->isOfSite(),
			self::Collector => isset($run->summary['gc']),
			self::Arguments => $run->those(static fn (Call $call): bool => $call->hasArguments()) !== [],
			self::Patterns => $run->engine('patterns') !== null,
			self::Cache => $run->engine('cache') !== null,
			self::Engine => $run->engine('php') !== null,
		};
	}
}
