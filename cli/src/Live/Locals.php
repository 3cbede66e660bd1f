<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Ring;

/**
 * The variables of a process' open calls: it writes them beside its ring, for its own user, at its next safe point.
 *
 * @phpstan-type Variable array{name: string, value: string}
 * @phpstan-type LocalsFrame array{function: string, file: string|null, line: int|null, arguments: list<Variable>, locals: list<Variable>}
 * @phpstan-type Answer array{level: string, frames: list<LocalsFrame>, cut: int, omitted: int}
 */
final class Locals
{
	/** @var Answer|null */
	private ?array $answer = null;

	private string $problem = '';

	private readonly string $file;

	public function __construct(string $ringFile, private readonly Ring $ring)
	{
		$this->file = substr($ringFile, 0, -strlen('data')) . 'locals';
		$status = $ring->status();
		$own = self::ownUser();
		if (!$status['may_show_locals']) {
			$this->problem = 'that process does not show its variables: xhprof.live_locals=1 in its php.ini permits it';
		} elseif ($own !== 0 && $own !== $status['uid']) {
			$this->problem = "its variables are for its own user alone: run this as user $status[uid]";
		} else {
			$this->ask($ringFile);
		}
	}

	/** True as long as the answer may still come. */
	public function isWaiting(): bool
	{
		if ($this->problem !== '' || $this->answer !== null) {
			return false;
		}
		clearstatcache(true, $this->file);
		if (!is_file($this->file)) {
			return true;
		}
		$this->read();

		return false;
	}

	/** @return Answer|null */
	public function answer(): ?array
	{
		return $this->answer;
	}

	/** Why there is no answer; "": it did not come. */
	public function problem(): string
	{
		return $this->problem;
	}

	/** Asks anew: a file that an earlier reader left is not of this moment. */
	private function ask(string $ringFile): void
	{
		@unlink($this->file);
		try {
			$this->ring->control(['locals' => true]);
		} catch (\RuntimeException $e) {
			$this->problem = Access::reason(substr($ringFile, 0, -strlen('data')) . 'ctl', $e);
		}
	}

	private function read(): void
	{
		$text = @file_get_contents($this->file);
		@unlink($this->file);
		/** @var array{level: string, cut: int, omitted: int, frames: list<array{function: string, file: string|null, line: int|null,
		 *     arguments: list<array{string, string}>, locals: list<array{string, string}>}>}|null $answer */
		$answer = $text === false ? null : json_decode($text, true);
		if ($answer === null) {
			$this->problem = 'its variables cannot be read: ' . ($text === false ? 'not permitted' : json_last_error_msg());
			return;
		}
		if ($answer['level'] === 'off') {
			$this->problem = 'its variables are not told: its xhprof.meta is off; path tells their types, full their values';
			return;
		}
		$last = count($answer['frames']) - 1;
		$frames = [];
		foreach ($answer['frames'] as $i => $frame) {
			$isMain = $i === $last && $answer['cut'] === 0;
			$frames[] = ['function' => $frame['function'] !== '' ? $frame['function'] : ($isMain ? 'main()' : 'include')]
				+ ['arguments' => array_map(self::variable(...), $frame['arguments']),
					'locals' => array_map(self::variable(...), $frame['locals'])] + $frame;
		}
		$this->answer = ['level' => $answer['level'], 'frames' => $frames, 'cut' => $answer['cut'], 'omitted' => $answer['omitted']];
	}

	/**
	 * @param array{string, string} $pair
	 * @return Variable
	 */
	private static function variable(array $pair): array
	{
		return ['name' => $pair[0], 'value' => $pair[1]];
	}

	/** The effective user of this process; -1: not known. Rings are on Linux only. */
	private static function ownUser(): int
	{
		return preg_match('/^Uid:\s+\d+\s+(\d+)/m', (string) @file_get_contents('/proc/self/status'), $found) === 1 ? (int) $found[1] : -1;
	}
}
