<?php
declare(strict_types=1);

namespace XHProf\Cli\Page;

use XHProf\Cli\Advise\Advice;
use XHProf\Cli\Advise\Call;
use XHProf\Cli\Advise\Gathered;
use XHProf\Cli\Advise\Recording;
use XHProf\Cli\Advise\Rule\AllRules;
use XHProf\Cli\Breakdown\Queries;
use XHProf\Cli\Breakdown\Query;
use XHProf\Cli\JsonName;
use XHProf\Profile;

/** The findings and the queries of one run for its page, as xhprof advise and xhprof queries have them. */
final class Insights
{
	/** With more paths, findings and queries take seconds. Then only the commands show them. */
	private const MOST_PATHS = 200_000;

	private const MOST_FINDINGS = 50;

	private ?Gathered $gathered = null;
	private ?Queries $queries = null;

	/** @param string $file the run's, for the commands of findings */
	public function __construct(private readonly Profile $run, string $file)
	{
		if ($run->summary()['nodes'] > self::MOST_PATHS) {
			return;
		}
		$this->queries = new Queries($run);
		if ($run->summary()['runs'] === 1) {
			$this->gathered = new Gathered();
			$this->gathered->add(new Advice(new Recording($run), AllRules::all()), $file);
		}
	}

	/** True if the run has too many paths. */
	public function isLeftOut(): bool
	{
		return $this->queries === null;
	}

	/** @return array<string, mixed> */
	public function head(): array
	{
		$findings = [];
		foreach (array_slice($this->gathered?->rows() ?? [], 0, self::MOST_FINDINGS) as $row) {
			$finding = $row['finding'];
			[$file, $line] = $finding->place();
			$findings[] = ['id' => $finding->id, 'text' => $finding->text, 'cost_ns' => $finding->costNs,
				'calls' => $finding->calls, 'path' => array_map(static fn (Call $call): string =>
					(string) preg_replace('/@\d+$/D', '', $call->row['function']), $finding->at?->path() ?? []),
				'file' => $file, 'line' => $line, 'evidence' => $finding->evidence,
				'change' => $finding->change . ($row['caution'] === null ? '' : "; $row[caution]"),
				'command' => $finding->proof->text($row['run'], $row['file'])];
		}
		return ($this->gathered === null ? []
			: ['advice' => ['rules' => count($this->gathered->asked), 'wall_ns' => $this->gathered->wallNs,
				'profiler_ns' => $this->gathered->profilerNs, 'findings' => $findings]])
			+ ($this->isLeftOut() ? ['advice' => ['most_paths' => self::MOST_PATHS]] : [])
			+ ($this->queries === null || $this->queries->all === [] ? [] : ['queries' => count($this->queries->all)]);
	}

	/** The queries as JSON; null: there are none. */
	public function queries(): ?string
	{
		$queries = $this->queries;
		if ($queries === null || $queries->all === []) {
			return null;
		}
		$frames = [];
		$isTimed = $this->run->summary()['mode'] === 'timeline';
		$rows = array_map(static function (Query $query) use ($isTimed, &$frames): array {
			$data = $query->data() + ($isTimed ? ['paths' => self::paths($query, $frames)] : []);

			return array_diff_key($data, ['functions' => 1])
				+ ['functions' => array_map(strval(...), array_keys($query->functions))];
		}, array_values($queries->all));

		$names = array_map(strval(...), array_keys($frames));

		return JsonName::encode(['run_ns' => $this->run->summary()['wall_ns'], 'has_paths' => $queries->hasPaths,
			'other_calls' => $queries->otherCalls, 'without_text' => array_sum($queries->withoutText),
			'curl_multi_ns' => $queries->multiNs, 'queries' => $rows] + ($isTimed ? ['frames' => $names] : []));
	}

	/**
	 * The call paths of a query, by which the page finds its calls in a part of the time.
	 *
	 * @param array<string, int> $frames places of names in a list, which grows
	 * @return list<list<int>> the caller's place among the query's, and names from main() to the function that sends it
	 */
	private static function paths(Query $query, array &$frames): array
	{
		$callers = array_flip(array_column($query->callers(), 'function'));
		$paths = [];
		foreach ($query->paths as $path) {
			$places = [$callers[$path->function]];
			foreach ([...$path->frames, $path->sender] as $frame) {
				$places[] = $frames[$frame] ??= count($frames);
			}
			$paths[] = $places;
		}

		return $paths;
	}
}
