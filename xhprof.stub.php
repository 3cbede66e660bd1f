<?php

/** @generate-class-entries */

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
 * Stops like xhprof_disable(), and returns the run, of calls or of samples, as an object: see
 * xhprof_profile.stub.php.
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
