<?php
declare(strict_types=1);

namespace XHProf\Fleet\Agent;

use XHProf\Profile;

/**
 * Profiles of samples as text. The names of functions are kept once for all profiles. This takes a quarter of the time
 * and of the bytes of export("json"), but does not have the lines that ran.
 */
final class StackTable
{
	/** @var array<array-key, int> number by name */
	private array $numbers = [];

	/** @var array<int, array{file: string, line: int|null}> by number */
	private array $places = [];

	/** @var array<array-key, array{file: string, line: int|null}> by name */
	private array $functions = [];

	/**
	 * @param list<string> $names of functions
	 * @param array<int, array{file: string, line: int|null}> $places by number, for functions with a known place
	 */
	public function __construct(private readonly array $names = [], array $places = [])
	{
		foreach ($places as $number => $place) {
			$this->functions[$names[$number] ?? throw new \ValueError("there is no function $number")] = $place;
		}
	}

	/**
	 * Writes JSON: the effective samples, if they are known, then a list for each stack: samples, wall and CPU time in
	 * nanoseconds, and the numbers of its functions.
	 */
	public function encode(Profile $profile): string
	{
		$effective = $profile->summary()['effective_samples'] ?? 0.0;
		$rows = $effective > 0 ? [round($effective, 3)] : [];
		foreach ($profile->stacks() as $stack) {
			$row = [$stack['samples'], $stack['wall_ns'], $stack['cpu_ns']];
			foreach ($stack['frames'] as $name) {
				$row[] = $this->numbers[$name] ??= count($this->numbers);
			}
			$rows[] = $row;
		}
		$this->addPlaces($profile);

		return json_encode($rows, JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION);
	}

	private function addPlaces(Profile $profile): void
	{
		foreach ($profile->functions() as $name => $row) {
			if ($row['file'] !== null && isset($this->numbers[$name])) {
				$this->places[$this->numbers[$name]] ??= ['file' => $row['file'], 'line' => $row['line']];
			}
		}
	}

	/** @return array<int, array{file: string, line: int|null}> by number */
	public function places(): array
	{
		return $this->places;
	}

	/** @return list<string> the names of all functions so far, by number */
	public function names(): array
	{
		return array_map(strval(...), array_keys($this->numbers));
	}

	/** @throws \TypeError|\ValueError|\JsonException if it is not what encode() writes */
	public function decode(string $text): Profile
	{
		$stacks = [];
		$rows = (array) json_decode($text, true, 3, JSON_THROW_ON_ERROR);
		$effective = $rows[0] ?? null;
		if (is_float($effective)) {
			array_shift($rows);
		} else {
			$effective = null;
		}
		foreach ($rows as $row) {
			/** @var list<int> $row */
			$frames = [];
			for ($i = 3, $count = count($row); $i < $count; $i++) {
				$frames[] = $this->names[$row[$i]] ?? throw new \ValueError("there is no function $row[$i]");
			}
			$stacks[] = ['frames' => $frames, 'samples' => $row[0], 'wall_ns' => $row[1], 'cpu_ns' => $row[2]];
		}

		return Profile::fromStacks($stacks, null, $effective, $this->functions);
	}
}
