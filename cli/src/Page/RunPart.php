<?php
declare(strict_types=1);

namespace XHProf\Cli\Page;

use XHProf\Cli\Problem;
use XHProf\Cli\Run\RunSet;
use XHProf\Profile;

/**
 * A run, or a set of runs, as the extension's format html has it.
 *
 * @api
 */
final class RunPart implements PagePart
{
	private const HEAD = '<script type="application/json" id="xhprof">';
	private const BLOCK = '~^<script type="application/octet-stream" id="a-([\w-]+)">~';
	private const END = "</script>\n";

	/** @var resource the page of this run alone */
	private $page;

	/**
	 * @var array{coding: string, metrics: list<array{id: string, name: string}>,
	 *     meta?: array<mixed>|null} & array<string, mixed>
	 */
	private array $run;

	private string $before = '';
	private int $blocksAt = 0;

	/**
	 * Exports the run to a temporary file, which is removed with this.
	 *
	 * @param string $title what to call it where its meta does not say
	 * @param RunSet|null $set whose sum the run is
	 * @param SourceBlock|null $source to be shown with it
	 * @param Insights|null $insights to be shown with it
	 * @throws Problem|\RuntimeException if there is no room for it
	 */
	public function __construct(
		private readonly Profile $profile,
		private readonly string $title,
		private readonly ?RunSet $set = null,
		private readonly ?SourceBlock $source = null,
		private readonly ?Insights $insights = null,
	) {
		$page = tmpfile();
		if ($page === false) {
			throw new Problem('no folder for temporary files can be used', 'set TMPDIR to a writable folder');
		}
		$profile->export('html', $page);
		$this->page = $page;
		$this->readHead();
		$this->run['title'] = $title;
	}

	/**
	 * The same run with other names for some functions.
	 *
	 * @param array<string, string> $names
	 */
	public function renamed(array $names): self
	{
		return $names === [] ? $this
			: new self($this->profile->reduce(['rename' => $names]), $this->title, $this->set?->renamed($names));
	}

	/** Leaves out the request, because only some of the runs may have had it, and the title says more. */
	public function withoutRequest(): self
	{
		$meta = $this->run['meta'] ?? [];
		foreach (['xhprof' => 'method', 'SERVER' => 'REQUEST_METHOD'] as $key => $method) {
			if (is_array($meta[$key] ?? null)) {
				unset($meta[$key][$method]);
			}
		}
		$this->run['meta'] = $meta;

		return $this;
	}

	public function head(): array
	{
		$run = $this->run + ($this->insights?->head() ?? []);
		if ($this->set === null || !$this->set->isMany()) {
			return $run;
		}
		$totals = [];
		foreach (Changes::metrics($this->metricIds()) as $id => $metric) {
			$total = $this->set->total($metric->key);
			$totals += $total === null ? [] : [$id => ['median' => $total['median'], 'interval' => $total['interval']]];
		}

		return $run + ['set' => ['runs' => $this->set->count(), 'totals' => (object) $totals]];
	}

	public function blocks(): iterable
	{
		$queries = $this->insights?->queries();
		if ($queries !== null) {
			yield 'queries' => Block::encode($queries, $this->run['coding']);
		}
		fseek($this->page, $this->blocksAt);
		while (($line = fgets($this->page)) !== false && preg_match(self::BLOCK, $line, $found) === 1) {
			$block = substr($line, strlen($found[0]), -strlen(self::END));
			yield $found[1] => $block;
			if ($found[1] === 'functions' && $this->source !== null) {
				yield 'source' => Block::encode($this->source->json($this->namesOf($block)), $this->run['coding']);
			}
		}
	}

	/** The set whose sum the run is; else a set of this run alone. */
	public function set(): RunSet
	{
		return $this->set ?? RunSet::ofRun($this->profile);
	}

	/** "gzip" or "plain". */
	public function coding(): string
	{
		return $this->run['coding'];
	}

	/** @return list<string> */
	public function metricIds(): array
	{
		return array_column($this->run['metrics'], 'id');
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
				/**
				 * @var array{runs: list<array{coding: string, metrics: list<array{id: string, name: string}>,
				 *     meta?: array<mixed>|null} & array<string, mixed>>} $head
				 */
				$head = json_decode(substr($line, strlen(self::HEAD), -strlen(self::END)), true, 512,
					JSON_THROW_ON_ERROR);
				$this->run = $head['runs'][0];
				$this->blocksAt = (int) ftell($this->page);
				return;
			}
			$this->before .= $line;
		}
		throw new Problem('the page could not be written', 'is there room in the folder for temporary files?');
	}

	/** @return list<string> */
	private function namesOf(string $functions): array
	{
		$bytes = (string) base64_decode($functions, true);
		/** @var array{name: list<string>} $table */
		$table = json_decode($this->run['coding'] === 'gzip' ? (string) gzdecode($bytes) : $bytes, true, 512,
			JSON_THROW_ON_ERROR);

		return $table['name'];
	}
}
