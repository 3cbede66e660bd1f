<?php
declare(strict_types=1);

namespace XHProf\Fleet\ClickHouse;

use XHProf\Cli\Bytes\Varint;
use XHProf\Fleet\Agent\Batch;
use XHProf\Fleet\Agent\BatchPart;
use XHProf\Profile;

/**
 * A batch as rows of the tables, in RowBinary. Rows with the same key are added up here, because the engine keeps only
 * one of them.
 */
final class Rows
{
	/** A traced run may have recorded allocations as well. */
	private const KINDS = ['samples' => ['samples'], 'trace' => ['samples', 'allocs'], 'alloc' => ['allocs']];

	/** In this order: tables that others refer to come first. */
	private const TABLES = ['stacks', 'series', 'functions', 'samples', 'allocs'];

	/** @var array<string, Body> by table */
	private array $bodies = [];

	/** @var array<string, string> by table */
	private array $packed = [];

	/** @var array<string, true> the stacks, series and functions of this batch that are to be sent, by their 8 bytes */
	private array $stacks = [];

	/** @var array<string, true> services and functions whose place was added already */
	private array $functions = [];

	/** @var array<int, true> parts whose functions were added already, by spl_object_id() */
	private array $placed = [];

	/**
	 * @param \Closure(string): bool $isKnown whether the store has a stack or series already, by its 8 bytes
	 */
	public function __construct(private readonly Batch $batch, private readonly \Closure $isKnown)
	{
		$groups = [];
		foreach ($batch->parts as $part) {
			foreach (self::KINDS[$part->kind] ?? [] as $table) {
				$groups[($table === 'samples' ? "$part->trace $part->span" : '') . " $table"
					. strrev(hash('xxh64', $part->series->id() . "\0" . self::kind($part, $table), true))][] = $part;
			}
		}
		foreach ($groups as $key => $parts) {
			$this->add(substr((string) strrchr(substr($key, 0, -8), ' '), 1), substr($key, -8), $parts);
		}
		foreach (array_intersect(self::TABLES, array_keys($this->bodies)) as $table) {
			$this->packed[$table] = $this->bodies[$table]->end();
		}
		$this->bodies = [];
	}

	/** @return array<string, string> the rows of each table as gzip, in the order in which they are to be sent */
	public function packed(): array
	{
		return $this->packed;
	}

	/** @return list<string> stacks, series and functions of the rows, 8 bytes each */
	public function sent(): array
	{
		return array_map(strval(...), array_keys($this->stacks));
	}

	public static function takes(string $kind): bool
	{
		return isset(self::KINDS[$kind]);
	}

	/**
	 * @param string $table "samples" or "allocs"
	 * @param non-empty-list<BatchPart> $parts
	 */
	private function add(string $table, string $series, array $parts): void
	{
		$sums = [];
		foreach ($parts as $part) {
			$sums = $table === 'samples' ? $this->addStacks($part->profile, $sums)
				: $this->addSites($part->profile, $sums);
		}
		if ($sums === []) {
			return;
		}
		$this->addSeries($parts[0], $table, $series);
		foreach ($parts as $part) {
			$this->addFunctions($part);
		}
		$before = self::text($parts[0]->series->service) . pack('V', $this->batch->from) . $series;
		$isTraced = $table === 'samples';
		[$trace, $span] = $isTraced ? [$parts[0]->trace, $parts[0]->span] : ['', ''];
		$after = pack('P', $this->batch->agent ^ $this->batch->number ^ self::partOf($trace, $span));
		$ids = $isTraced ? self::text($trace) . self::text($span) : '';
		foreach ($sums as $stack => $numbers) {
			$this->put($table, $before . $stack . $after . pack('P*', ...$numbers) . $ids);
		}
	}

	/**
	 * The sorting key does not have the trace, so the rows of each trace and span get a number of their own in the
	 * column "part".
	 */
	private static function partOf(string $trace, string $span): int
	{
		return $trace === '' ? 0 : (int) hexdec(substr(hash('xxh64', "$trace $span"), 0, 15));
	}

	/**
	 * @param array<string, list<int>> $sums by stack
	 * @return array<string, list<int>> samples or calls, wall and CPU time, and for samples the squares of their
	 *     weights in microseconds
	 */
	private function addStacks(Profile $profile, array $sums): array
	{
		$square = self::square($profile);
		foreach (self::stacksOf($profile) as $row) {
			$stack = $this->stack($row['frames']);
			$sum = $sums[$stack] ?? [0, 0, 0, 0];
			$sums[$stack] = [$sum[0] + $row['samples'], $sum[1] + $row['wall_ns'], $sum[2] + $row['cpu_ns'],
				$sum[3] + (int) min(ceil($square * $row['wall_ns'] / 1000), PHP_INT_MAX >> 2)];
		}

		return $sums;
	}

	/**
	 * The squares are known for a whole run only. Each path gets its share of them: this much for each microsecond of
	 * its weight.
	 */
	private static function square(Profile $profile): float
	{
		$summary = $profile->summary();

		return ($summary['effective_samples'] ?? 0.0) > 0
			? $summary['wall_ns'] / 1000 / $summary['effective_samples'] : 0.0;
	}

	/**
	 * The stacks of a profile. In a run without call paths, all functions are directly below main().
	 *
	 * @return iterable<array{frames: list<string>, samples: int, wall_ns: int, cpu_ns: int}>
	 */
	private static function stacksOf(Profile $profile): iterable
	{
		try {
			return $profile->stacks();
		} catch (\RuntimeException) {
			$stacks = [];
			foreach ($profile->functions() as $name => $row) {
				$stacks[] = ['frames' => $name === 'main()' ? [$name] : ['main()', (string) $name],
					'samples' => $row['calls'],
					'wall_ns' => max(0, $row['own_wall_ns']), 'cpu_ns' => max(0, $row['own_cpu_ns'] ?? 0)];
			}

			return $stacks;
		}
	}

	/**
	 * @param array<string, list<int>> $sums by stack
	 * @return array<string, list<int>> blocks allocated and freed, the bytes of both, and the bytes still alive
	 */
	private function addSites(Profile $profile, array $sums): array
	{
		foreach ($profile->allocations() as $site) {
			$stack = $this->stack($site['path'] ?? [...(array) ($site['caller'] ?? []), $site['function']]);
			$sum = $sums[$stack] ?? [0, 0, 0, 0, 0];
			$sums[$stack] = [$sum[0] + $site['allocs'], $sum[1] + $site['frees'], $sum[2] + $site['alloc_bytes'],
				$sum[3] + $site['freed_bytes'], $sum[4] + $site['live_bytes']];
		}

		return $sums;
	}

	/**
	 * @param list<string> $frames outermost first
	 * @return string 8 bytes
	 */
	private function stack(array $frames): string
	{
		$stack = strrev(hash('xxh64', implode("\0", $frames), true));
		if (!isset($this->stacks[$stack]) && !($this->isKnown)($stack)) {
			$this->stacks[$stack] = true;
			$this->put('stacks', $stack . self::texts($frames) . $this->today());
		}

		return $stack;
	}

	private function addSeries(BatchPart $part, string $table, string $id): void
	{
		if (isset($this->stacks[$id]) || ($this->isKnown)($id)) {
			return;
		}
		$this->stacks[$id] = true;
		$series = $part->series;
		$tags = [];
		foreach ($series->tags as $key => $value) {
			$tags[] = "$key=$value";
		}
		$this->put('series',
			$id . self::text(self::kind($part, $table)) . self::text($series->service) . self::text($series->env)
				. self::text($series->host) . self::text($series->pool) . self::text($series->php)
				. self::text($series->tags['route'] ?? '') . self::texts($tags) . $this->today());
	}

	/**
	 * Adds the place of each function. If two places have functions of one name, one of the two is kept, as in a run.
	 */
	private function addFunctions(BatchPart $part): void
	{
		if (isset($this->placed[spl_object_id($part)])) {
			return; // the part was added already, for its other table
		}
		$this->placed[spl_object_id($part)] = true;
		$service = $part->series->service;
		foreach ($part->profile->functions() as $name => $row) {
			$key = "$service\0$name";
			if ($row['file'] === null || isset($this->functions[$key])) {
				continue;
			}
			$this->functions[$key] = true;
			$id = hash('xxh64', "$key\0$row[file]\0$row[line]", true);
			if (!($this->isKnown)($id)) {
				$this->stacks[$id] = true;
				$this->put('functions', self::text($service) . self::text((string) $name) . self::text($row['file'])
					. pack('V', $row['line']) . $this->today());
			}
		}
	}

	private function put(string $table, string $row): void
	{
		($this->bodies[$table] ??= new Body())->add($row);
	}

	/** The day of the batch, not the current one, so that rows that are sent again are the same. */
	private function today(): string
	{
		return pack('v', max(0, min(65535, intdiv($this->batch->from, 86400))));
	}

	private static function kind(BatchPart $part, string $table): string
	{
		return $table === 'allocs' ? 'alloc' : $part->kind;
	}

	/** @param list<string> $texts */
	private static function texts(array $texts): string
	{
		return Varint::of(count($texts)) . implode('', array_map(self::text(...), $texts));
	}

	private static function text(string $text): string
	{
		return Varint::of(strlen($text)) . $text;
	}
}
