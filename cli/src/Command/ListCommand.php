<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Input\RunFolder;
use XHProf\Cli\Input\RunGroups;
use XHProf\Cli\Package\Packages;
use XHProf\Cli\Package\RunUrl;
use XHProf\Cli\Problem;
use XHProf\Cli\Run\Reduction;
use XHProf\Cli\Saved\Dimension;
use XHProf\Cli\Saved\Filter;
use XHProf\Cli\Saved\Folder;
use XHProf\Cli\Saved\Limits;
use XHProf\Cli\Saved\RunList;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\View\GroupView;
use XHProf\Cli\View\ListView;

/**
 * xhprof list: the runs of a folder, and its retention by hand.
 *
 * @phpstan-import-type SavedFile from Folder
 */
final class ListCommand extends Command
{
	/** The folder; null: a store. */
	private readonly ?Folder $folder;

	public function __construct(Arguments $arguments, Terminal $terminal)
	{
		parent::__construct($arguments, $terminal);
		$place = $arguments->rest[0] ?? null;
		if ($place !== null && RunUrl::is($place)) {
			$this->folder = null;
			return;
		}
		if (count($arguments->rest) > 1) {
			throw new Problem('too many folders', 'xhprof list [DIR]');
		}
		$this->folder = RunFolder::of($place, 'xhprof list DIR');
	}

	public function run(): int
	{
		return $this->folder === null ? Packages::store()->list($this->arguments, $this->terminal)
			: $this->list($this->folder);
	}

	private function list(Folder $folder): int
	{
		gc_disable(); // of 100,000 arrays it looks at each several times, and finds no cycle
		$gone = $this->arguments->has('sweep') ? $this->sweep($folder) : null;
		$order = $this->arguments->choice('sort', array_keys(RunList::ORDERS), 'time');
		$limit = $this->arguments->number('limit', 25);
		$list = new RunList($folder, Filter::of($this->arguments), $order);
		$by = Dimension::of($this->arguments);
		$view = $by === null ? new ListView($list, $this->terminal)
			: new GroupView(new RunGroups($list->files(), $by, Reduction::of($this->arguments)), $this->terminal);

		return $this->answer('list', fn () => ['folder' => $folder->path, 'removed' => $gone] + $view->data($limit),
			fn () => $this->removed($gone) . $view->text($limit));
	}

	/** @return list<SavedFile> */
	private function sweep(Folder $folder): array
	{
		$limits = Limits::of($this->arguments->value('keep', (string) ini_get('xhprof.keep')));
		if ($limits->isNone()) {
			throw new Problem('--sweep has no limits to apply',
				"set xhprof.keep in php.ini, or add --keep '500M, 14d'");
		}

		return $folder->sweep($limits);
	}

	/** @param list<SavedFile>|null $gone */
	private function removed(?array $gone): string
	{
		if ($gone === null) {
			return '';
		}
		$text = '';
		foreach ($gone as $file) {
			$text .= 'removed  ' . Text::cut($file['name'], $this->terminal->width - 9) . "\n";
		}

		return $text . 'removed ' . ListView::files(count($gone), array_sum(array_column($gone, 'bytes'))) . "\n\n";
	}
}
