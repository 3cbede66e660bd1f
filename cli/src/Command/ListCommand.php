<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Application;
use XHProf\Cli\Arguments;
use XHProf\Cli\Problem;
use XHProf\Cli\Run\Folder;
use XHProf\Cli\Terminal\Output;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;

/**
 * xhprof list: the runs of a folder, and its retention by hand.
 *
 * @phpstan-import-type SavedFile from Folder
 * @phpstan-import-type SavedRun from Folder
 */
final class ListCommand
{
	private const LIMITS = ['keep-files', 'keep-mb', 'keep-days'];

	private readonly Folder $folder;

	public function __construct(private readonly Arguments $arguments, private readonly Terminal $terminal)
	{
		if (count($arguments->rest) > 1) {
			throw new Problem('too many folders', 'xhprof list [DIR]');
		}
		$this->folder = Folder::of($arguments->rest[0] ?? null);
	}

	public function run(): int
	{
		$gone = $this->arguments->has('sweep') ? $this->sweep() : null;
		$runs = $this->folder->runs();
		$limit = $this->arguments->number('limit', 25);
		Output::write($this->arguments->has('json')
			? Application::encode('list', ['folder' => $this->folder->path, 'removed' => $gone, 'runs' => array_slice($runs, 0, $limit)])
			: $this->text($runs, $gone, $limit));

		return Application::OK;
	}

	/** @return list<SavedFile> */
	private function sweep(): array
	{
		$limits = [];
		foreach (self::LIMITS as $option) {
			$default = max(0, (int) ini_get('xhprof.' . strtr($option, '-', '_')));
			$limits[] = $this->arguments->number($option, $default, 0, PHP_INT_MAX >> 20);
		}
		if (array_sum($limits) === 0) {
			throw new Problem('there is no limit to sweep by', 'set xhprof.keep_files, keep_mb or keep_days in php.ini, or add --'
				. implode(' N, --', self::LIMITS) . ' N');
		}

		return $this->folder->sweep(...$limits);
	}

	/**
	 * @param list<SavedRun> $runs
	 * @param list<SavedFile>|null $gone
	 */
	private function text(array $runs, ?array $gone, int $limit): string
	{
		$text = '';
		foreach ($gone ?? [] as $file) {
			$text .= 'removed  ' . Text::cut($file['name'], $this->terminal->width - 9) . "\n";
		}
		if ($gone !== null) {
			$text .= self::sum('removed', count($gone), array_sum(array_column($gone, 'bytes'))) . "\n";
		}
		$text .= $this->terminal->style(Text::cut($this->folder->path, $this->terminal->width), 'bold') . "\n" . (count($runs) === 1 ? '1 run' : Units::count(count($runs)) . ' runs') . ', '
			. self::sum('', array_sum(array_map(static fn (array $run): int => count($run['files']), $runs)), array_sum(array_column($runs, 'bytes')));
		$text .= $runs === [] ? '' : "\n" . $this->terminal->style('saved                    size  run               name', 'dim') . "\n";
		foreach (array_slice($runs, 0, $limit) as $run) {
			$text .= date('Y-m-d H:i:s', $run['time']) . Text::right(Units::bytes($run['bytes']), 10) . "  $run[run]  "
				. Text::cut($run['about'], $this->terminal->width - 49) . "\n";
		}

		return $text . (count($runs) > $limit ? '(' . Units::count(count($runs) - $limit) . " more)\n" : '');
	}

	private static function sum(string $verb, int $files, int $bytes): string
	{
		return ltrim("$verb " . ($files === 1 ? '1 file' : Units::count($files) . ' files') . ', ' . Units::bytes($bytes)) . "\n";
	}
}
