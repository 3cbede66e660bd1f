<?php

/** @generate-class-entries */

namespace XHProf;

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
