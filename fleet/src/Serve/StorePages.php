<?php
declare(strict_types=1);

namespace XHProf\Fleet\Serve;

use XHProf\Cli\Package\Pages;
use XHProf\Cli\Page\Page;
use XHProf\Cli\Page\RunPart;
use XHProf\Cli\Problem;
use XHProf\Cli\Serve\Reply;
use XHProf\Cli\Terminal\Units;
use XHProf\Fleet\Http\Endpoint;
use XHProf\Fleet\Store\ClickHouseStore;
use XHProf\Fleet\Store\Stores;

/**
 * The pages of a store: "" is the overview, "flame?QUERY" a report on a selection, and "diff?before=QUERY&after=QUERY"
 * and "diff?of[]=…&of[]=…" compare two. They only read. The place and its credentials are those with which the server
 * was started, and no query can change them.
 */
final class StorePages implements Pages
{
	private readonly ClickHouseStore $store;

	public function __construct(private readonly string $url)
	{
		date_default_timezone_set('UTC');
		$this->store = Stores::of($url);
	}

	public function show(string $path): bool
	{
		$query = StoreQuery::of(is_string($_SERVER['QUERY_STRING'] ?? null) ? $_SERVER['QUERY_STRING'] : '');
		try {
			match ($path) {
				'' => $this->overview($query),
				'flame' => Reply::report(Page::ofRun($this->part($query), self::back($query))),
				'diff' => $this->diff($query),
				default => null,
			};
		} catch (Problem $problem) {
			throw $this->masked($problem);
		}

		return in_array($path, ['', 'flame', 'diff'], true);
	}

	private function overview(StoreQuery $query): void
	{
		$page = new StorePage($this->store, $this->url, $query);
		try {
			Reply::html($page->html());
		} catch (Problem $problem) {
			http_response_code(422);
			Reply::html($page->problem($this->masked($problem)));
		}
	}

	private function diff(StoreQuery $query): void
	{
		$texts = array_column(array_filter($query->pairs, static fn (array $pair): bool => $pair[0] === 'of[]'), 1);
		$texts = $texts === [] && $query->value('after') !== ''
			? [$query->value('before'), $query->value('after')] : $texts;
		if (count($texts) !== 2) {
			throw new Problem(Units::of(count($texts), 'selection is', 'selections are') . ' chosen',
				'choose two to compare');
		}
		Reply::report(Page::ofRuns($this->part(StoreQuery::of($texts[0])), $this->part(StoreQuery::of($texts[1])),
			self::back($query)));
	}

	private static function back(StoreQuery $query): string
	{
		return StoreQuery::of($query->value('back'))->without('back')->link();
	}

	private function part(StoreQuery $query): RunPart
	{
		$selection = $query->selection($this->url);

		return new RunPart(Stores::profile($this->store, $selection), $selection->title());
	}

	/**
	 * Replaces a message of the store, which may name the user and the place of files. The server's terminal
	 * shows more.
	 */
	private function masked(Problem $problem): Problem
	{
		if ($problem->getCode() === 0 && !str_contains($problem->getMessage(), Stores::name($this->url))) {
			return $problem;
		}
		error_log('xhprof serve: ' . Endpoint::masked($problem->getMessage()));

		return new Problem($problem->getCode() === 0 ? 'the store does not answer'
			: "the store refused: error {$problem->getCode()}", 'the terminal of xhprof serve says more');
	}
}
