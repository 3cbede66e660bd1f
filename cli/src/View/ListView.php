<?php
declare(strict_types=1);

namespace XHProf\Cli\View;

use XHProf\Cli\Saved\RunList;
use XHProf\Cli\Terminal\Columns;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;

/**
 * The runs of a folder as a table.
 *
 * @phpstan-import-type Row from RunList
 */
final class ListView
{
	/** A terminal of that width has room for CPU time, the mode, and the year. */
	private const WIDE = 110;

	/** The most that the column of hosts takes, with that width and without. */
	private const HOST = 20;
	private const HOST_NARROW = 10;

	/** Cells that tell one request from another. */
	private const REQUEST = 20;

	/** The cell in which the line of a failure begins. */
	private const FAILURE = 16;

	/** The width of that column; 0: there is none. */
	private int $hostWidth = 0;

	public function __construct(private readonly RunList $list, private readonly Terminal $terminal)
	{
	}

	/**
	 * The same for programs.
	 *
	 * @return array<string, mixed>
	 */
	public function data(int $limit): array
	{
		$rows = $this->list->rows(0, $limit); // without a filter no others were looked into

		return ['count' => $this->list->count(), 'all' => count($this->list->all),
			'damaged' => max($this->list->damaged, count(array_filter(array_column($rows, 'damaged')))),
			'silent' => $this->list->filter->silent, 'other_files' => $this->list->folder->foreign, 'runs' => $rows];
	}

	public function text(int $limit): string
	{
		$rows = $this->list->rows(0, $limit);
		$this->hostWidth = $this->hostWidth($rows);
		$columns = $this->columns($rows);
		$text = $this->terminal->style(Text::cut($this->list->folder->path, $this->terminal->width), 'bold') . "\n"
			. self::sums($this->list) . "\n";
		if ($rows !== []) {
			$text .= "\n" . $this->terminal->style($columns->heading() . 'request', 'dim') . "\n";
		}
		foreach ($rows as $row) {
			$text .= $this->row($columns, $row);
		}

		return $text . Units::more($this->list->count() - count($rows));
	}

	public static function files(int $files, int $bytes): string
	{
		return Units::of($files, 'file') . ', ' . Units::bytes($bytes);
	}

	/** How much there is, and what is not shown of it. */
	public static function sums(RunList $list): string
	{
		$all = $list->all;
		$count = $list->count();
		$text = ($count < count($all) ? Units::count($count) . ' of ' : '') . Units::of(count($all), 'run') . ', '
			. self::files(array_sum(array_map(static fn (array $run): int => count($run['files']), $all)),
				array_sum(array_column($all, 'bytes')));

		return rtrim("$text\n" . self::notes($list->folder->foreign, $list->damaged, $list->filter->silent));
	}

	/** Notes on what a list leaves out, or cannot tell. */
	public static function notes(int $foreign, int $damaged, int $silent): string
	{
		return implode('; ',
			array_filter([$foreign === 0 ? '' : Units::of($foreign, 'file is not a run', 'files are not runs'),
				$damaged === 0 ? '' : Units::of($damaged, 'run is damaged', 'runs are damaged'), $silent === 0 ? ''
					: Units::of($silent, 'run lacks what the filter needs',
						'runs lack what the filter needs')]));
	}

	private function isWide(): bool
	{
		return $this->terminal->width >= self::WIDE;
	}

	/** @param list<Row> $rows */
	private function columns(array $rows): Columns
	{
		$isWide = $this->isWide();
		$date = $isWide ? 19 : 14;
		// In a narrow terminal, hosts take the room of memory.
		$columns = ['saved' => [str_pad('saved', $date), $date],
			'wall' => ['wall', 9]] + ($isWide ? ['cpu' => ['CPU', 9]] : [])
			+ ($isWide || $this->hostWidth === 0 ? ['memory' => ['memory', 10]] : [])
			+ ['status' => ['status', $isWide ? 8 : 7]] + ($isWide ? ['mode' => ['mode    ', 10]] : [])
			+ ['run' => [str_pad('run', 16), 18]]
			+ ($this->hostWidth > 0 ? ['host' => [Text::fit('host', $this->hostWidth), $this->hostWidth + 2]] : []);

		return new Columns($columns, ['memory', 'mode', 'status', 'host', 'saved', 'run'], $this->terminal->width,
			array_map(self::request(...), $rows), self::REQUEST);
	}

	/** @param Row $row */
	private function row(Columns $columns, array $row): string
	{
		$time = static fn (?int $ns): string => $ns === null ? '' : Units::time($ns);
		$run = strlen($row['run']) === 16 ? $row['run'] : Text::plain($row['run']);
		$about = self::request($row);
		$text = $columns->line(['saved' => date($this->isWide() ? 'Y-m-d H:i:s' : 'm-d H:i:s', $row['time']),
			'wall' => $time($row['wall_ns']), 'cpu' => $time($row['cpu_ns']), 'memory' => self::memory($row),
			'status' => (string) $row['status'], 'mode' => Text::fit((string) $row['mode'], 8), 'run' => $about === ''
				? '' : Text::fit($run, 16), 'host' => Text::fit(self::host($row), max(1, $this->hostWidth))]);
		if ($about === '') {
			// The name is all there is, so it gets the room of the columns from "run" on.
			$text = substr($text, 0,
				strlen($text) - ($columns->has('run') ? 18 : 0) - ($columns->has('host') ? $this->hostWidth + 2 : 0));
		}

		return $this->coloured($row, rtrim($text . Text::cut($about === '' ? $run : $about,
			max($columns->free, $this->terminal->width - strlen($text))))) . "\n" . $this->failure($row);
	}

	/**
	 * The reason of a failure, on a line of its own, because there is little room beside the request.
	 *
	 * @param Row $row
	 */
	private function failure(array $row): string
	{
		return $row['failure'] === null ? ''
			: $this->coloured($row, str_repeat(' ', self::FAILURE) . Text::cut($row['failure'],
				$this->terminal->width - self::FAILURE)) . "\n";
	}

	/** @param Row $row */
	private static function host(array $row): string
	{
		return $row['method'] === null ? '' : (string) $row['host']; // of a command it is "cli"
	}

	/**
	 * The width of the column of hosts. In a narrow terminal, there is one only if hosts differ.
	 *
	 * @param list<Row> $rows
	 */
	private function hostWidth(array $rows): int
	{
		$hosts = array_values(array_unique(array_filter(array_map(self::host(...), $rows))));
		$longest = max([0, ...array_map(strlen(...), $hosts)]);

		return count($hosts) < ($this->isWide() ? 1 : 2) ? 0
			: max(strlen('host'), min($longest, $this->isWide() ? self::HOST : self::HOST_NARROW));
	}

	/**
	 * The peak memory of the request; with "+", the growth of the peak during the run, if no more is known.
	 *
	 * @param Row $row
	 */
	public static function memory(array $row): string
	{
		return $row['peak_bytes'] === null ? ''
			: ($row['peak_is_growth'] ? '+' : '') . Units::bytes($row['peak_bytes']);
	}

	/** @param Row $row */
	private static function request(array $row): string
	{
		if ($row['damaged']) {
			return 'damaged';
		}

		return $row['uri'] === null ? $row['about'] : ltrim("$row[method] $row[uri]");
	}

	/** @param Row $row */
	private function coloured(array $row, string $line): string
	{
		$isFailed = $row['damaged']
			|| ($row['method'] === null ? (int) $row['status'] > 0 : (int) $row['status'] >= 500);

		return $this->terminal->style($line, $isFailed ? 'red' : '');
	}
}
