<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Cli\Saved\TraceId;
use XHProf\Cli\Statistics\ShareErrors;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;

/**
 * Shows a snapshot as lines of text: first how it is sampled, then the workers, then functions or a stack.
 *
 * @phpstan-import-type WorkerRow from Worker
 * @phpstan-import-type FunctionRow from Pool
 * @phpstan-import-type SamplingRow from Pool
 */
final class PoolView
{
	/** From this width on, the table of workers has one more column. */
	private const WIDE = 120;

	/** Below these widths, columns of numbers are left out to make room for names. */
	private const NARROW = 70;
	private const TINY = 50;
	private const KEYS = '? help  / find  u requests  o s sort  enter stack  r record  p pause  q quit';

	public function __construct(private readonly Terminal $terminal, private readonly PoolSnapshot $snapshot,
		private readonly Choice $choice, private readonly int $width)
	{
	}

	/**
	 * The full screen.
	 *
	 * @return list<string> exactly $height lines
	 */
	public function screen(int $height): array
	{
		$head = $this->head();
		$room = max(2, $height - count($head) - 1);
		if ($this->choice->isHelp) {
			$body = $this->help($room);
		} else {
			$workers = $this->snapshot->sorted($this->choice->order, $this->choice->uri);
			$below = $this->choice->isStack ? count($this->snapshot->stack['frames'] ?? []) + 1
				: count($this->snapshot->functions['rows']) + 2;
			// Workers get two fifths, or more if the lower table does not need the rest.
			$upper = $this->workers($workers, min(count($workers) + 1, max(2, intdiv(2 * $room, 5), $room - $below)));
			$gap = $room - count($upper) > $below ? [''] : [];
			$body = [...$upper, ...$gap, ...$this->lower($room - count($upper) - count($gap))];
		}
		$body = array_slice(array_pad($body, $room, ''), 0, $room);

		return array_slice([...$head, ...$body, $this->foot()], -$height);
	}

	/** One page of text. */
	public function text(int $limit): string
	{
		$workers = $this->snapshot->sorted($this->choice->order, $this->choice->uri);

		return implode("\n", array_map(rtrim(...),
			[...$this->head(), ...$this->workers($workers, $limit + 1), '', ...$this->lower($limit + 2)])) . "\n";
	}

	/** @return list<string> */
	private function head(): array
	{
		$clock = date('H:i:s', (int) $this->snapshot->time);
		$title = 'xhprof live  ' . $this->snapshot->target;
		$marks = ($this->choice->isPaused ? ' paused ' : '')
			. ($this->snapshot->recordedS === null ? '' : " recording {$this->snapshot->recordedS} s ");
		$room = $this->width - strlen($clock) - strlen($marks) - 2;
		$lines = [$this->terminal->style(Text::fit($title, max(1, $room)), 'bold')
			. ($marks === '' ? '' : $this->terminal->style($marks, 'reverse')) . "  $clock",
			Text::fit($this->census(), $this->width), Text::fit($this->wish(), $this->width)];
		if ($this->snapshot->blocker !== null) {
			$text = explode("\n", Text::wrap($this->snapshot->blocker->text($this->width), $this->width));
			array_unshift($lines, ...array_map(
				fn (string $line): string => $this->terminal->style(Text::fit($line, $this->width), 'red'), $text));
		}
		foreach ($this->warnings() as $warning) {
			$lines[] = $this->terminal->style(Text::fit($warning, $this->width), 'yellow');
		}

		return [...$lines, ''];
	}

	private function census(): string
	{
		$states = $this->snapshot->states();
		ksort($states);
		$count = count($this->snapshot->workers);
		$parts = array_map(static fn (string $state, int $of): string => "$of $state", array_keys($states), $states);

		return self::processes($count) . ($parts === [] ? '' : ': ' . implode(', ', $parts))
			. ($this->snapshot->ended > 0 ? "; {$this->snapshot->ended} ended since" : '');
	}

	private static function processes(int $count): string
	{
		return Units::of($count, 'process', 'processes');
	}

	private function wish(): string
	{
		$sampling = $this->snapshot->sampling;
		if (!$sampling['is_on']) {
			return $this->choice->isPaused ? 'paused: nothing is sampled for this reader' : 'sampling starts';
		}
		$least = Units::time($sampling['least_ns']);
		$most = Units::time($sampling['most_ns']);
		$asked = Units::time($sampling['asked_ns']);
		$every = $least === $most ? $least : "$least to $most";

		$text = "$sampling[clock] time every $every" . ($every === $asked ? '' : " (asked: $asked)");
		$by = ', by ' . implode(', by ', $sampling['sampled_by']);
		if ($sampling['from_outside'] === $sampling['processes']) {
			return $text . $by;
		}
		$texts = [$text . self::cost($sampling, true) . $by, $text . self::cost($sampling, false) . $by,
			$text . self::cost(['budget' => 0.0] + $sampling, false) . $by,
			$text . self::cost(['budget' => 0.0] + $sampling, false)];

		return array_values(array_filter($texts, fn (string $text): bool => strlen($text) <= $this->width))[0] ?? $text;
	}

	/**
	 * ", 4.7 % of a CPU in 9 processes (budget 1 % each)": the first number is for all processes together, the budget
	 * is for each.
	 *
	 * @param SamplingRow $sampling
	 */
	private static function cost(array $sampling, bool $hasCount): string
	{
		if ($sampling['share'] === null) {
			return '';
		}
		$isMany = $sampling['processes'] > 1;

		return ', ' . Units::percent($sampling['share'], 100) . ' % of a CPU'
			. ($isMany && $hasCount ? " in $sampling[processes] processes" : '')
			. ($sampling['budget'] > 0 ? " (budget $sampling[budget] %" . ($isMany ? ' each)' : ')') : '');
	}

	/** @return list<string> */
	private function warnings(): array
	{
		$sampling = $this->snapshot->sampling;
		$all = count($this->snapshot->workers);
		$warnings = [];
		if ($sampling['from_outside'] > 0) {
			$warnings[] = 'no ring' . ($sampling['from_outside'] < $all ? " in $sampling[from_outside] of $all" : '')
				. ', so no tags: set ' . MissingRing::setting('') . ' in php.ini';
		}
		if ($this->choice->uri !== '' && $all > 0 && $this->snapshot->sorted('pid', $this->choice->uri) === []) {
			$warnings[] = "no current request matches \"{$this->choice->uri}\"; * stands for any text: \"*cart*\"";
		}
		array_push($warnings, ...self::losses($sampling));
		$stopped = $this->snapshot->states()[Worker::STOPPED] ?? 0;
		if ($stopped > 0) {
			$warnings[] = "$stopped of " . self::processes($all) . ' ' . ($stopped === 1 ? 'is' : 'are')
				. ' stopped (state T): kill -CONT PID lets ' . ($stopped === 1 ? 'it' : 'them') . ' continue';
		}
		foreach ($this->troubles() as $trouble => $count) {
			$warnings[] = "$trouble, in the last request of $count of " . self::processes($all);
		}
		if ($sampling['messages_refused'] > 0) {
			$warnings[] = Units::of($sampling['messages_refused'], 'message')
				. ' refused, by xhprof.live_allow or as snapshots were too close together';
		}

		return $warnings;
	}

	/**
	 * @param SamplingRow $sampling
	 * @return list<string> what is missing in the samples
	 */
	private static function losses(array $sampling): array
	{
		$lost = array_intersect_key(['lost_bytes' => Units::bytes($sampling['lost_bytes']) . ' overwritten',
			'late' => Units::of($sampling['late'], 'late tick'), 'cut' => Units::of($sampling['cut'], 'cut stack'),
			'functions_lost' => Units::count($sampling['functions_lost']) . ' in (other)'], array_filter($sampling));
		$warnings = $lost === [] ? [] : ['lost: ' . implode(', ', $lost)];
		$refused = count($sampling['refused']);
		if ($refused > 0) {
			$warnings[] = ($refused > 1 ? "$refused cannot be read, for example: " : 'cannot be read: ')
				. $sampling['refused'][0];
		}

		return $warnings;
	}

	/** @return array<string, int> how many workers had each trouble in their last request */
	private function troubles(): array
	{
		return array_count_values(array_merge(...array_map(
			static fn (array $row): array => Marks::troubles($row['marks']), array_values($this->snapshot->workers))));
	}

	/**
	 * @param list<string> $files the workers in the order of the table
	 * @param int $height with the line of headings
	 * @return list<string>
	 */
	private function workers(array $files, int $height): array
	{
		$isWide = $this->width >= self::WIDE;
		$inCells = $isWide ? intdiv($this->width, 3) : 0;
		$nameCells = max([8, ...array_map(static fn (array $row): int => 1 + strlen(self::name($row)),
			array_values($this->snapshot->workers))]);
		$cells = max(8, $this->width - 2 - $nameCells - strlen($this->numbers(str_repeat(' ', 8), '', '', ''))
			- ($isWide ? $inCells + 2 : 0));
		$lines = [$this->columns(Text::right('PID', $nameCells) . $this->numbers(Text::fit('STATE', 8), 'ELAPSED',
			'CPU %', 'MEMORY') . '  ' . Text::fit('REQUEST', $cells) . ($isWide ? '  IN' : ''))];
		$room = max(1, $height - 1);
		$shown = $this->around($files, count($files) > $room ? max(1, $room - 1) : $room);
		foreach ($shown as $file) {
			$row = $this->snapshot->workers[$file];
			$line = Text::right(self::name($row), $nameCells)
				. $this->numbers(Text::fit($row['state'], 8), self::elapsed($row),
					$row['cpu'] === null ? '-' : Units::percent($row['cpu'], 100), Units::bytes($row['memory_bytes']))
				. '  ' . Text::fit(self::request($row, $cells), $cells)
				. ($isWide ? '  ' . Text::fit(self::in($row), $inCells) : '');
			$lines[] = $file === $this->choice->chosen ? $this->terminal->style('>' . substr($line, 1), 'reverse')
				: $this->terminal->style($line, $row['elapsed_ns'] === null ? 'dim' : '');
		}
		if (count($shown) < count($files) && $room > 1) {
			$lines[] = $this->terminal->style('          (' . (count($files) - count($shown)) . ' more)', 'dim');
		}

		return $lines;
	}

	/**
	 * The columns between the names of workers and of requests. They appear only if there is room, as the names say
	 * more.
	 */
	private function numbers(string $state, string $elapsed, string $cpu, string $memory): string
	{
		return ($this->width >= self::TINY ? "  $state" : '') . Text::right($elapsed, 9)
			. ($this->width >= self::NARROW ? Text::right($cpu, 7) . Text::right($memory, 11) : '');
	}

	/**
	 * The time since the current request began, or else since the last one ended.
	 *
	 * @param WorkerRow $row
	 */
	private static function elapsed(array $row): string
	{
		$ns = $row['elapsed_ns'] ?? $row['idle_ns'];

		return $ns === null ? '' : Units::time($ns);
	}

	/** @param WorkerRow $row */
	private static function in(array $row): string
	{
		return Place::text($row['in'], $row['caller'])
			. ($row['wait'] === null || $row['wait'] === 'sleep' ? '' : ' waits for ' . Wait::thing($row['wait']));
	}

	private function columns(string $names): string
	{
		return $this->terminal->style(Text::fit($names, $this->width), 'dim');
	}

	/**
	 * As many workers as there is room for, including the chosen one.
	 *
	 * @param list<string> $files
	 * @return list<string>
	 */
	private function around(array $files, int $room): array
	{
		$at = $this->choice->chosen === null ? 0 : (int) array_search($this->choice->chosen, $files, true);

		return array_slice($files, max(0, min($at - $room + 1, count($files) - $room)), $room);
	}

	/** @param WorkerRow $row */
	private static function name(array $row): string
	{
		return $row['pid'] === $row['tid'] ? (string) $row['pid'] : "$row[pid].$row[tid]";
	}

	/**
	 * A worker's request, with its tags and its events if there is room.
	 *
	 * @param WorkerRow $row
	 */
	private static function request(array $row, int $cells): string
	{
		$request = trim("$row[method] $row[uri]");
		$tags = '';
		foreach ($row['tags'] as $key => $value) {
			$tags .= "  $key=$value";
		}
		$tags .= rtrim('  ' . TraceId::text($row));

		$text = strlen($request . $tags) <= $cells ? $request . $tags : $request;
		$marks = Marks::text($row['marks'], $row['elapsed_ns']);

		return $marks !== '' && strlen("$text  ($marks)") <= $cells ? "$text  ($marks)" : $text;
	}

	/** @return list<string> */
	private function lower(int $height): array
	{
		return $this->choice->isStack ? $this->stack($height) : $this->functions($height);
	}

	/** @return list<string> */
	private function functions(int $height): array
	{
		$rows = $this->snapshot->functions($this->choice->sort, $this->choice->filter);
		$sum = $this->snapshot->functions;
		$lines = [$this->terminal->style(Text::fit($this->title(), $this->width), 'bold'), $this->columns(
			$this->shares('OWN %', '± PTS', 'INCL %', 'OWN') . strtoupper($this->choice->by ?: 'function'))];
		$room = max(1, $height - 2);
		$this->choice->scroll = max(0, min($this->choice->scroll, count($rows) - $room));
		foreach (array_slice($rows, $this->choice->scroll, $room) as $row) {
			$numbers = $this->shares(Units::percent($row['own_ns'], $sum['total_ns']),
				Units::points($row['share_error_points']),
				Units::percent($row['wall_ns'], $sum['total_ns']), Units::time($row['own_ns']));
			$lines[] = $numbers . Text::fit($row['function'],
				max(1, $this->width - strlen($this->shares('', '', '', ''))));
		}
		if ($rows === []) {
			$lines[] = $this->terminal->style('          ' . ($sum['samples'] > 0 ? ($this->choice->by === ''
				? 'no function matches' : 'none matches') : 'nothing was sampled: no request ran'), 'dim');
		}

		return $lines;
	}

	/** The columns before the name of a function. */
	private function shares(string $own, string $error, string $inclusive, string $time): string
	{
		return Text::right($own, 8) . ($this->width >= self::TINY ? Text::right($error, 8) : '')
			. ($this->width >= self::NARROW ? Text::right($inclusive, 9) . Text::right($time, 11) : '') . '  ';
	}

	private function title(): string
	{
		$row = $this->choice->chosen === null ? null : $this->snapshot->workers[$this->choice->chosen] ?? null;

		return ($this->choice->by === '' ? 'functions' : "by {$this->choice->by}")
			. ($row === null ? '' : ' of ' . self::name($row))
			. ($this->choice->filter === '' ? '' : " with \"{$this->choice->filter}\"")
			. ($this->choice->uri === '' ? '' : ", requests \"{$this->choice->uri}\"")
			. ', ' . ($this->choice->sort === 'own' ? 'own' : 'inclusive')
			. ' time first; ' . Units::count($this->snapshot->functions['samples'])
			. " samples, last {$this->snapshot->functions['seconds']} s" . $this->error();
	}

	/** The largest error of a share. If it is too large to mean anything, how much longer to sample in its place. */
	private function error(): string
	{
		['samples' => $samples, 'share_error_points' => $error, 'seconds' => $seconds, 'seconds_more' => $more] =
			$this->snapshot->functions;
		if ($samples === 0 || $error <= ShareErrors::MOST_POINTS) {
			return $samples === 0 ? '' : ', ' . Units::points($error) . ' points';
		}
		$isSoon = $more !== null && $seconds + $more <= Worker::WINDOW;

		return ': not enough' . ($more === null ? ''
			: ', ' . ($isSoon ? 'about ' . Units::span($more) . ' more' : 'r records for longer'));
	}

	/** @return list<string> */
	private function stack(int $height): array
	{
		$stack = $this->snapshot->stack;
		$row = $this->choice->chosen === null ? null : $this->snapshot->workers[$this->choice->chosen] ?? null;
		if ($row === null || $stack === null) {
			return [$this->terminal->style($row === null ? '  that worker has ended' : '  no sample of this worker yet',
				'dim')];
		}
		$does = Wait::of($stack['frames'], $stack['flags'], $stack['wait'])['text'];
		$lines = [$this->terminal->style(Text::fit('stack of ' . self::name($row) . ', ' . Units::time($stack['age_ns'])
			. ' ago' . ": $does", $this->width), 'bold')];
		$room = max(1, $height - 1);
		$this->choice->scroll = max(0, min($this->choice->scroll, count($stack['frames']) - $room));
		foreach (array_slice($stack['frames'], $this->choice->scroll, $room, true) as $i => $frame) {
			$place = $frame['file'] === null ? '' : $frame['file'] . ($frame['line'] === null ? '' : ":$frame[line]");
			$half = max(1, intdiv($this->width - 8, 2));
			$lines[] = Text::right("#$i", 5) . '  '
				. ($this->width >= self::NARROW ? Text::fit($frame['function'], $half) . ' ' . Text::end($place, $half)
					: Text::cut($frame['function'], $this->width - 7));
		}

		return $lines;
	}

	/** @return list<string> */
	private function help(int $room): array
	{
		$lines = [];
		foreach (Choice::HELP as $keys => $what) {
			$lines[] = '  ' . Text::fit($keys, 18) . Text::fit($what, max(8, $this->width - 20));
		}

		return array_slice([...$lines, '', '  Any key goes back.'], 0, $room);
	}

	private function foot(): string
	{
		$choice = $this->choice;
		if ($choice->prompt !== null) {
			return Text::end(($choice->prompt === 'filter' ? 'functions with: ' : 'requests with: ') . $choice->typed
				. '_', $this->width);
		}

		return $this->terminal->style(Text::fit($choice->message === '' ? self::KEYS : $choice->message, $this->width),
			$choice->message === '' ? 'dim' : 'bold');
	}
}
