<?php
declare(strict_types=1);

namespace XHProf\Fleet\Command;

use XHProf\Cli\Package\RunUrl;
use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\Duration;
use XHProf\Cli\Terminal\ExitStatus;
use XHProf\Cli\Terminal\Json;
use XHProf\Cli\Terminal\Output;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Fleet\Http\Webhook;
use XHProf\Fleet\Store\Comparison;
use XHProf\Fleet\Store\Release;
use XHProf\Fleet\Store\Selection;
use XHProf\Fleet\Store\Stores;
use XHProf\Fleet\View\ShiftsView;

/** xhprof watch and xhprof check: what became slower in a store, from release to release, or since another time. */
final class WatchCommand
{
	private const LIMIT = '1%';
	private const AGAINST = '1w';

	private readonly string $url;
	private readonly Selection $selection;

	public function __construct(private readonly string $command, private readonly Arguments $arguments,
		private readonly Terminal $terminal)
	{
		$usage = "xhprof $command 'clickhouse+https://HOST/DB?service=NAME&since=1d'";
		if (count($arguments->rest) !== 1) {
			throw new Problem($arguments->rest === [] ? 'no store given' : 'too many places', $usage);
		}
		$this->url = $arguments->rest[0];
		RunUrl::is($this->url)
			|| throw new Problem(preg_replace('~//[^/@]*@~', '//', $this->url) . ' is no store', $usage);
		$this->selection = Selection::of($this->url, time());
		if ($this->selection->kind !== 'samples' || $this->selection->per !== []) {
			throw new Problem("$command compares sums of samples: kind= and per= are for other commands");
		}
	}

	public function run(): int
	{
		$limit = self::percent($this->arguments->value('fail-above', self::LIMIT));
		$webhook = $this->arguments->value('webhook') === null ? null
			: Webhook::of((string) $this->arguments->value('webhook'));
		$cost = $this->arguments->choice('by', ['wall', 'cpu'], 'wall');
		$comparisons = $this->command === 'watch' ? $this->releases($cost) : $this->times($cost);
		$view = new ShiftsView($this->selection->title(), $comparisons, $limit, $this->terminal);
		$json = ['store' => Stores::name($this->url), 'by' => $cost] + $view->data();
		Output::write($this->arguments->has('json') ? Json::encode($this->command, $json)
			: ($this->arguments->has('markdown') ? $view->markdown() : $view->text()));
		if ($view->slower() > 0) {
			$webhook?->post(Json::encode($this->command, ['text' => $view->message()] + $json));

			return ExitStatus::WORSE;
		}

		return $view->isUnclear() && $this->arguments->has('strict') ? ExitStatus::UNCLEAR : ExitStatus::OK;
	}

	/** @return array<string, Comparison> */
	private function releases(string $cost): array
	{
		$store = Stores::of($this->url);
		$releases = Release::in($store, $this->selection);
		if (count($releases) === 1) {
			throw new Problem("{$this->selection->title()}: {$releases[0]->version} is the only release",
				'an earlier since= reaches the one before');
		}
		$comparisons = [];
		foreach (array_slice($releases, 1) as $i => $new) {
			$comparisons["{$releases[$i]->version} -> $new->version"] = Comparison::ofReleases($store, $this->selection,
				$cost, $releases[$i], $new);
		}

		return $comparisons;
	}

	/** @return array<string, Comparison> */
	private function times(string $cost): array
	{
		$text = $this->arguments->value('against', self::AGAINST);
		$earlier = intdiv(Duration::parse($text) ?? 0, 1_000_000_000);
		if ($earlier < $this->selection->until - $this->selection->since) {
			throw new Problem($earlier === 0 ? "--against takes an age, not \"$text\""
				: "$text before overlaps with the time that is checked", '1w, 1d');
		}
		$store = Stores::of($this->url);
		$before = $this->selection->at($this->selection->since - $earlier, $this->selection->until - $earlier);
		foreach ([$this->selection, $before] as $side) {
			$store->running($side, Release::TAG);
		}

		return ["$text before -> {$this->selection->time}" =>
			Comparison::ofTimes($store, $this->selection, $cost, $earlier)];
	}

	private static function percent(string $text): float
	{
		return preg_match('/^(\d{1,4}(?:\.\d+)?) ?%$/D', $text, $part) === 1 ? (float) $part[1] / 100
			: throw new Problem("--fail-above takes a percentage, not \"$text\"", 'write it like 2%');
	}
}
