<?php
declare(strict_types=1);

namespace XHProf\Cli\Fleet;

use XHProf\Cli\Problem;
use XHProf\Cli\Process\AtomicFile;

/**
 * Keeps how far each ring is in the spool, in a file beside the queues, so that the agent after one that was killed goes on from
 * there. It is written before and after a batch is stored: where the agent died between, the spool says which of both counts.
 *
 * @phpstan-import-type Place from RingCursor
 */
final class Ledger
{
	private const NAME = 'rings.state';

	/** @var array<string, Place> by file */
	private array $places = [];

	/** @param string|null $folder of the spool; null: nothing is kept */
	public function __construct(private readonly ?string $folder)
	{
	}

	/**
	 * @param \Closure(string): bool $isStored whether the spool has a batch of that id
	 * @return array<string, Place>|null null: there was no agent before, or nobody knows where it stood
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
	 * A batch of that id is about to be stored.
	 *
	 * @param array<string, Place> $places what it brings the rings to
	 */
	public function begin(string $id, array $places): void
	{
		$this->write(['pending' => $id, 'after' => $places]);
	}

	/** @param array<string, Place> $places as of begin() */
	public function commit(array $places): void
	{
		$this->places = $places;
		$this->write([]);
	}

	/** Removes it: the place is not known any more. */
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
			AtomicFile::write("$this->folder/" . self::NAME, serialize(['version' => 1, 'places' => $this->places] + $more), true);
		} catch (Problem) {
			$this->forget(); // an old one would have samples sent twice
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
			[$position, $samples, $weight_ns] = [$place['position'] ?? null, $place['samples'] ?? null, $place['weight_ns'] ?? null];
			if (is_int($position) && $position >= 0 && is_int($samples) && is_int($weight_ns)) {
				$checked[(string) $file] = ['position' => $position, 'samples' => $samples, 'weight_ns' => $weight_ns,
					'is_over' => ($place['is_over'] ?? null) === true];
			}
		}

		return $checked;
	}
}
