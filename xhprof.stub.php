<?php

/** @generate-class-entries */

namespace {

/**
 * Leaves internal functions out of the profile; their time belongs to their callers.
 *
 * @var int
 * @cvalue XHPROF_FLAGS_NO_BUILTINS
 */
const XHPROF_FLAGS_NO_BUILTINS = UNKNOWN;

/**
 * Adds "cpu" to each row: CPU time of the thread, user and system, in microseconds.
 *
 * @var int
 * @cvalue XHPROF_FLAGS_CPU
 */
const XHPROF_FLAGS_CPU = UNKNOWN;

/**
 * Adds "mu" and "pmu" to each row: by how many bytes memory_get_usage() and
 * memory_get_peak_usage() changed.
 *
 * @var int
 * @cvalue XHPROF_FLAGS_MEMORY
 */
const XHPROF_FLAGS_MEMORY = UNKNOWN;

/**
 * Records which function allocates memory of PHP's allocator, and what of it is still alive at the end:
 * adds "own_na", "own_nf", "own_ab", "own_fb" and "own_lb" to each row. See docs/memory.md.
 *
 * @var int
 * @cvalue XHPROF_FLAGS_ALLOC
 */
const XHPROF_FLAGS_ALLOC = UNKNOWN;

/**
 * Keeps each call path, main() -> a -> b -> c, instead of pairs of caller and callee alone:
 * xhprof_disable() returns the same as without. Bounded by the setting xhprof.max_nodes.
 *
 * @var int
 * @cvalue XHPROF_FLAGS_TREE
 */
const XHPROF_FLAGS_TREE = UNKNOWN;

/**
 * Keeps each begin and end of a call as well, for XHProf\Profile::export() to "chrome" and "log".
 * Includes XHPROF_FLAGS_TREE. Bounded by the setting xhprof.max_timeline_bytes.
 *
 * @var int
 * @cvalue XHPROF_FLAGS_TIMELINE
 */
const XHPROF_FLAGS_TIMELINE = UNKNOWN;

/**
 * Starts to profile. Does nothing while a profile runs already.
 *
 * @param int $flags XHPROF_FLAGS_* constants, combined by |. Unknown bits are ignored.
 * @param array|null $options
 *     "ignored_functions" => string|list<string>: names, as they would be in the result, of functions that
 *         are not to appear; their callees and their own time go to their callers. "main()" stays.
 *     "run_init" => bool: whether the code of an included file is a call of its own,
 *         "run_init::dir/file.php"; false by default.
 *     "mode" => "hier"|"tree"|"timeline"|"alloc": tree and timeline are XHPROF_FLAGS_TREE and
 *         XHPROF_FLAGS_TIMELINE; with "alloc" no calls are recorded, only allocations.
 *     "alloc" => "full"|"sampled": XHPROF_FLAGS_ALLOC, of every block of memory or of some.
 *     "alloc_interval" => int: of which in so many bytes one on average, instead of the setting
 *         xhprof.alloc_interval.
 *     "max_nodes" => int: how many call paths are kept, instead of the setting xhprof.max_nodes.
 *     "max_timeline_bytes" => int: likewise, instead of xhprof.max_timeline_bytes.
 *     "compensate" => bool: whether the profiler takes its own weight out of the times, instead of the setting
 *         xhprof.compensate; xhprof_info() says how much that was.
 *     Other keys are ignored.
 * @throws TypeError if one of these, but for "ignored_functions", is not what is said here
 */
function xhprof_enable(int $flags = 0, ?array $options = null): void {}

/**
 * Stops to profile, and returns what was recorded. Calls that are still open end here.
 *
 * @return array<string, array<string, int>>|null null if no profile was running; else a row for each
 *     "caller==>callee", in the order in which these first ended, and "main()" as the last:
 *         "ct"  number of calls,
 *         "wt"  wall time in microseconds, callees included,
 *         "cpu" CPU time in microseconds, with XHPROF_FLAGS_CPU,
 *         "mu", "pmu" bytes, with XHPROF_FLAGS_MEMORY; either may be negative,
 *         with XHPROF_FLAGS_ALLOC and unlike all others without callees: "own_na" blocks allocated, "own_nf" of
 *         these freed since, "own_ab", "own_fb" their bytes, "own_lb" bytes still alive.
 *     Recursion shows as "f==>f@1", "f@1==>f@2".
 */
function xhprof_disable(): ?array {}

/**
 * Stops like xhprof_disable(), and returns the run, of calls or of samples, as an object.
 *
 * @return XHProf\Profile|null null if no profile was running
 */
function xhprof_stop(): ?XHProf\Profile {}

/**
 * Lets the clock of all calls that are open stand still. Calls are not recorded until xhprof_resume().
 *
 * @return bool false if no profile runs, or it is paused already
 */
function xhprof_pause(): bool {}

/**
 * Goes on with a profile that xhprof_pause() paused.
 *
 * @return bool false if no profile is paused
 */
function xhprof_resume(): bool {}

/**
 * Starts to take samples of the stack, by a timer. Does nothing while a profile of either kind runs
 * already.
 *
 * @param array|null $options
 *     "interval" => int: microseconds between two samples; xhprof.sampling_interval by default.
 *     "clock" => string: "wall" or "cpu", what the interval is measured by; xhprof.sampling_clock.
 *     "depth" => int: how many of the innermost frames are kept; xhprof.sampling_depth, as it is at
 *         each sample.
 *     "engine" => string: "auto", "signal" or "interrupt"; xhprof.sampling_engine.
 *     "paths" => bool: whether the result is call paths with lines; false by default.
 *     "ignored_functions", "run_init": as for xhprof_enable().
 * @throws TypeError if an option is of another type or not one of these values
 */
function xhprof_sample_enable(?array $options = null): void {}

/**
 * Stops to profile, as xhprof_disable() does; either stops what the other's counterpart started.
 *
 * @return array|null null if no profile was running; else, of samples, array<string, string>:
 *     "<seconds>.<microseconds>" => "main()==>f==>g", a row for each interval, the labels multiples of
 *     the interval since 1970. With the option "paths" array{clock: string, engine: string,
 *     source: string, interval: int, start: float, duration: int, samples: int, weight: int,
 *     off_cpu: int, overrun: int, late: int, dropped: int, truncated: int, error: float,
 *     paths: list<array{weight: int, off_cpu: int,
 *     frames: list<array{function: string, file?: string, line?: int}>}>}; docs/sampling.md has the
 *     meaning of each.
 */
function xhprof_sample_disable(): ?array {}

/**
 * Writes every live value of the program and every reference between them into a file, for
 * "xhprof heap FILE". docs/heap.md has its format.
 *
 * The file is written by a copy of the process, while the program goes on; it is there under its name,
 * readable for the owner alone, when it is complete.
 *
 * @param array $options
 *     "values" => bool: the beginnings of strings as well; false by default, as they may be secret.
 *     "keys" => bool: the keys of arrays; true by default.
 *     "wait" => bool: return when the file is complete; false by default.
 *     "fork" => bool: false has the program itself write the file; true by default. So it does where there
 *         can be no copy: with threads, and on other systems than Linux.
 *     "max_nodes" => int: how many values at most; all of them by default, 1000000 without a copy.
 * @return array<string, int|string|bool|null>
 *     "file" where it is or will be; "complete" whether it is there already; "how" "fork" or "in place", and
 *     "reason" why it could not be the former, else null; "pid" of the copy, or null; "pause_us" how long the
 *     program stood still; "memory_usage" as memory_get_usage() has it. Null unless it is complete:
 *     "nodes", "edges", "roots", "frames", "bytes" that are accounted for, "truncated" references whose values
 *     were left out because of "max_nodes".
 * @throws TypeError if an option is of another type
 * @throws ValueError if there is no such option, or its value is out of range
 * @throws RuntimeException if the file cannot be written
 */
function xhprof_heap_snapshot(string $file, array $options = []): array {}

/**
 * How this process profiles, and how the current or else the last profile of this request went.
 *
 * @return array{version: string, hook: string, hook_reason: string, clock: string, clock_reason: string,
 *     running: bool, unrecorded_calls: int, truncated_calls: int, compensated_us: int,
 *     auto: array{setting: string, profiled: bool, reason: string, run: ?string, last: ?string}}
 *     "hook" is "ex", "observer" or "off"; "clock" is "tsc", "cntvct", "monotonic" or "fake".
 *     "unrecorded_calls" counts calls that began with less than a quarter of the C stack left: they and
 *     all that they called are missing in the profile, their time is in their caller's.
 *     "truncated_calls" counts calls, with XHPROF_FLAGS_TREE, for whose path there was no room: they are
 *     in the profile as calls of "(truncated)". "compensated_us" is how much was taken out of main() as the
 *     profiler's own time; 0 if the profile did not compensate.
 *     "auto" is about profiling whole requests by php.ini: the setting xhprof.auto; whether this request is
 *     profiled, or was until xhprof_disable() ended the run; why or why not; the name of the run, which is in
 *     those of its files; and what became of the last run of this process before, as "saved: name" or
 *     "not kept: why".
 */
function xhprof_info(): array {}

#ifdef XHPROF_FAKE_CLOCK
/**
 * Moves the fake clocks on; wall time without CPU time is a sleep. For the tests of xhprof only.
 *
 * @throws ValueError if either is negative
 */
function xhprof_fake_clock_advance(int $wall_ns, int $cpu_ns): void {}
#endif

}

namespace XHProf {

/**
 * A run that was stopped by xhprof_stop(). It does not change; merge() makes a new one.
 *
 * Times are in nanoseconds, memory in bytes. Values that the run did not measure are not there: CPU time
 * needs XHPROF_FLAGS_CPU, memory XHPROF_FLAGS_MEMORY.
 *
 * @phpstan-type FunctionRow array{calls: int, wall_ns: int, cpu_ns?: int, memory_bytes?: int, peak_bytes?: int,
 *     own_wall_ns: int, own_cpu_ns?: int, own_memory_bytes?: int, own_peak_bytes?: int, own_allocs?: int, own_frees?: int,
 *     own_alloc_bytes?: int, own_freed_bytes?: int, own_live_bytes?: int, min_wall_ns: int|null, max_wall_ns: int|null,
 *     file: string|null, line: int|null}
 * @phpstan-type FunctionChange array{calls: int, wall_ns: int, cpu_ns?: int, memory_bytes?: int, peak_bytes?: int,
 *     own_wall_ns: int, own_cpu_ns?: int, own_memory_bytes?: int, own_peak_bytes?: int, own_allocs?: int, own_frees?: int,
 *     own_alloc_bytes?: int, own_freed_bytes?: int, own_live_bytes?: int, file: string|null, line: int|null}
 * @phpstan-type Summary array{mode: string, started: float, wall_ns: int, cpu_ns?: int, memory_bytes?: int, peak_bytes?: int,
 *     calls: int, functions: int, pairs: int, nodes: int, own_cost_ns: int, unrecorded_calls: int, truncated_calls: int,
 *     alloc_interval?: int, alloc_change_bytes?: int, alloc_peak_bytes?: int, outside_frees?: int, outside_bytes?: int,
 *     lost_allocs?: int, timeline_events?: int, lost_timeline_events?: int, interval_ns?: int, samples?: int, error?: float}
 * @phpstan-type Site array{function: string, file: string|null, line: int|null, caller?: string|null, path?: list<string>,
 *     allocs: int, frees: int, live: int, alloc_bytes: int, freed_bytes: int, live_bytes: int, peak_bytes: int, temporary: int}
 *
 * @strict-properties
 * @not-serializable
 */
final class Profile
{
    /** Profiles come from xhprof_stop(), load() and fromPairs(). */
    private function __construct() {}

    /**
     * The classic result, as xhprof_disable() returns it.
     *
     * @return array<string, array<string, int>>
     */
    public function pairs(): array {}

    /**
     * What each function cost, whoever called it; the greatest own wall time first.
     *
     * @param bool $merge_recursion one row for each function. If false, each level of recursion has its
     *     own: "f", "f@1".
     * @return array<string, FunctionRow> by name:
     *     "calls",
     *     "wall_ns", "cpu_ns", "memory_bytes", "peak_bytes": callees included; where recursion is
     *         merged, of the outermost calls,
     *     "own_wall_ns", "own_cpu_ns", "own_memory_bytes", "own_peak_bytes": without callees,
     *     "own_allocs", "own_frees", "own_alloc_bytes", "own_freed_bytes", "own_live_bytes", with XHPROF_FLAGS_ALLOC:
     *         blocks of memory that the function itself allocated, how many of these were freed since, by
     *         whomever, their bytes, and the bytes still alive at the end,
     *     "min_wall_ns", "max_wall_ns": of one call, null without XHPROF_FLAGS_TREE. A call in a fiber that
     *         was resumed from elsewhere counts once for each path that it ran on,
     *     "file", "line": where it is declared, null for internal functions.
     */
    public function functions(bool $merge_recursion = true): array {}

    /**
     * The run as a whole.
     *
     * @return Summary "mode" ("hier", "tree" or "timeline"), "started" (Unix time, seconds),
     *     "wall_ns" and the like of main(), "calls", "functions", "pairs", "nodes" (call paths),
     *     "own_cost_ns" (what recording these calls took, estimated; it is within the times above),
     *     "unrecorded_calls" and "truncated_calls" (see xhprof_info()); with XHPROF_FLAGS_ALLOC "alloc_interval" (mean bytes
     *     between two samples, 0 if there are all blocks), "alloc_change_bytes" (by which the memory in use grew),
     *     "alloc_peak_bytes" (its highest mark since the start), "outside_frees" and "outside_bytes" (blocks freed that
     *     were allocated before the run or in a pause), "lost_allocs" (blocks that could not be noted); of a timeline "timeline_events" and
     *     "lost_timeline_events", which came after it was full
     */
    public function summary(): array {}

    /**
     * Who allocated memory, in a run with XHPROF_FLAGS_ALLOC; an empty array without it. A row for each
     * caller and callee or, in a tree, for each call path.
     *
     * @param string $by what comes first: most bytes alive at the end ("live"), most bytes allocated ("total"),
     *     most blocks ("count"), most bytes alive when memory in use was highest ("peak"), most blocks freed right
     *     after they were allocated ("temporary")
     * @param int $limit of rows; 0: all
     * @return list<Site>
     *     "function", "file", "line": who allocated, and where that is declared,
     *     "caller": who called it, null for main(); or of a tree
     *     "path": all functions from main() on,
     *     "allocs", "frees", "live": blocks, "alloc_bytes", "freed_bytes", "live_bytes": their bytes,
     *     "peak_bytes", "temporary": as above. Estimates, if the run took samples.
     * @throws \ValueError if there is no such order, or the limit is below 0
     */
    public function allocations(string $by = "live", int $limit = 0): array {}

    /**
     * The sums of this run and others. It has call paths if all have them.
     */
    public function merge(Profile ...$profiles): Profile {}

    /**
     * By how much functions cost more here than in an earlier run, or less; the greatest change of own
     * wall time first. Keys as in functions(), but for "min_wall_ns" and "max_wall_ns". Functions of only
     * one of the two count as 0 in the other. Metrics that both have.
     *
     * @return array<string, FunctionChange>
     */
    public function diff(Profile $before): array {}

    /**
     * The run in a format of other tools; docs/formats.md describes each.
     *
     * @param string $format "xhprof", "xhgui", "json" or "callgrind"; "folded", "speedscope" or "pprof" of a run with
     *     XHPROF_FLAGS_TREE, "folded-live" and "folded-alloc" if it has XHPROF_FLAGS_ALLOC too; "chrome" or "log" of one with XHPROF_FLAGS_TIMELINE
     * @param resource|string|null $to a path, a URL of PHP's, or a stream. A file appears when all of it is
     *     written, or not at all.
     * @param mixed[]|null $meta for "xhgui": of what request it is, instead of what the run itself knows: "url",
     *     "SERVER", "env", "get", "request_ts_micro" and more, as XHGui has them. What is missing is made up.
     * @return string|null the text, if $to is null
     * @throws \ValueError if there is no such format, or $meta is not as XHGui has it
     * @throws \RuntimeException if the run lacks what the format needs, or could not be written
     */
    public function export(string $format, $to = null, ?array $meta = null): ?string {}

    /**
     * All of a run that export() wrote to a file as "pprof" or "json". fromPairs() makes a run of what
     *     unserialize() reads from "xhprof" and json_decode() from "xhgui".
     *
     * @throws \RuntimeException if the file cannot be read, or holds no such run
     */
    public static function load(string $file): Profile {}

    /**
     * A run made of the classic array, as xhprof_disable() returns it and pairs() does: times in microseconds,
     *     without file, line and call paths.
     *
     * @param mixed[] $pairs "main()" and "caller==>callee" to "ct", "wt" and, where they were measured, "cpu", "mu"
     *     and "pmu", all of them ints. Other columns are ignored.
     * @param mixed[]|null $meta which request it is of, as for export()
     * @throws \TypeError if a row is no array, or a number no int
     * @throws \ValueError if "main()" or a number is missing, a number is out of range, or $meta is not as XHGui has it
     */
    public static function fromPairs(array $pairs, ?array $meta = null): Profile {}
}

}
