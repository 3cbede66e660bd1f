<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

use XHProf\Cli\Problem;
use XHProf\Cli\Process\OpenFolder;
use XHProf\Cli\Process\RegularFile;
use XHProf\Cli\Process\User;
use XHProf\Ring;

/**
 * The variables of a process's open calls. The process writes them at its next safe point, into a file beside its ring
 * that only its own user may read.
 *
 * @phpstan-type Variable array{name: string, value: string}
 * @phpstan-type LocalsFrame array{function: string, file: string|null, line: int|null, arguments: list<Variable>,
 *     locals: list<Variable>}
 * @phpstan-type Answer array{level: string, frames: list<LocalsFrame>, cut: int, omitted: int}
 */
final class Locals
{
	/** A process never writes more than this. */
	private const MOST_BYTES = 256 << 10;

	/** @var Answer|null */
	private ?array $answer = null;

	private string $problem = '';

	/**
	 * The file of an earlier reader that could not be removed, as file() identifies it. The process puts a new one in
	 * its place.
	 */
	private string $left = '';

	private readonly string $file;

	/** The user who owns the ring's file, whatever the ring itself says; -1: not known. */
	private readonly int $owner;

	public function __construct(string $ringFile, private readonly Ring $ring)
	{
		$this->file = substr($ringFile, 0, -strlen('data')) . 'locals';
		$owner = @lstat($ringFile);
		$this->owner = $owner === false ? -1 : $owner['uid'];
		$status = $ring->status();
		$own = User::id();
		if (!in_array('locals', $status['allowed'], true)) {
			$this->problem = 'that process does not allow its variables to be read: '
				. 'add the word locals to xhprof.live_allow in its php.ini, and restart it';
		} elseif ($own !== 0 && $own !== $status['uid']) {
			$this->problem = "only its own user may read its variables: run this as user $status[uid]";
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
		$file = $this->file();
		if ($file === '' || $file === $this->left) {
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

	/** Why there is no answer; "": it has not come. */
	public function problem(): string
	{
		return $this->problem;
	}

	/** Requests the variables of this moment: removes a file that an earlier reader left before. */
	private function ask(string $ringFile): void
	{
		$this->remove();
		try {
			$this->ring->control(['locals' => true]);
		} catch (\RuntimeException $e) {
			$this->problem = Access::reason(substr($ringFile, 0, -strlen('data')) . 'ctl', $e);
		}
	}

	/** Removes the file. If this user may not, the process removes it in time. */
	private function remove(): void
	{
		OpenFolder::unlinkPath($this->file);
		$this->left = $this->file();
	}

	/** Identifies the file that has the name now; "": there is none. */
	private function file(): string
	{
		clearstatcache(true, $this->file);
		$status = @lstat($this->file);

		return $status === false ? '' : "$status[dev] $status[ino] $status[ctime]";
	}

	private function read(): void
	{
		$text = $this->text();
		$this->remove();
		$answer = self::checked(json_decode($text ?? '', true));
		$this->problem = match ($answer['level'] ?? null) {
			null => "its variables are not read: $this->file "
				. ($text === null ? 'belongs to another user' : 'is damaged'),
			'off' => 'its variables are not shown: its xhprof.meta is off; path shows their types, full their values',
			'missed' => 'its variables are not read: it is running, '
				. 'and they can be read from outside only while they do not change; try again later',
			default => '',
		};
		if ($answer === null || $this->problem !== '') {
			return;
		}
		$last = count($answer['frames']) - 1;
		$frames = [];
		foreach ($answer['frames'] as $i => $frame) {
			$isMain = $i === $last && $answer['cut'] === 0;
			$frames[] = ['function' => $frame['function'] !== '' ? $frame['function']
				: ($isMain ? 'main()' : 'include')]
				+ ['arguments' => array_map(self::variable(...), $frame['arguments']),
					'locals' => array_map(self::variable(...), $frame['locals'])] + $frame;
		}
		$this->answer = ['level' => $answer['level'], 'frames' => $frames, 'cut' => $answer['cut'],
			'omitted' => $answer['omitted']];
	}

	/**
	 * @return array{level: string, cut: int, omitted: int, frames: list<array{function: string, file: string|null,
	 *     line: int|null, arguments: list<array{string, string}>, locals: list<array{string, string}>}>}|null null: it
	 *     does not have the form that a process writes
	 */
	private static function checked(mixed $answer): ?array
	{
		$isPair = static fn (mixed $pair): bool => is_array($pair)
			&& array_map(gettype(...), $pair) === ['string', 'string'];
		$isList = static fn (mixed $pairs): bool => is_array($pairs) && array_is_list($pairs)
			&& array_filter($pairs, $isPair) === $pairs;
		$isFrame = static fn (mixed $frame): bool => is_array($frame)
			&& is_string($frame['function'] ?? null) && is_string($frame['file'] ?? '')
			&& is_int($frame['line'] ?? 0) && $isList($frame['arguments'] ?? null) && $isList($frame['locals'] ?? null);
		$frames = is_array($answer) ? $answer['frames'] ?? null : null;
		$isWhole = is_array($frames) && array_is_list($frames)
			&& array_filter($frames, $isFrame) === $frames && is_string($answer['level'] ?? null)
			&& is_int($answer['cut'] ?? null) && is_int($answer['omitted'] ?? null);
		/**
		 * @var array{level: string, cut: int, omitted: int, frames: list<array{function: string, file: string|null,
		 *     line: int|null, arguments: list<array{string, string}>, locals: list<array{string, string}>}>}|null
		 *     $checked
		 */
		$checked = $isWhole ? $answer : null;

		return $checked;
	}

	/**
	 * Reads the file. In a folder of several users, anyone may have made a file, a symlink or a pipe of this name.
	 *
	 * @return string|null null: it is not a regular file of the user who owns the ring
	 */
	private function text(): ?string
	{
		try {
			$stream = RegularFile::open($this->file, $this->owner);
		} catch (Problem | \RuntimeException) {
			return null;
		}
		$text = (string) stream_get_contents($stream, self::MOST_BYTES);
		fclose($stream);

		return $text;
	}

	/**
	 * @param array{string, string} $pair
	 * @return Variable
	 */
	private static function variable(array $pair): array
	{
		return ['name' => $pair[0], 'value' => $pair[1]];
	}
}
