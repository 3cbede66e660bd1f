<?php
declare(strict_types=1);

namespace XHProf\Cli\Page;

use XHProf\Cli\Problem;
use XHProf\Cli\Run\RunSet;
use XHProf\Profile;

/** A run, or a set of runs, as the extension's format html has it. */
final class RunPart implements Part
{
	private const HEAD = '<script type="application/json" id="xhprof">';
	private const BLOCK = '~^<script type="application/octet-stream" id="a-([\w-]+)">~';
	private const END = "</script>\n";

	/** The metrics of a set, and their keys in summary(). */
	private const METRICS = ['wall' => 'wall_ns', 'cpu' => 'cpu_ns', 'memory' => 'memory_bytes', 'peak' => 'peak_bytes'];

	/** @var resource the page of this run alone */
	private $page;

	/** @var array{coding: string, metrics: list<array{id: string, name: string}>} & array<string, mixed> */
	private array $run;

	private string $before = '';
	private int $blocksAt = 0;

	/**
	 * @param string $title what to call it where its meta does not say
	 * @param RunSet|null $set whose sum the run is
	 * @param SourceBlock|null $source to be shown with it
	 */
	public function __construct(
		Profile $profile,
		string $title,
		private readonly ?RunSet $set = null,
		private readonly ?SourceBlock $source = null,
	) {
		$page = tmpfile();
		if ($page === false) {
			throw new Problem('there is no folder for temporary files', 'set TMPDIR to a folder where you may write');
		}
		$profile->export('html', $page);
		$this->page = $page;
		$this->readHead();
		$this->run['title'] = $title;
	}

	public function head(): array
	{
		if ($this->set === null || !$this->set->isMany()) {
			return $this->run;
		}
		$totals = [];
		foreach ($this->metrics() as $metric => $key) {
			$totals[$metric] = $this->set->values(null, $key) ?? [];
		}

		return $this->run + ['set' => ['runs' => $this->set->count(), 'totals' => $totals]];
	}

	public function blocks(): iterable
	{
		fseek($this->page, $this->blocksAt);
		while (($line = fgets($this->page)) !== false && preg_match(self::BLOCK, $line, $found) === 1) {
			$block = substr($line, strlen($found[0]), -strlen(self::END));
			yield $found[1] => $block;
			if ($found[1] === 'functions' && $this->set !== null && $this->set->isMany()) {
				yield from $this->spread($block, $this->set);
			}
			if ($found[1] === 'functions' && $this->source !== null) {
				yield 'source' => Block::encode($this->source->json($this->namesOf($block)), $this->run['coding']);
			}
		}
	}

	/** @return list<string> what it measured, in words */
	public function metricNames(): array
	{
		return array_column($this->run['metrics'], 'name');
	}

	/** The viewer's text in front of the data. */
	public function before(): string
	{
		return $this->before;
	}

	/** The viewer's text behind the data; read the blocks first. */
	public function after(): string
	{
		fseek($this->page, $this->blocksAt);
		do {
			$at = ftell($this->page);
			$line = fgets($this->page);
		} while ($line !== false && preg_match(self::BLOCK, $line) === 1);
		fseek($this->page, (int) $at);

		return (string) stream_get_contents($this->page);
	}

	private function readHead(): void
	{
		rewind($this->page);
		while (($line = fgets($this->page)) !== false) {
			if (str_starts_with($line, self::HEAD)) {
				/** @var array{runs: list<array{coding: string, metrics: list<array{id: string, name: string}>} & array<string, mixed>>} $head */
				$head = json_decode(substr($line, strlen(self::HEAD), -strlen(self::END)), true, 512, JSON_THROW_ON_ERROR);
				$this->run = $head['runs'][0];
				$this->blocksAt = (int) ftell($this->page);
				return;
			}
			$this->before .= $line;
		}
		throw new Problem('the page could not be written', 'is there room in the folder for temporary files?');
	}

	/** @return array<string, string> the metrics that the run has */
	private function metrics(): array
	{
		return array_intersect_key(self::METRICS, array_flip(array_column($this->run['metrics'], 'id')));
	}

	/** @return list<string> */
	private function namesOf(string $functions): array
	{
		$bytes = (string) base64_decode($functions, true);
		/** @var array{name: list<string>} $table */
		$table = json_decode($this->run['coding'] === 'gzip' ? (string) gzdecode($bytes) : $bytes, true, 512, JSON_THROW_ON_ERROR);

		return $table['name'];
	}

	/**
	 * The own cost of each function in each run.
	 *
	 * @return iterable<string, string>
	 */
	private function spread(string $functions, RunSet $set): iterable
	{
		$names = [];
		foreach ($set->names() as $name) {
			$names[Block::text($name)] = $name;
		}
		$nothing = array_fill(0, $set->count(), 0);
		foreach ($this->metrics() as $metric => $key) {
			$numbers = [];
			foreach ($this->namesOf($functions) as $name) {
				array_push($numbers, ...$set->values((string) ($names[$name] ?? ''), "own_$key") ?? $nothing);
			}
			yield "set-$metric" => Block::signed($numbers, $this->run['coding']);
		}
	}
}
