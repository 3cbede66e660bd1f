<?php
declare(strict_types=1);

namespace XHProf\Cli\Foreign;

use XHProf\Cli\JsonName;
use XHProf\Cli\Problem;
use XHProf\Profile;

/**
 * A run as the processed profile of Firefox's profiler, profiler.firefox.com. A timeline keeps its order, with markers
 * for the request, garbage collection, and functions with texts, such as queries. Without a timeline, each path is one
 * sample, as wide as its calls.
 */
final class FirefoxText
{
	/** The version of the format below. Newer versions of the profiler can read it. */
	private const VERSION = 55;

	/** The version of Firefox's unprocessed format from the same time. */
	private const GECKO_VERSION = 31;

	private const MS_NS = 1_000_000;
	private const MS_US = 1000;
	private const GC = '{gc}';
	private const MAIN = 'main()';

	private const CATEGORIES = [['name' => 'Other', 'color' => 'grey', 'subcategories' => ['Other']],
		['name' => 'PHP', 'color' => 'blue', 'subcategories' => ['Other']],
		['name' => 'Internal function', 'color' => 'orange', 'subcategories' => ['Other']]];

	private const SCHEMA = ['name' => FirefoxThread::MARKER,
		'display' => ['marker-chart', 'marker-table', 'timeline-overview'], 'tooltipLabel' => '{marker.name}',
		'tableLabel' => '{marker.data.text}', 'chartLabel' => '{marker.data.text}',
		'fields' => [['key' => 'text', 'label' => 'Text', 'format' => 'string']]];

	/** @throws \RuntimeException if the run has no call paths */
	public static function of(Profile $run): string
	{
		// With the clock "custom", the time between events is not measured.
		$hasTimeline = ($run->summary()['timeline_events'] ?? 0) > 0 && ($run->summary()['clock'] ?? '') !== 'custom';
		$threads = $hasTimeline ? self::timeline($run) : [self::paths($run)];
		$meta = ['interval' => 1, 'startTime' => $run->summary()['started'] * 1e3, 'processType' => 0,
			'product' => 'PHP', 'stackwalk' => 0, 'version' => self::GECKO_VERSION,
			'preprocessedProfileVersion' => self::VERSION, 'categories' => self::CATEGORIES,
			'markerSchema' => [self::SCHEMA], 'symbolicated' => true,
			'importedFrom' => 'xhprof', 'usesOnlyOneStackType' => true, 'sourceCodeIsNotOnSearchfox' => true,
			'sampleUnits' => ['time' => 'ms', 'eventDelay' => 'ms', 'threadCPUDelta' => 'ns']]
			+ (!isset($run->summary()['sampled']) ? [] : ['extra' => [['label' => 'xhprof',
				'entries' => [['label' => 'Samples', 'format' => 'string', 'value' => $run->summary()['sampled']]]]]]);

		return JsonName::encode(['meta' => $meta, 'libs' => [],
			'threads' => array_map(static fn (FirefoxThread $thread): array => $thread->data(), $threads)]) . "\n";
	}

	private static function paths(Profile $run): FirefoxThread
	{
		$table = new PathTable($run);
		$thread = new FirefoxThread('PHP', 1);
		$stacks = [];
		foreach ($table->rows as $i => $row) {
			$stacks[$i] = $thread->stack($row['parent'] === null ? null : $stacks[$row['parent']], $table->name($i),
				$row['file'], $row['line'] ?? 0);
		}
		$ns = 0;
		foreach ($table->ends() as $i) {
			$own = $table->rows[$i]['own_wall_ns'];
			$thread->sample($stacks[$i], $ns / self::MS_NS, ($ns + $own) / self::MS_NS);
			$ns += $own;
		}

		return $thread;
	}

	/** @return list<FirefoxThread> the program, and each fiber */
	private static function timeline(Profile $run): array
	{
		$lanes = [];
		foreach (self::calls($run) as $i => $event) {
			$lanes[is_int($event['tid'] ?? null) ? $event['tid'] : 1][$i] = $event;
		}
		ksort($lanes);
		$url = $run->meta()['url'] ?? null;
		$threads = [];
		foreach ($lanes as $number => $calls) {
			$threads[] = self::lane($calls, $number, is_string($url) && $url !== 'unknown' ? $url : '');
		}
		if (($run->summary()['custom'] ?? 0) > 0 && $threads !== []) {
			self::points($run, $threads[0]);
		}

		return $threads;
	}

	/** The samples of xhprof_sample(): they have weights, but no times in the timeline. */
	private static function points(Profile $run, FirefoxThread $thread): void
	{
		$stacks = [];
		foreach ($run->nodes() as $i => $node) {
			$stacks[$i] = $thread->stack($node['parent'] === null ? null : $stacks[$node['parent']],
				JsonName::text($node['function']), $node['file'], $node['line'] ?? 0);
		}
		$file = JsonText::rows(json_decode((string) $run->export('json'), true), 'the run');
		$moments = JsonText::rows($file['moments'] ?? [], '"moments"');
		[$nodes, $times, $weights, $spans] = array_map(static fn (string $key): array =>
			JsonText::rows($moments[$key] ?? [], "\"$key\""), ['node', 'at_ns', 'samples', 'span_ns']);
		foreach (array_keys($spans, 0, true) as $i) {
			$weight = JsonText::natural($weights[$i] ?? null, 'a weight') * ($run->summary()['interval_ns'] ?? 0);
			$thread->point($stacks[JsonText::natural($nodes[$i] ?? null, 'a node')],
				JsonText::natural($times[$i] ?? null, 'a time') / self::MS_NS, $weight / self::MS_NS);
		}
		$thread->sort();
	}

	/**
	 * @return list<array{ts: float, until: float, name: string, file: string|null, line: int, tid?: mixed}> in the
	 *     order of their ends
	 */
	private static function calls(Profile $run): array
	{
		$trace = json_decode((string) $run->export('chrome'), true);
		$calls = [];
		foreach (is_array($trace) && is_array($trace['traceEvents'] ?? null) ? $trace['traceEvents']
			: throw new Problem('its timeline cannot be read') as $event) {
			if (is_array($event) && ($event['ph'] ?? null) === 'X' && is_string($event['name'])
				&& is_numeric($event['ts']) && is_numeric($event['dur'])) {
				$place = is_array($event['args'] ?? null) ? $event['args'] : [];
				$calls[] = ['ts' => (float) $event['ts'], 'until' => $event['ts'] + $event['dur'],
					'name' => $event['name'], 'tid' => $event['tid'] ?? 1,
					'file' => is_string($place['file'] ?? null) ? $place['file'] : null,
					'line' => is_int($place['line'] ?? null) ? $place['line'] : 0];
			}
		}

		return $calls;
	}

	/**
	 * @param array<int, array{ts: float, until: float, name: string, file: string|null, line: int, tid?: mixed}> $calls
	 *     by the order of their ends
	 */
	private static function lane(array $calls, int $number, string $url): FirefoxThread
	{
		$thread = new FirefoxThread($number === 1 ? 'PHP' : 'fiber ' . ($number - 1), $number);
		$places = array_keys($calls);
		// If calls begin at the same time, the one that ends last contains the others.
		usort($places, static fn (int $a, int $b): int => [$calls[$a]['ts'], $b] <=> [$calls[$b]['ts'], $a]);
		$open = [];
		$now = 0.0;
		foreach ($places as $place) {
			$call = $calls[$place];
			self::close($thread, $open, $now, $call['ts']);
			$open[] = [$thread->stack($open === [] ? null : $open[count($open) - 1][0], $call['name'], $call['file'],
				$call['line']), $call['until']];
			self::mark($thread, $call, $url);
		}
		self::close($thread, $open, $now, INF);

		return $thread;
	}

	/**
	 * Ends the calls that are over, and adds the time since then to the call that is open.
	 *
	 * @param list<array{int, float}> $open stacks, and when they end
	 */
	private static function close(FirefoxThread $thread, array &$open, float &$now, float $until): void
	{
		while ($open !== [] && $now < $until) {
			[$stack, $end] = $open[count($open) - 1];
			$next = min($end, $until);
			$thread->sample($stack, $now / self::MS_US, $next / self::MS_US);
			$now = max($now, $next);
			if ($end > $until) {
				return;
			}
			array_pop($open);
		}
		$now = is_finite($until) ? max($now, $until) : $now;
	}

	/** @param array{ts: float, until: float, name: string, ...} $call */
	private static function mark(FirefoxThread $thread, array $call, string $url): void
	{
		[$name, $text] = explode('#', $call['name'], 2) + [1 => ''];
		$marker = match (true) {
			$call['name'] === self::MAIN => ['request', $url],
			$call['name'] === self::GC => ['garbage collection', ''],
			$text !== '' => [$name, $text],
			default => null,
		};
		if ($marker !== null) {
			$thread->marker($marker[0], $marker[1], $call['ts'] / self::MS_US, $call['until'] / self::MS_US);
		}
	}
}
