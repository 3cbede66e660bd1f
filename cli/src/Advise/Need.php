<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise;

/** The data that a rule needs in a run. Without it, the rule is skipped. */
enum Need: string
{
	case Calls = 'recorded calls, but this run has samples: record it with --mode tree';
	case Paths = 'call paths, but this run has pairs of caller and callee: record it with --mode tree';
	case Texts = 'the texts of queries: xhprof run and xhprof.collect_additional_info=1 record them without values';
	case Cpu = 'CPU time: record it with --flags cpu,memory';
	case Memory = 'memory: record it with --flags cpu,memory';
	case Site = 'a web request: a command compiles its files at each start';
	case Collector = 'the number of garbage collections: arrays and files of older versions do not have it';
	case Arguments = 'arguments to compare: record them with xhprof run --arguments FUNCTION';
	case Patterns = 'the number of compiled patterns: xhprof.meta=off omits it, and older versions did not record it';
	case Cache = 'the state of opcache: opcache is off, or opcache.restrict_api denies access to it';
	case Engine = 'a description of PHP: xhprof.meta=off omits it, and arrays do not have it';

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
