<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise;

use XHProf\Cli\Process\CommandLine;
use XHProf\Cli\Saved\Folder;
use XHProf\Profile;

/**
 * A run as the rules see it: its calls, and its description of PHP. Rules compare times without the profiler's own, as
 * far as that is known.
 *
 * @phpstan-import-type Row from Call
 * @phpstan-import-type Summary from Profile
 */
final class Recording
{
	/** A run with more call paths is reduced: paths with less than this share of it are merged. */
	private const MOST_PATHS = 300_000;
	private const LEAST_SHARE = 0.0002;

	/** @var Summary */
	public readonly array $summary;

	/** @var list<Call> callers before callees, in the order of their first calls; main() first */
	public readonly array $calls;

	public readonly bool $hasPaths;
	public readonly bool $isSampled;

	/** Wall time without the profiler's overhead. */
	public readonly int $wallNs;

	/** @var mixed[] what the run says of PHP: its key "xhprof" */
	private readonly array $engine;

	/** The request of the run: "GET /list", a script, or empty. */
	public readonly string $about;

	/** The overhead of recording one call. */
	private readonly float $callNs;

	public function __construct(public readonly Profile $profile)
	{
		$this->summary = $profile->summary();
		$this->isSampled = isset($this->summary['samples']);
		$this->callNs = $this->isSampled ? 0.0 : $this->summary['own_cost_ns'] / max(1, $this->summary['calls']);
		$meta = $profile->meta() ?? [];
		$this->engine = is_array($meta['xhprof'] ?? null) ? $meta['xhprof'] : [];
		$facts = Folder::factsIn(['meta' => $meta]);
		$this->about = trim("$facts[method] $facts[uri]");
		$rows = self::paths($profile, $this->summary['nodes']);
		$this->hasPaths = $rows !== null;
		$this->calls = self::linked($rows ?? self::pairs($profile));
		$this->wallNs = max(0, $this->summary['wall_ns'] - ($this->isSampled ? 0 : $this->summary['own_cost_ns']));
	}

	/**
	 * The call paths of a run that has so many of them.
	 *
	 * @return list<Row>|null null: it has none
	 */
	public static function paths(Profile $profile, int $count): ?array
	{
		try {
			return ($count > self::MOST_PATHS ? $profile->reduce(['threshold' => self::LEAST_SHARE])
				: $profile)->nodes();
		} catch (\RuntimeException) {
			return null;
		}
	}

	/**
	 * Makes a path of two functions from each pair of caller and callee. Pairs do not tell the caller's own time, nor
	 * who called the caller.
	 *
	 * @return list<Row>
	 */
	private static function pairs(Profile $profile): array
	{
		$functions = $profile->functions(false);
		$rows = [['parent' => null] + ($functions['main()'] ?? ['calls' => 1, 'wall_ns' => 0, 'own_wall_ns' => 0])
			+ ['function' => 'main()']];
		$callers = ['main()' => 0];
		foreach ($profile->pairs() as $pair => $row) {
			[$caller, $callee] = explode('==>', (string) $pair, 2) + [1 => null];
			if ($callee === null) {
				continue;
			}
			if (!isset($callers[$caller])) {
				$callers[$caller] = count($rows);
				$rows[] = ['function' => $caller, 'parent' => null, 'calls' => $functions[$caller]['calls'] ?? 1,
					'wall_ns' => 0, 'own_wall_ns' => 0, 'is_caller' => true];
			}
			$of = $functions[$callee] ?? ['wall_ns' => 0, 'own_wall_ns' => 0, 'file' => null, 'line' => null];
			// The pair's share of all calls of the callee.
			$part = $of['wall_ns'] > 0 ? min(1, 1000 * $row['wt'] / $of['wall_ns']) : 0;
			$rows[] = ['function' => $callee, 'parent' => $callers[$caller], 'calls' => $row['ct'],
				'wall_ns' => 1000 * $row['wt'], 'own_wall_ns' => (int) ($part * $of['own_wall_ns']),
				'file' => $of['file'], 'line' => $of['line']] + (isset($row['cpu'])
					? ['cpu_ns' => 1000 * $row['cpu'], 'own_cpu_ns' => (int) ($part * ($of['own_cpu_ns'] ?? 0))] : []);
		}

		/** @var list<Row> */
		return $rows;
	}

	/**
	 * @param list<Row> $rows
	 * @return list<Call>
	 */
	private static function linked(array $rows): array
	{
		$calls = [];
		foreach ($rows as $i => $row) {
			$parent = $row['parent'] ?? null;
			$calls[$i] = new Call($row, is_int($parent) ? $calls[$parent] : null, $i);
		}
		foreach (array_reverse($calls) as $call) {
			if ($call->caller !== null) {
				$call->caller->callsBelow += $call->calls + $call->callsBelow;
			}
		}

		return array_values(array_filter($calls, static fn (Call $call): bool => !isset($call->row['is_caller'])));
	}

	/** Inclusive wall time, without the profiler's overhead. */
	public function net(Call $call): int
	{
		return (int) max(0, $call->wallNs - $this->callNs * ($call->callsBelow + $call->calls / 2));
	}

	/** Exclusive wall time, without the profiler's overhead. */
	public function own(Call $call): int
	{
		return (int) max(0, $call->ownNs - $this->callNs * ($call->calls
			+ Call::total($call->callees)) / 2);
	}

	/** The time as a share of the whole run, from 0 to 1. */
	public function share(int $ns): float
	{
		return $this->wallNs > 0 ? min(1.0, $ns / $this->wallNs) : 0.0;
	}

	/**
	 * @param callable(Call): bool $is
	 * @return list<Call>
	 */
	public function those(callable $is): array
	{
		return array_values(array_filter($this->calls, $is));
	}

	/**
	 * @param list<string> $functions
	 * @return list<Call>
	 */
	public function named(array $functions): array
	{
		$names = array_fill_keys($functions, true);

		return $this->those(static fn (Call $call): bool => isset($names[$call->function]));
	}

	/** An item of the run's description of PHP, such as "opcache" or "sapi"; null: the run does not have it. */
	public function engine(string $key): mixed
	{
		return $this->engine[$key] ?? null;
	}

	/** True for a request of a site; false for a command, or if the run does not say. */
	public function isOfSite(): bool
	{
		$sapi = $this->engine('sapi');

		return is_string($sapi) && !in_array($sapi, ['cli', 'phpdbg', 'embed'], true);
	}

	/**
	 * The script of a command and its arguments, as far as the run has them; null: the run is a request, or they are
	 * not known.
	 *
	 * @return non-empty-list<string>|null
	 */
	public function command(): ?array
	{
		$url = $this->profile->meta()['url'] ?? null;
		$words = $this->engine('command') ?? [$url];
		// The extension writes U+FFFD for bytes that are not UTF-8, so the name would be that of another file.
		$isText = static fn (mixed $word): bool => is_string($word) && !str_contains($word, "\u{FFFD}");
		if ($this->isOfSite() || $this->engine('sapi') === null || !is_array($words)
			|| array_filter($words, $isText) !== $words || ($words[0] ?? '') === '') {
			return null;
		}
		/** @var non-empty-list<string> $words */
		$words = array_values($words);
		// `xhprof run` skips the word "php" and passes the options after it to PHP, where -r runs any code. A command
		// that the extension recorded begins with its script.
		return preg_match('~(^|/)php[\d.]*$~D', $words[0]) === 1 ? null
			: [CommandLine::file($words[0]), ...array_slice($words, 1)];
	}
}
