<?php
declare(strict_types=1);

namespace XHProf\Cli\View;

use XHProf\Cli\Live\Deaths;
use XHProf\Cli\Live\CauseDetails;
use XHProf\Cli\Live\Marks;
use XHProf\Cli\Live\ProcessDump;
use XHProf\Cli\Saved\TraceId;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;

/**
 * The stacks of processes, for people.
 *
 * @phpstan-import-type StackRow from ProcessDump
 */
final class DumpView
{
	/** The number of different stacks that are shown of a dead process. */
	private const LAST = 3;

	/** A stack older than this is marked as old. */
	private const OLD_NS = 1_000_000_000;

	/** In a narrower terminal, places are below the names of functions. */
	private const NARROW = 70;

	/** The cells in front of a function's name. */
	private const INDENT = 8;

	public function __construct(private readonly Terminal $terminal)
	{
	}

	/**
	 * @param list<ProcessDump> $dumps
	 * @param array<string, string> $refused why a ring cannot be read, by file
	 */
	public function text(array $dumps, array $refused): string
	{
		$alive = array_filter($dumps, static fn (ProcessDump $dump): bool => $dump->isAlive());
		$parts = array_map($this->process(...),
			array_filter($alive, static fn (ProcessDump $dump): bool => $dump->status()['state'] !== 'idle'));
		foreach ([false => 'between requests',
			true => 'stopped (state T) between requests; kill -CONT PID lets it continue'] as $isStopped => $what) {
			$idle = array_filter($alive, static fn (ProcessDump $dump): bool => $dump->status()['state'] === 'idle'
				&& $dump->isStopped() === (bool) $isStopped);
			if ($idle !== []) {
				$parts[] = $this->terminal->style("$what: ", 'bold') . implode(', ',
					array_map(static fn (ProcessDump $dump): int => $dump->status()['pid'], $idle)) . "\n";
			}
		}
		array_push($parts,
			...$this->allDead(array_filter($dumps, static fn (ProcessDump $dump): bool => !$dump->isAlive())));
		foreach ($refused as $file => $why) {
			$parts[] = $this->terminal->style(Text::plain("$file: $why"), 'yellow') . "\n";
		}

		return implode("\n", $parts);
	}

	/**
	 * Shows dead processes. Of several that died in the same request for the same reason, only the last one is shown,
	 * because a reload may leave many.
	 *
	 * @param array<ProcessDump> $dumps
	 * @return list<string>
	 */
	private function allDead(array $dumps): array
	{
		$groups = [];
		foreach ($dumps as $dump) {
			$request = $dump->status()['request'];
			$key = implode(' ', [$dump->status()['state'], $dump->death()['signal'] ?? '', $request['method'],
				$request['tags']['route'] ?? $request['uri']]);
			$groups[$key][] = $dump;
		}
		$parts = [];
		foreach ($groups as $group) {
			usort($group, static fn (ProcessDump $a, ProcessDump $b): int => $b->status()['request']['began']
				<=> $a->status()['request']['began']);
			$more = array_map(static fn (ProcessDump $dump): int => $dump->status()['pid'], array_slice($group, 1));
			$parts[] = $this->process($group[0]) . ($more === [] ? ''
				: $this->warning(Units::of(count($more), 'other') . ' like this one: ' . implode(', ', $more)));
		}

		return $parts;
	}

	private function process(ProcessDump $dump): string
	{
		$status = $dump->status();
		$name = $status['sapi'] . ($status['pool'] === '' ? '' : " pool $status[pool]") . " $status[pid]"
			. ($status['tid'] === $status['pid'] ? '' : " thread $status[tid]")
			. ($status['is_from_outside'] ? " from outside, PHP $status[php]" : '');
		$head = $this->terminal->style(Text::plain($name), 'bold') . '  ' . Text::plain($this->request($dump)) . "\n";

		return $head . $this->marks($dump) . ($dump->isAlive() ? $this->alive($dump) : $this->dead($dump));
	}

	private function marks(ProcessDump $dump): string
	{
		$request = $dump->status()['request'];
		$text = Marks::text($request['marks'], $request['elapsed_ns']);

		return Text::wrapped($text, 4, $this->terminal->width,
			fn (string $line): string => $this->terminal->style($line, 'yellow'));
	}

	/** The stack as it was when the process wrote its variables. */
	private function locals(ProcessDump $dump): ?string
	{
		$answer = $dump->locals?->answer();
		if ($answer === null) {
			return null;
		}
		$text = '';
		foreach ($answer['frames'] as $i => $frame) {
			$text .= $this->frame($i, $frame, $this->cells($answer['frames']));
			foreach (['arguments', 'locals'] as $kind) {
				$text .= $frame[$kind] === [] ? ''
					: "          $kind:\n" . implode('', array_map($this->variable(...), $frame[$kind]));
			}
		}
		if ($answer['cut'] > 0 || $answer['omitted'] > 0) {
			$text .= "        $answer[cut] outer calls and $answer[omitted] variables are left out\n";
		}
		if ($answer['level'] === 'types') {
			$text .= $this->warning('types only: with xhprof.meta=full '
				. ($dump->status()['is_from_outside'] ? 'this command shows values' : 'that process shows values'));
		}

		return $text;
	}

	/** @param array{name: string, value: string} $variable */
	private function variable(array $variable): string
	{
		$line = "              $$variable[name]: " . Text::plain($variable['value']);

		return ($this->terminal->isTerminal ? Text::cut($line, $this->terminal->width) : $line) . "\n";
	}

	private function request(ProcessDump $dump): string
	{
		$request = $dump->status()['request'];
		$text = trim("$request[method] $request[uri]");
		foreach ($request['tags'] as $key => $value) {
			$text .= "  $key=$value";
		}
		$text = rtrim("$text  " . TraceId::text($request));
		if ($request['elapsed_ns'] !== null) {
			$text .= '  for ' . Units::time($request['elapsed_ns']);
		}
		$lasted = $dump->lasted();
		if ($lasted !== null) {
			$text .= "  for $lasted[wall_bound] " . Units::time($lasted['wall_ns']);
		}

		// The memory as of the last sample. Before the first one, it is not known.
		return $text . ($request['memory_bytes'] > 0 ? '  ' . Units::bytes($request['memory_bytes']) : '')
			. ($dump->status()['state'] === 'shutdown' ? '  shutting down' : '');
	}

	private function alive(ProcessDump $dump): string
	{
		$stack = $dump->stacks(1)[0] ?? null;
		$late = 'it has not answered within a second; it may have no CPU, or be in a long internal function';
		$why = match (true) {
			$dump->isStopped() => 'it is stopped (state T): kill -CONT ' . $dump->status()['pid'] . ' lets it continue',
			$dump->problem() !== '' => "its stack could not be requested: {$dump->problem()}",
			$stack === null => "no stack yet: $late",
			default => !$dump->isAnswer() && $stack['age_ns'] > self::OLD_NS ? $late : '',
		};
		if ($stack === null || $why !== '') {
			return $this->warning($why) . ($stack === null ? '' : '    ' . Units::time($stack['age_ns'])
				. " ago: {$stack['does']['text']}\n" . $this->frames($stack));
		}
		$problem = $dump->localsProblem();

		return '    ' . Text::plain(self::does($stack, $dump->holder)) . "\n"
			. ($this->locals($dump) ?? $this->frames($stack)) . ($problem === null ? '' : $this->warning($problem));
	}

	/** @param StackRow $stack */
	private static function does(array $stack, ?CauseDetails $holder): string
	{
		$text = $stack['does']['text'];
		if ($stack['waited_ns'] !== null && $stack['wait'] !== null) {
			$text = (string) preg_replace('/^(waits|sleeps)/', '$1 ' . Units::time($stack['waited_ns']), $text);
		}

		return $text . ($holder === null ? '' : ($holder->hold->isLock ? ', held by ' : ', of ') . $holder->text());
	}

	private function dead(ProcessDump $dump): string
	{
		$stacks = $dump->stacks(self::LAST);
		$state = $dump->status()['state'];
		$how = $state === 'ended' ? 'it ended normally' : 'it was ' . Deaths::text($dump->death());
		if ($stacks === []) {
			return $this->warning($how . ($state === 'ended' ? '' : ", state $state; its ring has no sample of that "
				. "request: set xhprof.live_interval to sample continuously"));
		}
		$text = $this->warning($how . ($state === 'ended' ? '; its last stacks:'
			: ' after ' . self::clock($stacks[0]['time']) . ', ' . Units::time($stacks[0]['age_ns'])
			. ' ago, the time of its last sample; its last stacks:'));
		foreach ($stacks as $i => $stack) {
			$before = ($stacks[0]['time'] - $stack['time']) * 1e9;
			$text .= '    ' . self::clock($stack['time']) . ($i === 0 ? '' : ', ' . Units::time($before) . ' before')
				. ": {$stack['does']['text']}\n" . $this->frames($stack);
		}

		return $text;
	}

	/** @param StackRow $stack */
	private function frames(array $stack): string
	{
		$text = '';
		foreach ($stack['frames'] as $i => $frame) {
			$text .= $this->frame($i, $frame, $this->cells($stack['frames']));
		}
		if (in_array('cut', $stack['flags'], true)) {
			$text .= "        outer frames are missing\n";
		}

		return $text;
	}

	/**
	 * The width of the column of functions.
	 *
	 * @param list<array{function: string, ...}> $frames
	 */
	private function cells(array $frames): int
	{
		$most = $this->terminal->width >= self::NARROW ? intdiv($this->terminal->width - 8, 2)
			: $this->terminal->width - self::INDENT;

		return min($most, max([8, ...array_map(static fn (array $frame): int => strlen($frame['function']), $frames)]));
	}

	/** @param array{function: string, file: string|null, line: int|null, ...} $frame */
	private function frame(int $number, array $frame, int $cells): string
	{
		$place = $frame['file'] === null ? '' : $frame['file'] . ($frame['line'] === null ? '' : ":$frame[line]");

		$name = '    ' . Text::right("#$number", 3) . ' ' . Text::fit($frame['function'], $cells);
		$room = $this->terminal->width - $cells - self::INDENT - 2;
		if ($this->terminal->width < self::NARROW && strlen($place) > $room) {
			return rtrim($name) . "\n" . str_repeat(' ', self::INDENT + 2)
				. $this->terminal->style(Text::end($place, $this->terminal->width - self::INDENT - 2), 'dim') . "\n";
		}

		return rtrim("$name  " . $this->terminal->style(Text::end($place, max(8, $room)), 'dim')) . "\n";
	}

	private function warning(string $text): string
	{
		return $this->terminal->width >= self::NARROW ? '    ' . $this->terminal->style($text, 'yellow') . "\n"
			: Text::wrapped($text, 4, $this->terminal->width,
				fn (string $line): string => $this->terminal->style($line, 'yellow'));
	}

	/** Hours to milliseconds. */
	private static function clock(float $time): string
	{
		return date('Y-m-d H:i:s', (int) $time) . sprintf('.%03d', (int) (1000 * fmod($time, 1)));
	}
}
