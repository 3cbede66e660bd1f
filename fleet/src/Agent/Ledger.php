<?php
declare(strict_types=1);

namespace XHProf\Fleet\Agent;

use XHProf\Cli\Problem;
use XHProf\Cli\Process\AtomicFile;

/**
 * Remembers how far each ring has been read into the spool, in a file beside the queues, so that the next agent goes on
 * there after one was killed. The file is written before and after a batch is stored. If the agent dies in between, the
 * next one looks whether the spool has the batch.
 *
 * @phpstan-import-type Place from RingCursor
 */
final class Ledger
{
	private const NAME = 'rings.state';

	/** @var array<string, Place> by file */
	private array $places = [];

	/** @param string|null $folder the spool's; null: nothing is kept */
	public function __construct(private readonly ?string $folder)
	{
	}

	/**
	 * @param \Closure(string): bool $isStored whether the spool has a batch of this id
	 * @return array<string, Place>|null null: there was no earlier agent, or it is not known how far it had read
	 */
	public function read(\Closure $isStored): ?array
	{
		$text = $this->folder === null ? false : @file_get_contents("$this->folder/" . self::NAME);
		$data = $text === false ? null : @unserialize($text, ['allowed_classes' => false]);
		if (!is_array($data) || ($data['version'] ?? null) !== 1) {
			return null;
		}
		$id = $data['pending'] ?? null;
		$places = is_string($id) && $isStored($id) ? $data['after'] ?? null : $data['places'] ?? null;

		return is_array($places) ? $this->places = self::checked($places) : null;
	}

	/**
	 * Must be called before a batch is stored.
	 *
	 * @param array<string, Place> $places how far the rings are read once the batch is stored
	 */
	public function begin(string $id, array $places): void
	{
		$this->write(['pending' => $id, 'after' => $places]);
	}

	/** @param array<string, Place> $places as for begin() */
	public function commit(array $places): void
	{
		$this->places = $places;
		$this->write([]);
	}

	/** Removes the file: it is no longer known how far rings were read. */
	public function forget(): void
	{
		if ($this->folder !== null) {
			@unlink("$this->folder/" . self::NAME);
		}
	}

	/** @param array<string, mixed> $more */
	private function write(array $more): void
	{
		if ($this->folder === null) {
			return;
		}
		try {
			AtomicFile::write("$this->folder/" . self::NAME,
				serialize(['version' => 1, 'places' => $this->places] + $more), true);
		} catch (Problem) {
			$this->forget(); // with an old file, the next agent would send samples twice
		}
	}

	/**
	 * @param array<mixed> $places
	 * @return array<string, Place>
	 */
	private static function checked(array $places): array
	{
		$checked = [];
		foreach ($places as $file => $place) {
			$place = is_array($place) ? $place : [];
			[$position, $samples, $weight_ns] = [$place['position'] ?? null, $place['samples'] ?? null,
				$place['weight_ns'] ?? null];
			if (is_int($position) && $position >= 0 && is_int($samples) && is_int($weight_ns)) {
				$checked[(string) $file] = ['position' => $position, 'samples' => $samples, 'weight_ns' => $weight_ns,
					'is_over' => ($place['is_over'] ?? null) === true];
			}
		}

		return $checked;
	}
}
