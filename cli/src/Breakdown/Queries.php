<?php
declare(strict_types=1);

namespace XHProf\Cli\Breakdown;

use XHProf\Profile;

/**
 * The queries of a run: SQL, commands of Redis and Memcached, URLs. Calls with equal texts are one query. A call that a
 * function makes to pass on its own text is not counted again.
 *
 * @phpstan-import-type FunctionRow from Profile
 * @phpstan-import-type Node from Profile
 * @phpstan-type Sent array{function: string, kind: string, text: string|null}
 */
final class Queries
{
	private const OTHER = '(other)';

	/** @var array<string, Query> by "kind text", the one with most time first */
	public readonly array $all;

	/**
	 * True: callers are those of call paths. False: a query has its direct callers, or the callers above these as far
	 * as there is only one.
	 */
	public readonly bool $hasPaths;

	/** @var array<string, int> calls without a text, by function: the text could not be known, or was not recorded */
	public array $withoutText = [];

	/**
	 * The time of the functions that send and await all requests of curl_multi. For a single one of these requests only
	 * the number of calls is known.
	 */
	public readonly int $multiNs;

	/** The number of calls with the text "(other)", which stands for texts beyond a limit. */
	public int $otherCalls = 0;

	/** @var array<string, FunctionRow> */
	private readonly array $functions;

	/** @var array<string, Query> */
	private array $found = [];

	private readonly bool $isSampled;

	/** False: no function has a file, as in the formats of xhprof, which have only names. */
	private readonly bool $hasFiles;

	public function __construct(Profile $run)
	{
		$this->functions = $run->functions();
		$this->hasFiles = array_filter(array_column($this->functions, 'file')) !== [];
		$this->isSampled = $run->summary()['mode'] === 'sample';
		$this->multiNs = array_sum(array_column(array_filter($this->functions,
			static fn (string|int $name): bool => Profile::outside((string) $name)['serves_many'],
			ARRAY_FILTER_USE_KEY), 'wall_ns'));
		$this->hasPaths = $run->summary()['nodes'] > 0;
		if ($this->hasPaths) {
			$this->readPaths($run->nodes());
		} else {
			$this->readPairs($run);
		}
		uasort($this->found, static fn (Query $a, Query $b): int => [$b->wallNs, $b->calls, $a->text]
			<=> [$a->wallNs, $a->calls, $b->text]);
		$this->all = $this->found;
	}

	/** Why there is no query; null: there is one. */
	public function whyNone(): ?string
	{
		if ($this->all !== []) {
			return null;
		}
		if ($this->isSampled) {
			return 'samples have no texts: xhprof run --mode tree records them';
		}
		if ($this->withoutText !== []) {
			return 'the texts of ' . array_sum($this->withoutText)
				. ' queries were not recorded: xhprof run and xhprof.collect_additional_info=1 record them';
		}
		$internal = array_filter($this->functions,
			static fn (array $row, string|int $name): bool => $row['file'] === null
				&& preg_match('/^(?:main\(\)|\(|\{|load::|eval::|run_init::)/', (string) $name) !== 1,
			ARRAY_FILTER_USE_BOTH);

		return $internal === [] && count($this->functions) > 1
			? 'this run has no internal functions, which send queries: leave out no-builtins' : 'no queries';
	}

	/** @param list<Node> $nodes */
	private function readPaths(array $nodes): void
	{
		foreach ($nodes as $node) {
			$sent = Profile::sends($node['function']);
			if ($sent === null || $node['parent'] === null) {
				continue;
			}
			$path = self::above($nodes, $node['parent']);
			$names = array_column($path, 'function');
			if (!self::isSentOn($sent, $names)) {
				$caller = $path[$this->outside($path, $sent)];
				$this->add($sent, $node['calls'], $node['wall_ns'], $node['max_wall_ns'],
					new QueryPath($caller['function'], $caller['file'], $caller['line'],
						$node['function'], array_reverse($names)));
			}
		}
	}

	/**
	 * @param list<Node> $nodes
	 * @return non-empty-list<Node> the caller first, main() last
	 */
	private static function above(array $nodes, int $number): array
	{
		$path = [$nodes[$number]];
		while (($number = $nodes[$number]['parent']) !== null) {
			$path[] = $nodes[$number];
		}

		return $path;
	}

	private function readPairs(Profile $run): void
	{
		foreach ($this->functions as $name => $row) {
			$sent = Profile::sends((string) $name);
			if ($sent === null) {
				continue;
			}
			foreach ($run->neighbours((string) $name)['callers'] as $caller => $calls) {
				if (!self::isSentOn($sent, [(string) $caller])) {
					$path = $this->onlyPath($run, (string) $caller);
					$outer = $path[$this->outside($path, $sent)];
					$this->add($sent, $calls['calls'], $calls['wall_ns'], $row['max_wall_ns'],
						new QueryPath($outer['function'], $outer['file'], $outer['line'],
							(string) $name, [(string) $caller]));
				}
			}
		}
	}

	/**
	 * The function and the callers above it, as long as there is only one.
	 *
	 * @return non-empty-list<array{function: string, file: string|null, line: int|null, calls: int}>
	 */
	private function onlyPath(Profile $run, string $name): array
	{
		$path = [];
		do {
			$row = $this->functions[$name] ?? ['file' => null, 'line' => null, 'calls' => 1];
			$path[$name] = ['function' => $name, 'file' => $row['file'], 'line' => $row['line'],
				'calls' => $row['calls']];
			$callers = array_keys($run->neighbours($name)['callers']);
			$name = (string) ($callers[0] ?? '');
		} while (count($callers) === 1 && !isset($path[$name]));

		return array_values($path);
	}

	/**
	 * The place in the path of the caller that is responsible: the first one outside libraries, and outside a class
	 * that wraps the sending function. If there is none, the first one outside the package, or the file, of the direct
	 * caller; else main().
	 *
	 * @param non-empty-list<array{function: string, file: string|null, ...}> $path
	 * @param Sent $sent
	 */
	private function outside(array $path, array $sent): int
	{
		$wrapper = self::method($path[0]['function']) === self::method($sent['function'])
			? strstr($path[0]['function'], '::', true) : false;
		$numbers = [];
		foreach ($path as $number => $frame) {
			if (($frame['file'] !== null || !$this->hasFiles)
				&& ($wrapper === false || !str_starts_with($frame['function'], "$wrapper::"))) {
				$numbers[] = $number;
			}
		}
		foreach ($numbers as $number) {
			if (!Library::has((string) $path[$number]['file'])) {
				return $number;
			}
		}
		$first = Library::part((string) $path[0]['file']);
		foreach ($numbers as $number) {
			if (Library::part((string) $path[$number]['file']) !== $first) {
				return $number;
			}
		}

		return count($path) - 1;
	}

	/** The method of a name, in lower case; null: it is a function. */
	private static function method(string $name): ?string
	{
		$method = strrchr($name, '::');

		return $method === false ? null : strtolower($method);
	}

	/**
	 * @param Sent $sent
	 * @param list<string> $callers
	 */
	private static function isSentOn(array $sent, array $callers): bool
	{
		foreach ($sent['text'] === null ? [] : $callers as $caller) {
			$outer = Profile::sends($caller);
			if ($outer !== null && $outer['kind'] === $sent['kind'] && $outer['text'] === $sent['text']) {
				return true;
			}
		}

		return false;
	}

	/** @param Sent $sent */
	private function add(array $sent, int $calls, int $wallNs, ?int $longestNs, QueryPath $path): void
	{
		['function' => $function, 'kind' => $kind, 'text' => $text] = $sent;
		if ($text === null) {
			$this->withoutText[$function] = ($this->withoutText[$function] ?? 0) + $calls;
			return;
		}
		$this->otherCalls += $text === self::OTHER ? $calls : 0;
		$query = $this->found["$kind $text"] ??= new Query($kind, $text);
		$query->add($function, $calls, $wallNs, $longestNs, $path);
	}
}
