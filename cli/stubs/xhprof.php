<?php
/* The functions and classes of the extension xhprof, for IDEs, phpstan and psalm. Made by tools/gen-cli-docs.php. */

namespace {

/**
 * Leaves internal functions out of the profile; their time goes to their callers.
 *
 * @var int
 */
const XHPROF_FLAGS_NO_BUILTINS = 1;

/**
 * Adds "cpu" to each row: CPU time of the thread, user and system, in microseconds.
 *
 * @var int
 */
const XHPROF_FLAGS_CPU = 2;

/**
 * Adds "mu" and "pmu" to each row: the change of memory_get_usage() and
 * memory_get_peak_usage() in bytes.
 *
 * @var int
 */
const XHPROF_FLAGS_MEMORY = 4;

/**
 * Records which function allocates memory of PHP's allocator, and how much is still alive at the end:
 * adds "own_na", "own_nf", "own_ab", "own_fb" and "own_lb" to each row. See docs/memory.md.
 *
 * @var int
 */
const XHPROF_FLAGS_ALLOC = 16;

/**
 * Records each call path, main() -> a -> b -> c, and not only pairs of caller and callee.
 * xhprof_disable() returns the same as without, also beyond the limit of call paths, the setting
 * xhprof.max_nodes.
 *
 * @var int
 */
const XHPROF_FLAGS_TREE = 32;

/**
 * Records each begin and end of a call as well, for XHProf\Profile::export() to "perfetto", "chrome" and "log".
 * Includes XHPROF_FLAGS_TREE. Bounded by the setting xhprof.max_timeline_bytes.
 *
 * @var int
 */
const XHPROF_FLAGS_TIMELINE = 64;

/**
 * Starts a profile. Does nothing if one is running.
 *
 * @param int $flags XHPROF_FLAGS_* constants, combined by |. Unknown bits are ignored.
 * @param array|null $options
 *     "ignored_functions" => string|list<string>: functions to leave out, by their names in the
 *         result; their callees and their own time go to their callers. "main()" stays. A "*" stands for any
 *         characters, "?" for one; an entry that begins with "/" is a regular expression.
 *     "run_init" => bool: record the code of an included file as a call of its own,
 *         "run_init::dir/file.php"; false by default.
 *     "mode" => "hier"|"tree"|"timeline"|"alloc"|"none": tree and timeline are XHPROF_FLAGS_TREE and
 *         XHPROF_FLAGS_TIMELINE; "alloc" records allocations only, no calls; "none" the run as a whole, main().
 *     "alloc" => "full"|"sampled": XHPROF_FLAGS_ALLOC for every block of memory, or a sample.
 *     "alloc_interval" => int: mean bytes between two samples; 512 KiB by default.
 *     "max_nodes" => int: limit of pairs and of call paths, instead of the setting xhprof.max_nodes.
 *     "max_depth" => int: limit of open calls; 10000 by default.
 *     "max_timeline_bytes" => int: limit of the timeline, instead of xhprof.max_timeline_bytes.
 *     "closure_names" => "engine"|"location": how arrays name closures and anonymous classes: as the engine does (the
 *         default), or by file and line as well.
 *     "compensate" => bool: take the profiler's overhead out of the times, instead of the setting
 *         xhprof.compensate; xhprof_info() returns the sum.
 *     "texts" => bool: append SQL, commands of Redis and Memcached and URLs, without values, to the names of the
 *         functions that send them, instead of the setting xhprof.collect_additional_info: docs/profile-format.md.
 *     "beside" => bool: a profile of samples may run at the same time: see xhprof_sample_enable().
 *     "events" => list<string>: also count these at each call, at most 8: "page-faults", "context-switches" and
 *         others, which xhprof_info()["events"] lists. Each is a key of the rows. An event that the system refuses is
 *         left out, with a warning that names the setting. See docs/events.md.
 *     "log" => string: also write each call of a timeline to this file when it ends, in the format "log", while the
 *         program runs: docs/formats.md. An absolute path. "max_log_bytes" => int: its limit, 1 GiB by default.
 *     "lines" => list<string>: functions, "Cart::total", and files, "src/Cart.php", whose lines are counted and timed
 *         in calls that begin from here on: XHProf\Profile::lines(). "*" stands for any text, "?" for one character; a
 *         function is of any namespace, and a file is named by the end of its path. Other functions pay nothing.
 *     A warning names the first key that is no option, and the nearest option. Integer keys are ignored.
 * @throws TypeError if one of these, except "ignored_functions", has another type or value
 * @throws ValueError if a pattern of "ignored_functions" is no regular expression
 */
function xhprof_enable(int $flags = 0, ?array $options = null): void {}

/**
 * Stops the running profile and returns its result. Calls that are still open end here. See xhprof_sample_enable() for
 * two profiles at the same time.
 *
 * @return array<string, array<string, int>>|null null if no profile was running; else a row for each
 *     "caller==>callee", in the order of their first ends, and "main()" last:
 *         "ct"  number of calls,
 *         "wt"  wall time in microseconds, callees included,
 *         "cpu" CPU time in microseconds, with XHPROF_FLAGS_CPU,
 *         "mu", "pmu" bytes, with XHPROF_FLAGS_MEMORY; either may be negative,
 *         with XHPROF_FLAGS_ALLOC, callees excluded: "own_na" blocks allocated, "own_nf" of these freed
 *         since, "own_ab", "own_fb" their bytes, "own_lb" bytes still alive.
 *     Recursion shows as "f==>f@1", "f@1==>f@2".
 */
function xhprof_disable(): ?array {}

/**
 * Stops whichever profile is running, of calls or of samples, and returns it as an object. Where both run, stops both:
 * the object is that of the calls, and its sampled() that of the samples.
 *
 * @return XHProf\Profile|null null if no profile was running
 */
function xhprof_stop(): ?XHProf\Profile {}

/**
 * Pauses the profile until xhprof_resume(). Neither calls nor the time of open calls are recorded, and no samples are
 * taken.
 *
 * @return bool false if no profile is running, or it is paused
 */
function xhprof_pause(): bool {}

/**
 * Resumes a profile after xhprof_pause().
 *
 * @return bool false if no profile is paused
 */
function xhprof_resume(): bool {}

/**
 * Starts to sample the stack by a timer. Does nothing if a profile of either kind is running, but for "beside".
 *
 * @param array|null $options
 *     "interval" => int: microseconds between two samples; xhprof.sampling_interval by default.
 *     "clock" => string: "wall" or "cpu", the clock of the interval, or "custom": none, all samples are those of
 *         xhprof_sample(); xhprof.sampling_clock.
 *     "depth" => int: limit of frames, the innermost; xhprof.sampling_depth at each sample.
 *     "engine" => string: "auto" (the default), "signal" or "interrupt".
 *     "paths" => bool: return call paths with lines; false by default.
 *     "beside" => bool: a profile of calls may run at the same time. If either of both was started so, xhprof_disable()
 *         ends that of calls, and xhprof_sample_disable() that of samples. Without it, options given while calls are
 *         recorded get a warning, as they have no effect; false by default.
 *     "memory" => bool: each sample has the memory in use, and xhprof_stop() a timeline; false by default.
 *     "ignored_functions", "run_init", "closure_names": as for xhprof_enable().
 *     "events" => list<string>: one event and its period, "page-faults:100" or "exceptions:1": samples are of it, not
 *         of time; with "clock" given, several events and time; with "wall" and "cpu" also "user-time" and
 *         "kernel-time", which each sample reads: CPU time in nanoseconds, apart by where it passed.
 * @throws TypeError if an option has another type or value
 * @throws ValueError if a pattern of "ignored_functions" is no regular expression
 */
function xhprof_sample_enable(?array $options = null): void {}

/**
 * Takes a sample of the calling function now, in a run of xhprof_sample_enable(). Does nothing if none is running.
 *
 * @param string|null $label shown as if the function called one of that name, with "_" for a zero byte; null: the
 *     sample is the function's own
 * @param int $weight how many samples it counts as, from 1 to 1000000000
 * @throws ValueError if the label is empty, or the weight is out of range
 */
function xhprof_sample(?string $label = null, int $weight = 1): void {}

/**
 * Stops the running profile. Either this or xhprof_disable() stops whichever profile is running, unless one was started
 * "beside" the other.
 *
 * @return array|null null if no profile was running; else, of samples, array<string, string>:
 *     "<seconds>.<microseconds>" => "main()==>f==>g", a row for each interval, the labels multiples of
 *     the interval since 1970. With the option "paths" array{clock: string, engine: string,
 *     source: string, reason?: string, interval: int, start: float, duration: int, samples: int, weight: int,
 *     off_cpu: int, custom: int, overrun: int, displaced: int, late: int, dropped: int, truncated: int,
 *     error: float, paths: list<array{weight: int, off_cpu: int,
 *     frames: list<array{function: string, file?: string, line?: int}>}>}; docs/sampling-reference.md
 *     explains each.
 */
function xhprof_sample_disable(): ?array {}

/**
 * Writes every live value of the program and every reference between them into a file, for
 * "xhprof heap FILE". docs/heap-format.md has its format.
 *
 * A forked snapshot writer writes the file while the program goes on. The file is readable for the owner
 * only, and appears under its name when it is complete.
 *
 * @param array $options
 *     "values" => bool: include the beginnings of strings; false by default, as they may be secret.
 *     "keys" => bool: include the keys of arrays; true by default.
 *     "wait" => bool: return when the file is complete; false by default.
 *     "fork" => bool: true by default. If false, or with threads, or on a system other than Linux, the program
 *         itself writes the file.
 *     "max_nodes" => int: limit of values; none by default, 1000000 without a fork.
 * @return array<string, int|string|bool|null>
 *     "file": its path; "complete": it exists already; "how": "fork" or "in place"; "reason": why not "fork",
 *     or null; "pid" of the forked snapshot writer, or null; "pause_us": how long the program was stopped;
 *     "memory_usage": memory_get_usage(). Null unless it is complete:
 *     "nodes", "edges", "roots", "frames", "bytes" of all nodes, "truncated" references whose values
 *     were left out because of "max_nodes".
 * @throws TypeError if an option is of another type
 * @throws ValueError if an option is unknown, or its value is out of range
 * @throws RuntimeException if the file cannot be written
 */
function xhprof_heap_snapshot(string $file, array $options = []): array {}

/**
 * Says what this request, or this job of a worker, is about: its route, its tenant, its kind of job. Tags end with the
 * request. They are in the meta of saved runs and of xhprof_stop(), as labels in pprof, and in `xhprof live`.
 *
 * @param string $key the first 31 bytes count, a zero byte as "_". A process may use 8 keys; others are ignored.
 * @param string $value the first 127 bytes count, a zero byte as "_". After 200 different values of a key any new one
 *     becomes "(other)". An empty value takes the tag back.
 * @throws ValueError if the key is empty
 */
function xhprof_tag(string $key, string $value): void {}

/**
 * Says which trace and span what follows is a part of, until the next call or the end of the request: samples of rings
 * from this moment on, and the run that is saved at its end. Without it they are of the request's header "traceparent",
 * whose span is the caller's, or of a command's environment variable TRACEPARENT, if that is as W3C Trace Context wants
 * it. Where one process serves requests by turns, in fibers or coroutines, call it whenever it turns to another
 * request.
 *
 * @param string $trace 32 lower-case hexadecimal digits; "": of no trace
 * @param string $span 16 of them; "": of no span that is known
 * @throws ValueError if one is not so, or all zeros, or there is a span without a trace
 */
function xhprof_trace(string $trace, string $span = ""): void {}

/**
 * Begins a job of a process that lives long: a message of a queue, a request of RoadRunner. It is profiled as
 * xhprof.auto profiles a web request: by the same triggers, rates, limits and retention. Call xhprof_request_end() when
 * it ends, in "finally". See docs/workers.md.
 *
 * A job that is open ends here, and its run is marked as abandoned. The first job ends the run of the process itself.
 * Does nothing in a web request of FPM, Apache or php -S, which xhprof.auto profiles whole.
 *
 * @param mixed[] $meta
 *     "url": of the request, or the job's name; by default SERVER's REQUEST_URI, or the script.
 *     "method": of HTTP; by default SERVER's REQUEST_METHOD. With one it is a web request: the secret asks for a run,
 *         in "get", "cookie" or "SERVER". Without one the environment does, XHPROF=1.
 *     "host": by default SERVER's HTTP_HOST.
 *     "SERVER": as $_SERVER: HTTP_X_XHPROF_TRIGGER, REMOTE_ADDR and so on.
 *     Empty: the SAPI's own request, which only FrankenPHP has, or a job without a name.
 * @return bool true if the job is profiled. False, too, while another fiber or coroutine has a job open.
 * @throws TypeError if a key has a value of another type
 * @throws ValueError if a key is unknown
 */
function xhprof_request_begin(array $meta = []): bool {}

/**
 * Ends the job that xhprof_request_begin() began, and saves its run. Its tags end, too.
 *
 * @param int|null $status of HTTP, 500 and above is a failure; of a job without a method 0 is none. null: as the SAPI
 *     knows it, or unknown. For xhprof.save_if, and saved with the run.
 * @return string|null the run's id, by which "xhprof top ID" finds it; null: nothing was saved, and
 *     xhprof_info()["auto"]["last"] says why
 * @throws ValueError if the status is out of range
 */
function xhprof_request_end(?int $status = null): ?string {}

/**
 * Returns how this process profiles, and the state of this request's current or last profile.
 *
 * @return array{version: string, hook: string, hook_reason: string, hook_cost: string, clock: string,
 *     clock_reason: string, running: bool, unrecorded_calls: int, truncated_calls: int, compensated_us: int,
 *     edges: array{calls: int, misses: int, misses_per_1000: float}, auto: array{setting: string, profiled: bool,
 *     reason: string, requested: bool, excluded: bool, run: ?string, last: ?string},
 *     live: ?array{on: bool, file: ?string, reason: ?string},
 *     on_memory: array{action: ?string, bytes: ?int, watched: bool, reason: ?string, last: ?string},
 *     log: ?array{file: string, calls: int, lost_calls: int, error: ?string}, lines: array{refused: ?string},
 *     events: array<string, array{unit: string, by: ?string, refused: ?string}>}
 *     "hook" is "ex", "observer" or "off", "hook_reason" why, "hook_cost" what it costs; "clock" is "tsc", "cntvct",
 *         "monotonic" or "fake".
 *     "unrecorded_calls" counts calls that began when too little of the C stack was left, with threads or in nested
 *     callbacks: they and their callees are missing in the profile, and their time is in their caller's; and one if the
 *     run ended where an extension switched to a coroutine without notifying PHP.
 *     "truncated_calls" counts calls beyond max_depth and xhprof.max_nodes: the profile, or with XHPROF_FLAGS_TREE its
 *     tree, has them as calls of "(truncated)". "compensated_us" is the overhead taken out of main(); 0 without
 *     compensation.
 *     "edges" counts the calls of this profile that ended, and those whose pair or call path was in no cache: such a
 *     call costs several times as much.
 *     "auto" is about profiling whole requests by php.ini: the setting xhprof.auto; whether this request is
 *     profiled, or was until xhprof_disable() ended the run; why or why not; whether it was requested, by the secret,
 *     by the environment or by a reader of the live ring, and whether xhprof.trigger_ips, include_uri or exclude_uri
 *     excludes it; the name of the run, which is in those of its files; and what became of the last run of this
 *     process before, as "saved: name" or "not kept: why".
 *     "live" is about the ring that other processes look into: whether there is one, its file, or why there is
 *     none; null where the system has no rings.
 *     "log" is about the file that the option "log" named: the calls that it has, or will with the next flush, those
 *     that it lacks, and the error that ended it.
 *     "lines" is about the option "lines": why a run that began now would be refused with it; null if it would not.
 *     "events" is about each event: its unit, "count" or "bytes"; how it is read here; and why it cannot be.
 *     "on_memory" is about the setting xhprof.on_memory: what is written, null if it is off; the threshold; whether
 *     memory has not passed it so far; why it cannot be watched; and what became of it in this request, "saved: name"
 *     or "not saved: why".
 */
function xhprof_info(): array {}

}

namespace XHProf {

/**
 * The result of a run. It does not change; merge() makes a new one.
 *
 * Times are in nanoseconds, memory in bytes. Metrics that the run did not record are left out: CPU time needs
 * XHPROF_FLAGS_CPU, memory XHPROF_FLAGS_MEMORY.
 *
 * @phpstan-type Line array{file: string, line: int, function: string, ct?: int, wall_ns?: int, samples?: int,
 *     own_samples?: int}
 * @phpstan-type FunctionRow array{calls: int, wall_ns: int, cpu_ns?: int, memory_bytes?: int, peak_bytes?: int,
 *     own_wall_ns: int, own_cpu_ns?: int, own_memory_bytes?: int, own_peak_bytes?: int, own_allocs?: int,
 *     own_frees?: int, is_wait?: bool, share_error_points?: float, incl_share_error_points?: float,
 *     cpu_share_error_points?: float, incl_cpu_share_error_points?: float, own_alloc_bytes?: int,
 *     own_freed_bytes?: int, own_live_bytes?: int,
 *     min_wall_ns: int|null, max_wall_ns: int|null, file: string|null, line: int|null}
 * @phpstan-type ComponentRow array{calls: int|null, own_samples?: int, wall_ns: int|null, cpu_ns?: int|null,
 *     memory_bytes?: int|null, peak_bytes?: int|null, own_wall_ns: int, own_cpu_ns?: int, own_memory_bytes?: int,
 *     own_peak_bytes?: int, own_allocs?: int, own_frees?: int, own_alloc_bytes?: int, own_freed_bytes?: int,
 *     own_live_bytes?: int, share_error_points?: float, incl_share_error_points?: float}
 * @phpstan-type Neighbour array{calls: int, wall_ns: int, cpu_ns?: int, memory_bytes?: int, peak_bytes?: int}
 * @phpstan-type FunctionChange array{calls: int, wall_ns: int, cpu_ns?: int, memory_bytes?: int, peak_bytes?: int,
 *     own_wall_ns: int, own_cpu_ns?: int, own_memory_bytes?: int, own_peak_bytes?: int, own_allocs?: int,
 *     own_frees?: int, own_alloc_bytes?: int, own_freed_bytes?: int, own_live_bytes?: int, file: string|null,
 *     line: int|null}
 * @phpstan-type Summary array{mode: string, started: float, wall_ns: int, cpu_ns?: int, memory_bytes?: int,
 *     peak_bytes?: int, calls: int, functions: int, pairs: int, nodes: int, own_cost_ns: int, runs: int,
 *     unrecorded_calls: int, truncated_calls: int, alloc_interval?: int, alloc_change_bytes?: int,
 *     alloc_peak_bytes?: int, outside_frees?: int, outside_bytes?: int, lost_allocs?: int, timeline_events?: int,
 *     lost_timeline_events?: int, lost_marks?: int, interval_ns?: int, samples?: int, displaced?: int, custom?: int,
 *     error?: float, share_error_points?: float, cpu_share_error_points?: float, inferred_ns?: int,
 *     effective_samples?: float, share_samples_most?: int, clock?: string, samples_beside?: int, sampled?: string,
 *     sampled_by?: string, sources?: array<string, int>, events?: array<string, int>, hidden_calls?: int,
 *     left_out?: int, left_out_ns?: int, gc?: array{runs: int, collected: int, collector_ns?: int, destructor_ns?: int,
 *     free_ns?: int, threshold_before: int, threshold: int, roots_before: int, roots: int}, lines?: int,
 *     missed_line_calls?: int}
 * @phpstan-type Stack array{frames: list<string>, samples: int, wall_ns: int, cpu_ns: int}
 * @phpstan-type Node array{parent: int|null, function: string, calls: int, own_samples?: int, wall_ns: int,
 *     cpu_ns?: int, memory_bytes?: int, peak_bytes?: int, own_wall_ns: int, own_cpu_ns?: int, own_memory_bytes?: int,
 *     own_peak_bytes?: int, own_allocs?: int, own_frees?: int, own_alloc_bytes?: int, own_freed_bytes?: int,
 *     own_live_bytes?: int, min_wall_ns: int|null, max_wall_ns: int|null, call_line?: int|null, own_line?: int|null,
 *     file: string|null, line: int|null}
 * @phpstan-type PprofOptions array{labels?: array<array-key, string>, values?: 'all'|'times'|'allocations',
 *     started_ns?: int, duration_ns?: int, max_samples?: int, max_bytes?: int}
 * @phpstan-type Format array{endings: non-empty-list<string>, needs: list<'paths'|'allocations'|'timeline'>,
 *     keeps_run: bool, shows_samples: bool, is_packed: bool, is_available: bool}
 * @phpstan-type Distortion array{clock: 'wall'|'cpu', compensated: bool, samples: int, profiler: float, distorted: int,
 *     functions: array<string, array{calls: int, traced: float, compensated: float|null, sampled: float, low: float,
 *     high: float, ratio: float|null, distorted: bool}>}
 * @phpstan-type Site array{function: string, file: string|null, line: int|null, caller?: string|null,
 *     path?: list<string>, allocs: int, frees: int, live: int, alloc_bytes: int, freed_bytes: int, live_bytes: int,
 *     peak_bytes: int, temporary: int}
 *
 * @strict-properties
 * @not-serializable
 */
final class Profile
{
    /**
     * The code of an exception of load() or parse(): it takes more memory than xhprof.max_load_bytes allows.
     *
     * @var int
     */
    public const TOO_LARGE = 1;

    /**
     * The reason in the message of an exception with the code TOO_LARGE, for readers of other files with this limit.
     *
     * @var string
     */
    public const TOO_LARGE_REASON = 'it takes more memory than xhprof.max_load_bytes allows';

    /**
     * The code of an exception of load(), parse(), fromPairs() or fromStacks(): numbers, or their sum, are too large
     * for a run.
     *
     * @var int
     */
    public const OUT_OF_RANGE = 2;

    /**
     * The code of an exception of export(): the run lacks what the format needs.
     *
     * @var int
     */
    public const LACKS_DATA = 3;

    /** Profiles come from xhprof_stop(), load(), parse(), fromPairs() and fromStacks(). */
    private function __construct() {}

    /**
     * The classic result, as xhprof_disable() returns it.
     *
     * @return array<string, array<string, int>>
     */
    public function pairs(): array {}

    /**
     * The cost of each function, summed over all callers; the greatest own wall time first.
     *
     * @param bool $merge_recursion one row for each function; if false, one for each level of recursion:
     *     "f", "f@1".
     * @return array<string, FunctionRow> by name:
     *     "calls",
     *     "wall_ns", "cpu_ns", "memory_bytes", "peak_bytes": callees included; of merged recursion,
     *         the outermost calls,
     *     "own_wall_ns", "own_cpu_ns", "own_memory_bytes", "own_peak_bytes": without callees,
     *     "is_wait", of samples: true for what a thread waited for, such as "{sleep}", which is no function,
     *     "share_error_points", "incl_share_error_points", of samples: by how many percentage points the share of
     *         "own_wall_ns", and of "wall_ns", in the run may be off: 95 of 100 times the truth is nearer. It is
     *         measured by how the function comes and goes from one sample to the next; in a run that does not have them
     *         one by one it is Wilson's interval, by effective samples,
     *     "cpu_share_error_points", "incl_cpu_share_error_points": the same for the shares of CPU time,
     *     "own_allocs", "own_frees", "own_alloc_bytes", "own_freed_bytes", "own_live_bytes", with XHPROF_FLAGS_ALLOC:
     *         blocks that the function itself allocated, those of them freed since by any function, the bytes
     *         of both, and the bytes alive at the end,
     *     "min_wall_ns", "max_wall_ns": of one call, null without XHPROF_FLAGS_TREE. A call in a fiber that
     *         was resumed from elsewhere counts once for each of its paths,
     *     "file", "line": of the declaration, null for internal functions.
     */
    public function functions(bool $merge_recursion = true): array {}

    /**
     * The callers and callees of a function; the greatest wall time first. A call path counts once for a caller or a
     * callee, however often the call of one by the other is on it, as in pprof; without call paths, or where these are
     * truncated, it is the least that levels of recursion allow. So none costs more than the function, or than the
     * callee, as a whole.
     *
     * @param string|string[] $function several count as one
     * @return array{recursive_calls: int, callers: array<string, Neighbour>, callees: array<string, Neighbour>}
     *     "recursive_calls": of the function by itself, which is neither among its callers nor its callees,
     *     "callers": what the function cost when they called it,
     *     "callees": what they cost when the function called them. Both by name, keys as in functions(); "calls" are
     *         all calls, of samples the weight
     * @throws \TypeError if a name is no string
     */
    public function neighbours(string|array $function): array {}

    /**
     * The cost of each component: plugin, theme, extension, module, package. docs/profile-object.md says to which one a
     * call belongs.
     *
     * @return array<string, ComponentRow> by name, such as "wp-content/plugins/shop", "vendor/monolog/monolog" and
     *     "(application)", code that is in none; the greatest own wall time first:
     *     "calls": from other components; of samples the weight, callees included. null without call paths,
     *     "own_samples": of samples only, the weight without callees, "wall_ns" and so on, as in functions(): callees
     *     included, null without call paths. Calls within a call of the same
     *         component do not count again,
     *     "own_wall_ns" and so on: the time in the component's own code and in what belongs to it. Without call paths,
     *         "(unknown)" has the time that only paths attribute.
     */
    public function components(): array {}

    /**
     * What each line of the program cost, by file and line: with the option "lines", of the chosen functions; of a run
     * of samples, of the functions that were on the stack. An empty array of a run that has no lines.
     *
     * @return list<Line> "file", "line", "function" whose line it is; "ct": how often execution came to it, and
     *     "wall_ns": its wall time, callees included. Of samples "samples": their weight while the line ran or what it
     *     called, and "own_samples" without what it called, but for functions without lines, as PHP's own: these add up
     *     to "calls" of summary().
     */
    public function lines(): array {}

    /**
     * The run as a whole.
     *
     * @return Summary "mode" ("hier", "tree" or "timeline"), "started" (Unix time, seconds), "wall_ns" and the like of
     *     main(), "calls", "functions", "pairs", "nodes" (call paths), "own_cost_ns" (estimated cost of recording these
     *     calls, part of the times above), "runs" (that it sums up), "unrecorded_calls" and "truncated_calls" (see
     *     xhprof_info()); with XHPROF_FLAGS_ALLOC "alloc_interval" (mean bytes between two samples, 0 for every block),
     *     "alloc_change_bytes" (growth of the memory in use), "alloc_peak_bytes" (its maximum since the start),
     *     "outside_frees" and "outside_bytes" (blocks freed that were allocated before the run or in a pause),
     *     "lost_allocs" (blocks that could not be recorded); of a timeline "timeline_events" and "lost_timeline_events"
     *     (after it was full); of samples "custom", the weight of those that xhprof_sample() took, "share_error_points"
     *     and "cpu_share_error_points" (the greatest of functions(); 100 without a sample), "inferred_ns" (time off the
     *     CPU that no look saw, charged to where the thread was last seen; only if there is some), "effective_samples":
     *     how many of equal weight would be as exact, (Σw)²/Σw² of the weights, and "share_samples_most": errors of
     *     shares take no more of them into account, 2,500 or 10,000; "gc", the garbage collector: "runs" and
     *     "collected" values in this run, from PHP 8.3 on the time of these runs, "collector_ns", and in it of
     *     destructors and of freeing; the "threshold" of roots at which it runs next and the "roots" at the end, each
     *     with its value "before" the run; with the option "lines" their number, "lines", and "missed_line_calls"
     *     (calls of chosen functions too deep on the C stack to see their lines)
     */
    public function summary(): array {}

    /**
     * The request that was profiled, if it was saved with the run as "json" or "xhgui", as XHGui has it: "url", "get",
     * "SERVER" and more; and "xhprof" with the run's id, method, status and so on.
     * docs/production-reference.md says what is saved.
     *
     * @return array<string, mixed>|null null if it is unknown
     */
    public function meta(): ?array {}

    /**
     * The call paths of the run, each with what it cost without its callees: rows that can be added up over many runs.
     *
     * @return array
     * @phpstan-return list<Stack> "frames": the functions, main() first; no two rows have the same. "samples": of a
     *     profile of calls their number. "cpu_ns" is 0 if it was not recorded. Rows add up to the run: where a fiber
     *     was resumed by another function, what its caller has too little is taken from that one's callers, in the end
     *     from main().
     * @throws \RuntimeException if the run has no call paths
     */
    public function stacks(): array {}

    /**
     * The call paths of the run, a row for each: callers before their callees, main() first.
     *
     * @return array
     * @phpstan-return list<Node> "parent": the caller's place in the list, null for main(); "function": its name;
     *     "calls": on this path, of samples their number with callees, and "own_samples" without; "wall_ns" and so on
     *     with callees, "own_wall_ns" and so on without, in nanoseconds and bytes; "min_wall_ns", "max_wall_ns": of one
     *     call, null if unknown: keys as in functions(), also those of events; "call_line": of the first call, in the
     *     caller's code; of samples "own_line": in the function, that ran or called on, so that paths which differ by
     *     lines have rows of their own; "file", "line": of the declaration, null for internal functions.
     * @throws \RuntimeException if the run has no call paths
     */
    public function nodes(): array {}

    /**
     * The allocation sites of a run with XHPROF_FLAGS_ALLOC; an empty array without it. A row for each caller
     * and callee or, in a tree, for each call path.
     *
     * @param string $by the order, the greatest first: bytes alive at the end ("live"), bytes allocated ("total"),
     *     blocks ("count"), bytes alive when memory in use was at its maximum ("peak"), blocks freed right after they
     *     were allocated ("temporary")
     * @param int $limit the number of rows; 0: all
     * @return list<Site>
     *     "function", "file", "line": the allocating function, and its declaration,
     *     "caller": null for main(); or in a tree
     *     "path": the functions from main() on,
     *     "allocs", "frees", "live": blocks, "alloc_bytes", "freed_bytes", "live_bytes": their bytes,
     *     "peak_bytes", "temporary": as above. Estimates in a sampled run.
     * @throws \ValueError if the order is unknown, or the limit is below 0
     */
    public function allocations(string $by = "live", int $limit = 0): array {}

    /**
     * Sums up this run and others. The result has call paths if all of them have, and the meta() that all
     * agree on. Peaks are those of the run with the highest.
     *
     * @throws \ValueError if some are of samples and others of calls
     * @throws \RuntimeException if they are more runs than an int can count
     */
    public function merge(Profile ...$profiles): Profile {}

    /**
     * The same run with fewer rows, for views and exports. All time stays: see docs/profile-object.md.
     *
     * @param mixed[] $options
     *     "hide": files whose functions have no rows; their time, and that of internal functions they call, goes to
     *         their callers. "vendor/" and "*" is any file below a folder "vendor",
     *     "hide_functions": functions that have no rows: names, or patterns as in "ignored_functions" of
     *         xhprof_enable(),
     *     "fold": files whose functions become one frame for each library, "[vendor/symfony]", with their time, and
     *         that of internal functions they call; its calls are those from outside,
     *     "components": rules for components(), before those of the run: "src/Billing/*=billing",
     *     "rename": array<string, string>: other names for functions, before all else; those that then have one name
     *         are one, and a timeline whose paths become one is lost,
     *     "threshold": a share of the whole wall time, from 0 to 1; call paths under it, or without call paths
     *         functions, become calls of "(left out)",
     *     "from_ns", "to_ns": only this part of the time since the start; needs a timeline or samples. Calls are those
     *         that ran in it; a run of calls has no other metrics than wall time, with the overhead, and memory then,
     *     "lane": only this fiber, or process of a recording; 0 is the program itself, or the first.
     *     summary() then has "hidden_calls" (that have no row), "left_out" (call paths, or functions) and
     *     "left_out_ns" (their wall time).
     * @throws \TypeError if an option is of another type
     * @throws \ValueError if an option is unknown, a pattern is no regular expression, or a number is out of range
     * @throws \RuntimeException if functions are to be hidden in a run without call paths, or the run knows no times
     */
    public function reduce(array $options): Profile {}

    /**
     * The change in each function's cost since an earlier run; the greatest change of own wall time first.
     * Keys as in functions(), except "min_wall_ns" and "max_wall_ns", for the metrics that both runs have. A
     * function that one of them lacks counts as 0 there. Merged runs count with their average.
     *
     * @return array<string, FunctionChange>
     * @throws \ValueError if one is of samples and the other of calls
     */
    public function diff(Profile $before): array {}

    /**
     * The samples that were taken beside the calls of this run, by the option "beside".
     * docs/sampling.md#beside-a-profile-of-calls
     *
     * @return Profile|null null if there are none
     */
    public function sampled(): ?Profile {}

    /**
     * What recording calls distorts: each function's share of the time, without callees, as it was recorded and in
     * samples of the same run. The greatest difference first.
     *
     * @param Profile|null $samples a profile of samples of the same program; null: those of sampled()
     * @return array
     * @phpstan-return Distortion "clock": what the shares are of, "wall" or "cpu" time; "compensated": whether this
     *     run's times are without the profiler's overhead; "samples": how many of them are of the program; "profiler":
     *     the share of samples that fell into the profiler itself, which are left out; "distorted": how many functions
     *     are. Of each function
     *     "traced": its share with the overhead; "compensated": without it, null if what a call costs is not known;
     *     "sampled", and the interval in which the truth lies 95 of 100 times, from "low" to "high"; "ratio": of the
     *     run's share to the sampled one, null without a sample; "distorted": they differ by more than three standard
     *     errors. All shares are of 1.
     * @throws \RuntimeException if there are no samples, or they are of CPU time and the calls have none
     */
    public function distortion(?Profile $samples = null): array {}

    /**
     * Exports the run in a format of other tools; docs/formats.md describes each.
     *
     * @param string $format "xhprof", "xhgui", "json", each also with ".gz", or "callgrind"; "folded", "speedscope" or
     *     "pprof" of a run with XHPROF_FLAGS_TREE, "folded-live" and "folded-alloc" with XHPROF_FLAGS_ALLOC too;
     *     "perfetto", "chrome" or "log" with XHPROF_FLAGS_TIMELINE
     * @param resource|string|null $to a path, a URL that PHP can open, or a stream. A file appears once it is
     *     complete, or not at all.
     * @param mixed[]|null $meta the request, in place of the run's own, in "xhgui", "json" and "html", and for the tags
     *     of "pprof": "url", "SERVER", "env", "get", "request_ts_micro" (when the run began) and more, as in XHGui.
     *     Missing keys get defaults.
     * @param mixed[] $options of "pprof"; other formats have none:
     *     "labels" => array<string, string>: of each sample, in place of the tags of the run's request,
     *     "values" => "all"|"times"|"allocations": all by default; "times" are all but allocations,
     *     "started_ns", "duration_ns" => int: Unix time and length in nanoseconds, in place of the run's,
     *     "max_samples", "max_bytes" => int: limits of a file, bytes before it is packed. The result is a list of files
     *         then: each sample is in one of them, and each file begins a nanosecond after the one before. A larger
     *         sample has a file of its own.
     * @phpstan-param PprofOptions $options
     * @return string|list<string>|null the text, if $to is null; with a limit the texts
     * @phpstan-return ($options is array{max_samples: int}|array{max_bytes: int} ? list<string> : string|null)
     * @throws \TypeError if an option is of another type, or "values" another word
     * @throws \ValueError if the format or an option is unknown, a number is out of range, $to is given with a limit,
     *     or $meta is not as in XHGui
     * @throws \RuntimeException if the run lacks a metric that the format or "values" needs, or could not be written
     */
    public function export(string $format, $to = null, ?array $meta = null, array $options = []): string|array|null {}

    /**
     * Loads a run that export() wrote as "json" or "json.gz". For "xhprof" and "xhgui", pass the result of
     * unserialize() or json_decode() to fromPairs().
     *
     * @throws \RuntimeException if the file cannot be read, or has no such run
     */
    public static function load(string $file): Profile {}

    /**
     * Loads a run as load() does, from the bytes of such a file, which need not be trusted. The setting
     * xhprof.max_load_bytes limits them, and the memory that the run takes.
     *
     * @throws \ValueError if they are no such run, damaged or too large; the message says which
     */
    public static function parse(string $bytes): Profile {}

    /**
     * The first line of a file of export() to "json" or "json.gz": the run without its tables, which is not read. So a
     * folder of 100,000 runs is listed in a second. docs/formats.md has the keys: "mode", "started_ns", "total", "meta"
     * and more.
     *
     * @param array|null $only decodes these values alone, ["version", "total.wall_ns", "meta.url"], which is faster; no
     *     key in them may have a point. Damage elsewhere in the line is not seen.
     * @phpstan-param list<string>|null $only
     * @return array{file: array{bytes: int, time: int, whole: bool}, format?: string, version?: mixed, mode?: mixed,
     *     started_ns?: mixed, total?: mixed, meta?: mixed}|null with "file" => ["bytes", "time", "whole"] as well,
     *     which is false if the end of the file is missing; null if the file cannot be read, is a symlink or a folder,
     *     or has no such line
     */
    public static function head(string $file, ?array $only = null): ?array {}

    /**
     * Makes a run from the classic array of xhprof_disable() and pairs(): times in microseconds, without file,
     * line and call paths.
     *
     * @param mixed[] $pairs "main()" and "caller==>callee" to "ct", "wt" and, if they were recorded, "cpu", "mu"
     *     and "pmu", all ints. Other columns are ignored.
     * @param mixed[]|null $meta the request, as for export()
     * @throws \TypeError if a row is not an array, or a number not an int
     * @throws \ValueError if "main()" or a number is missing, a number is out of range, or $meta is not as in XHGui
     */
    public static function fromPairs(array $pairs, ?array $meta = null): Profile {}

    /**
     * Makes a run of samples, mode "sample", from stacks(), or from rows like these that were added up elsewhere.
     *
     * @param mixed[] $stacks each with "frames", names, the outermost first, and the ints "samples", "wall_ns" and
     *     "cpu_ns". Rows of the same frames are added up; those that do not begin with main() go below it. Other
     *     columns are ignored.
     * @param mixed[]|null $meta the request, as for export()
     * @param float|null $effectiveSamples "effective_samples" of summary(); without it each sample counts as one
     * @param mixed[] $functions name of a function to its "file" and "line", as rows of functions() have them; others
     *     have none
     * @throws \TypeError if a row or its frames are no array, a frame or file is no string, or a number no int
     * @throws \ValueError if there are no frames, a name is empty, a number is below 0, numbers add up to 2**62 or
     *     more, $meta is not as in XHGui, or the effective samples are no number above 0
     */
    public static function fromStacks(array $stacks, ?array $meta = null, ?float $effectiveSamples = null,
        array $functions = []): Profile {}

    /**
     * The service that a function asks, by its name in a run, with or without a text: "PDO::query#SELECT ?".
     *
     * @return array{function: string, kind: "sql"|"redis"|"memcached"|"http", text: ?string}|null the name without the
     *     text, and the text, also of functions that always send the same, as PDO::commit; a null text was not
     *     recorded. Null if it asks none, and for a function of files without a text, which is a URL.
     */
    public static function sends(string $function): ?array {}

    /**
     * What an internal function does outside of the process, by its name without a text.
     *
     * @return array{waits_for: "sleep"|"lock"|"child"|"database"|"network"|"event"|"session"|"stream"|null,
     *     changes: bool, takes: bool, handles_statement: bool, serves_many: bool} the kind of thing that a call may
     *     wait for, null if none is known; whether it changes files, or asks for a change elsewhere, other than by
     *     SQL; whether it takes what it reads from a queue; whether it prepares or sends an SQL statement, or reads
     *     its result; and whether it sends or awaits many requests at once, as curl_multi_exec() does
     */
    public static function outside(string $function): array {}

    /**
     * The formats of export(): those that keep a run come first, and the one that keeps most.
     *
     * @return array<string, mixed[]> by name. "endings": of files, [".pb.gz", ".pprof"]; xhprof gives its own the
     *     first. "needs": what the run must have recorded, some of "paths", "allocations" and "timeline".
     *     "keeps_run": a run can be read back from it. "shows_samples": a run of samples can be exported to it.
     *     "is_packed": by gzip. "is_available": false if that needs zlib, and this build has none.
     * @phpstan-return array<string, Format>
     */
    public static function formats(): array {}
}

/**
 * The ring of a live process: what it does now, and where it spends its time; of a dead one, what it did last. The
 * process notices nothing. docs/ring-format.md has the format.
 *
 * @phpstan-type Request array{number: int, began: float, elapsed_ns: int|null, method: string, uri: string,
 *     memory_bytes: int, peak_bytes: int, tags: array<string, string>, trace: string|null, span: string|null,
 *     marks: array<string, MarkSum>, is_torn: bool}
 * @phpstan-type Sampling array{is_on: bool, source: string, sampled_by?: string, reason?: string, clock: string,
 *     asked_ns: int, interval_ns: int, on_ns: int, until_ns: int, readers: int, samples: int, weight_ns: int,
 *     late: int, cut: int, handler_ns: int, helper_ns: int, budget: float, armed: int, dumps: int, refused: int,
 *     snapshots_refused: int}
 * @phpstan-type Status array{pid: int, tid: int, start: int, made: float, uid: int, allowed: list<string>,
 *     sapi: string, pool: string, php: string, is_alive: bool|null, is_from_outside: bool, state: string,
 *     request: Request, ended: array{requests: int, wall_ns: int, cpu_ns: int}, sampling: Sampling,
 *     ring: array{bytes: int, head: int, position: int, lost_bytes: int, damaged: int, functions: int,
 *     functions_lost: int}}
 * @phpstan-type Ended array{number: int, began: float, wall_ns: int, cpu_ns: int, peak_bytes: int, status: int|null,
 *     method: string, uri: string, tags: array<string, string>, trace: string|null, span: string|null,
 *     marks: array<string, MarkSum>}
 * @phpstan-type MarkSum array{count: int, time?: float, duration_ns: int, longest_ns: int, amount: int, limit: int,
 *     text: string}
 * @phpstan-type Mark array{time: float, request: int, kind: string, count: int, duration_ns: int, amount: int,
 *     limit: int, text: string}
 * @phpstan-type Stack array{time: float, age_ns: int, weight_ns: int, flags: list<string>, request: int,
 *     wait: string|null, frames: list<array{function: string, file: string|null, line: int|null}>}
 *
 * @strict-properties
 * @not-serializable
 */
final class Ring
{
    /** Made by open(). */
    private function __construct() {}

    /**
     * Opens the ring of a process, "<pid>-<start>.data" in its xhprof.live_dir.
     *
     * @param bool $fromStart whether read() begins with the oldest sample that is still there; else with the next one
     * @param int|null $position begin there instead, where a reader of this ring once stood: "position" of status()
     * @param float|null $since begin at this Unix time instead: of a sample that stands for time before as well, read()
     *     counts the rest
     * @param string|null $trace read() counts samples of this trace only: 32 lower-case hexadecimal digits
     * @throws \ValueError if the position is negative, the time no number, or the trace no id
     * @throws \RuntimeException if it cannot be read, is no ring, is damaged, or has another version of the format
     */
    public static function open(string $file, bool $fromStart = false, ?int $position = null, ?float $since = null,
        ?string $trace = null): Ring {}

    /**
     * The state of the process at this moment.
     *
     * @return array
     * @phpstan-return Status "start" is the process' start time as in the file's name. "is_alive" is null where it
     *     cannot be known: from another pid namespace, if its FIFO may not be opened. "state" is "idle", "running",
     *     "shutdown" or "ended". "elapsed_ns" is null between requests, and of a dead process. "on_ns" and "until_ns"
     *     are times of hrtime(). "budget" is in percent. "position": how far this object has read, of the "head" bytes
     *     ever written. "lost_bytes": overwritten before read() came to them; "damaged": blocks of 16 KiB whose rest
     *     made no sense. "is_torn": the request's description is half written.
     * @throws \RuntimeException if the file was truncated meanwhile
     */
    public function status(): array {}

    /**
     * Adds up what was sampled, for read() to return later: before the process overwrites it.
     *
     * @param string $by as for read()
     * @return int how many bytes were written to the ring meanwhile
     * @throws \ValueError as read()
     */
    public function collect(string $by = ""): int {}

    /**
     * The samples since the last read(), or open(). Profiles have mode "sample"; their counts are samples, their
     * times what the samples stand for. They are parts of a run: merged, by Profile::merge(), they are one run.
     *
     * @param string $by what samples are told apart by: "" nothing, "uri", "method uri", "tag:KEY" of xhprof_tag(), or
     *     "tags", all of these together: then a key of the result is "KEY\0VALUE\0KEY\0VALUE\0", as the process set
     *     them first, and "" without tags
     * @return array<string, Profile> a profile for each value; with "" one, of key "". Samples without the value are
     *     under "(none)", those of more than 1,000 values in one read() under "(other)", as are with "tags" those whose
     *     tags are not known any more.
     * @throws \ValueError if $by is none of these, or another one than of collect()
     */
    public function read(string $by = ""): array {}

    /**
     * The newest sample of the stack, innermost frame first.
     *
     * @return array|null null if there is none
     * @phpstan-return Stack|null "flags": "off_cpu", "waits_for_cpu", "cut", "dump", "repeated", "inferred",
     *     "displaced": see docs/ring-format.md
     */
    public function stack(): ?array {}

    /**
     * The newest samples, the newest first, each as stack() returns it.
     *
     * @return array
     * @phpstan-return list<Stack>
     * @throws \ValueError if $limit is not from 1 to 1000000
     */
    public function stacks(int $limit): array {}

    /**
     * The requests that are over, as far as the ring still has them, the newest first: whether samples were taken or
     * not.
     *
     * @return array
     * @phpstan-return list<Ended> times are exact; "began" is Unix time; "status" is that of HTTP, or the exit status
     *     of a command, null if the program did not tell; "marks" has the sums of marks() by kind: "gc", "compile",
     *     "eval", "exception", "memory" near its limit, "out_of_memory", "opcache_restart", "opcache_full"; their
     *     "text" is that of the longest
     * @throws \ValueError if $limit is not from 1 to 1000000
     */
    public function requests(int $limit = 1000): array {}

    /**
     * What happened in requests and is no call, as far as the ring still has it, the newest first: collections of
     * garbage, compilations of at least a millisecond, exceptions and so on, of each request the first 16 of a kind.
     *
     * @return array
     * @phpstan-return list<Mark> "time" is Unix time, at its end
     * @throws \ValueError if $limit is not from 1 to 1000000
     */
    public function marks(int $limit = 1000): array {}

    /**
     * The samples of one request that are still in the ring. Its time is that of the request: what no sample accounts
     * for is the function "(not sampled)". An open request, as of a process that died, has its time up to its newest
     * sample.
     *
     * @param int $number as of requests(), stacks(), or status()["request"]
     * @return Profile|null null if the ring does not have that request any more
     */
    public function request(int $number): ?Profile {}

    /**
     * Sends a message to the process: ["sample" => ["interval_ns" => int, "clock" => "wall"|"cpu", "lease_ms" => int]]
     * samples until lease_ms from now, 60,000 at most, and 0 takes the wish back; with "budget" => int among these it
     * may spend that percentage of CPU time, 25 at most, in place of its xhprof.live_budget, if its xhprof.live_allow
     * has the word budget; ["dump" => true] writes one sample now; ["snapshot" => true] writes a heap snapshot to
     * xhprof.output_dir; ["locals" => true] writes the variables of the open calls beside the ring, as .locals for its
     * own user; ["arm" => ["requests" => int, "uri" => string]] profiles the next requests whole, those that match the
     * pattern, if there is one. Each object is a reader with wishes of its own.
     *
     * @return bool false if the process is gone
     * @throws \ValueError if the message is none of these
     * @throws \RuntimeException if it is not permitted, xhprof.live_allow of the process does not have it, or the
     *     process does not read its messages
     */
    public function control(array $message): bool {}
}

/**
 * The samples of many rings, added up by the tags of their requests. Functions and stacks are kept once, however many
 * rings have them: for readers that look into all processes of a machine, all the time.
 *
 * @strict-properties
 * @not-serializable
 */
final class Tally
{
    public function __construct() {}

    /**
     * Adds what a ring's process has written since it was read the last time, here or by Ring::read().
     *
     * @param string $label sets the samples apart from those of rings with other labels
     * @return array{samples: int, wall_ns: int, bytes: int} what was added, and how many bytes of the ring that were
     */
    public function read(Ring $ring, string $label = ""): array {}

    /**
     * As read() of each, in a child process that may do nothing else: under seccomp, with limits of CPU time and
     * memory, and three seconds for a ring. One that its reader does not survive is left as it was, and the others are
     * read.
     *
     * @param bool $ownChild a new child, which ends: no other ring can have taken it over
     * @param array $rings with their labels
     * @phpstan-param array<array-key, array{Ring, string}> $rings
     * @return array<array-key, array{samples: int, wall_ns: int, bytes: int}|string> as of read(), or why a ring was
     *     not read
     */
    public function readAll(array $rings, bool $ownChild = false): array {}

    /**
     * How readAll() read the last time.
     *
     * @return string "seccomp"; "limits", a child without seccomp; "process", one without both; or "none", no child
     */
    public function reader(): string {}

    /**
     * All that was added since the last time.
     *
     * @return list<array{label: string, tags: string, trace: string|null, span: string|null, profile: Profile}> in the
     *     order of their first samples; "tags" as the keys of Ring::read("tags"), and "(other)" for those of more than
     *     1,000. The 200 traces with the most time have rows of their own, for each span; null is of the others.
     *     Profiles as of Ring::read(). Samples whose stacks found no room, beyond 2 million frames of different stacks,
     *     are main()'s own and "truncated_calls" of summary()
     */
    public function take(): array {}
}

/**
 * A process that runs PHP without a module of ours, read from outside while it goes on: its ring, for Ring and all
 * commands, is written by this process. Nothing in it is stopped, written or loaded. For `xhprof live`, `dump` and
 * `record`; Linux only.
 *
 * @strict-properties
 * @not-serializable
 */
final class Attachment
{
    /**
     * The code of a process that blocks its reader. Each further attempt would leave another thread of this process
     * behind, which waits as long as that process likes.
     *
     * @var int
     */
    public const BLOCKED = 1;

    /** Attachments come from open(). */
    private function __construct() {}

    /**
     * Makes its ring in the folder, PID-START.data and .ctl, which go with the object. It has samples while run() runs.
     *
     * @param string $folder absolute, of this user
     * @throws \RuntimeException if there is no such process, it does not run PHP, or a version that is not known, or
     *     this user may not read its memory; the message says what to do
     * @throws \ValueError if $pid is no number of a process
     */
    public static function open(int $pid, string $folder): Attachment {}

    /**
     * Opens them side by side: those that block their reader take the time of one.
     *
     * @param int[] $pids
     * @return array<int, Attachment|array{reason: string, code: int}> by pid; why it cannot be read, as the message of
     *     open() has it after the pid, and BLOCKED or 0
     * @throws \ValueError
     */
    public static function openAll(array $pids, string $folder): array {}

    /**
     * Looks at the processes as readers of their rings request it, for so long, or until a signal comes.
     *
     * @param Attachment[] $attachments
     * @param int $milliseconds up to an hour
     * @throws \TypeError|\ValueError
     */
    public static function run(array $attachments, int $milliseconds): void {}

    /** True: the process has ended. */
    public function isOver(): bool {}
}

}
