<?php
declare(strict_types=1);

namespace XHProf\Cli\Serve;

use XHProf\Cli\Code\Files;
use XHProf\Cli\Input\RunLoader;
use XHProf\Cli\Package\Pages;
use XHProf\Cli\Page\Insights;
use XHProf\Cli\Page\Page;
use XHProf\Cli\Page\RunPart;
use XHProf\Cli\Page\SourceBlock;
use XHProf\Cli\Problem;
use XHProf\Cli\Process\Reach;
use XHProf\Cli\Run\Reduction;
use XHProf\Cli\Run\RunFile;
use XHProf\Cli\Run\RunSet;
use XHProf\Cli\Saved\Folder;
use XHProf\Cli\Terminal\Units;
use XHProf\Profile;

/**
 * The runs of one folder: "" is the list, "run/ID" a run, "diff?run[]=ID&run[]=ID" two, "diff?of[]=…&of[]=…" and
 * "diff?before=…&after=…" two selections, "sum?of=…" one as a whole. It only reads, and only files that the list has,
 * by their ids.
 */
final class FolderPages implements Pages
{
	/** The most bytes of a selection's files, as saved. */
	private const MOST_BYTES = 32 << 20;

	/**
	 * @param list<string>|null $maps of --map, if pages show the source of the program; null: they do not
	 * @param string|null $cache a file of the server's own, for the list
	 * @param Reach|null $sources the files whose source pages may show; null: all
	 */
	public function __construct(private readonly Folder $folder, private readonly ?array $maps = null,
		private readonly ?string $cache = null, private readonly ?Reach $sources = null)
	{
	}

	public function show(string $path): bool
	{
		$run = str_starts_with($path, 'run/') ? rawurldecode(substr($path, 4)) : null;
		match (true) {
			$path === '' => $this->list(),
			$path === 'diff' => isset($_GET['run']) || !(isset($_GET['of']) || isset($_GET['before'])) ? $this->diff()
				: $this->diffOfSelections(),
			$path === 'sum' => $this->sum(),
			$run !== null => Reply::report(Page::ofRun($this->part($run, true), self::back('../'))),
			default => null,
		};

		return $run !== null || in_array($path, ['', 'diff', 'sum'], true);
	}

	private function list(): void
	{
		try {
			$page = new ListPage(Asked::of($_GET));
		} catch (Problem $problem) {
			http_response_code(422);
			Reply::html(ListPage::problem(Asked::known($_GET), basename($this->folder->path), $problem));
			return;
		}
		Reply::html($page->html(new RunTable($this->folder, $this->cache)));
	}

	/** A link to the list as the user left it. */
	private static function back(string $list): string
	{
		$query = is_string($_GET['back'] ?? null) ? $_GET['back'] : '';
		parse_str($query, $parts);
		$text = http_build_query(Asked::known($parts));

		return $text === '' ? $list : "$list?$text";
	}

	/** Compares two runs; the older one comes first. */
	private function diff(): void
	{
		$ids = is_array($_GET['run'] ?? null) ? array_values(array_filter($_GET['run'], is_string(...))) : [];
		self::needTwo(count($ids), 'run is', 'runs are');
		$files = array_map($this->file(...), $ids);
		if ((int) filemtime($files[0]) > (int) filemtime($files[1])) {
			$ids = array_reverse($ids);
		}
		Reply::report(Page::ofRuns($this->part($ids[0]), $this->part($ids[1]), self::back('./')));
	}

	private function diffOfSelections(): void
	{
		$table = new RunTable($this->folder, $this->cache);
		$isOrdered = isset($_GET['before']);
		$texts = array_filter($isOrdered ? [$_GET['before'], $_GET['after'] ?? '']
			: (is_array($_GET['of']) ? array_values($_GET['of']) : []), is_string(...));
		self::needTwo(count($texts), 'selection is', 'selections are');
		$sides = array_map(static fn (string $text): array => [Asked::ofText($text),
			Asked::ofText($text)->rows($table)], array_values($texts));
		if (!$isOrdered && $table->age($sides[0][1]) > $table->age($sides[1][1])) {
			$sides = array_reverse($sides);
		}
		Reply::report(Page::ofRuns($this->partOf($table, ...$sides[0]),
			$this->partOf($table, ...$sides[1]), self::back('./')));
	}

	private function sum(): void
	{
		$asked = Asked::ofText(is_string($_GET['of'] ?? null) ? $_GET['of'] : '');
		$table = new RunTable($this->folder, $this->cache);
		Reply::report(Page::ofRun($this->partOf($table, $asked, $asked->rows($table), true), self::back('./')));
	}

	private static function needTwo(int $count, string $one, string $many): void
	{
		if ($count !== 2) {
			throw new Problem(Units::of($count, $one, $many) . ' chosen', 'choose two to compare');
		}
	}

	/**
	 * @param list<int> $all the newest of them are taken; if some are of samples and others of calls, those that are
	 *     more
	 */
	private function partOf(RunTable $table, Asked $asked, array $all, bool $isAlone = false): RunPart
	{
		$samples = array_filter($all, static fn (int $row): bool => $table->text('mode', $row) === 'sample');
		$isSamples = 2 * count($samples) > count($all);
		$rows = $isSamples ? $samples : array_diff_key($all, $samples);
		$left = count($all) - count($rows);
		$files = [];
		$bytes = 0;
		foreach ($rows as $row) {
			$file = $table->file($row);
			$bytes += (int) $table->number('bytes', $row);
			if (count($files) >= RunSet::MOST || ($files !== [] && $bytes > self::MOST_BYTES)) {
				break;
			}
			if ($file !== null && $this->folder->status(basename($file)) !== null) {
				$files[] = $file;
			}
		}
		if ($files === []) {
			throw new Problem('no readable run matches ' . $asked->title(), 'choose others in the list');
		}
		$set = $this->set($files);
		$title = $asked->title() . ': ' . (count($files) < count($rows) ? Units::count(count($files)) . ' newest of '
			: '') . Units::of(count($rows), 'run') . ($set->unreadable === 0 ? '' : ', of which '
				. Units::count($set->unreadable) . ' cannot be read: damaged or incomplete')
			. ($left === 0 ? '' : ' of ' . ($isSamples ? 'samples' : 'calls') . ', without ' . Units::count($left)
				. ' of ' . ($isSamples ? 'calls' : 'samples'));

		return (new RunPart($set->profile(), $title, $set, null,
			$isAlone ? new Insights($set->profile(), basename($files[0])) : null))->withoutRequest();
	}

	/** @param non-empty-list<string> $files */
	private function set(array $files): RunSet
	{
		try {
			$set = RunLoader::set($files, Reduction::none());
		} catch (Problem $problem) {
			throw $this->without($problem, $files[0]);
		}

		return $set->count() > 0 ? $set : throw new Problem('none of these ' . count($files)
			. ' runs can be read: they are damaged or incomplete', 'choose others in the list');
	}

	/** Removes the folder's path from a message, because readers of the page need not know it. */
	private function without(Problem $problem, string $file): Problem
	{
		return new Problem(str_replace($file, basename($file), $problem->getMessage()));
	}

	private function part(string $id, bool $isAlone = false): RunPart
	{
		$file = $this->file($id);
		try {
			$run = RunFile::load($file);
			$source = !$isAlone || $this->maps === null || $run->lines() === [] ? null
				: new SourceBlock($run, new Files($this->maps, $run->summary()['started'], $this->sources));
			return new RunPart($run, self::title($run) ?? Folder::idOf(basename($file)), null, $source,
				$isAlone ? new Insights($run, basename($file)) : null);
		} catch (Problem $problem) {
			throw $this->without($problem, $file);
		}
	}

	/** "GET /cart", of a request. */
	private static function title(Profile $run): ?string
	{
		$meta = $run->meta();
		$method = is_array($meta['xhprof'] ?? null) ? $meta['xhprof']['method'] ?? null : null;

		return is_string($meta['url'] ?? null) ? ltrim((is_string($method) ? $method : '') . " $meta[url]") : null;
	}

	private function file(string $id): string
	{
		return $this->folder->byId($id) ?? throw new Problem('there is no such run',
			'it may have been removed in the meantime: see the list', self::MISSING);
	}
}
