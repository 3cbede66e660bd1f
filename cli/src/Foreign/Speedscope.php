<?php
declare(strict_types=1);

namespace XHProf\Cli\Foreign;

use XHProf\Cli\Problem;

/**
 * Reads speedscope files: the active profile of a file. A profile of events has calls, one of samples has none. A file
 * that xhprof wrote has one profile for each metric of a run, and is read as a whole.
 */
final class Speedscope
{
	/**
	 * The profiles of xhprof by their names. The growth of a path's memory is in one of the last two, which always come
	 * together.
	 */
	private const OURS = ['wall time' => 'wall_ns', 'CPU time' => 'cpu_ns', self::GREW => 'memory_bytes',
		self::SHRANK => 'memory_bytes'];

	private const GREW = 'memory that grew';

	private const SHRANK = 'memory that shrank';

	/** The start of the first profile's name in files of xhprof with a timeline. */
	private const TIMELINE = 'in order of time';

	private const UNITS = ['none' => 0, 'bytes' => 0] + Measures::TIMES;

	/** @var list<int> functions by frames */
	private array $functions = [];

	/** @var list<string> */
	private array $lacks = [];

	/** @param array<mixed> $file */
	private function __construct(private readonly array $file, private readonly CallTree $tree)
	{
	}

	/** @param array<mixed> $file */
	public static function is(array $file): bool
	{
		return is_array($file['shared'] ?? null) && isset($file['profiles']);
	}

	/** @param array<mixed> $file */
	public static function json(array $file, int $limit): string
	{
		$profiles = array_values(JsonText::rows($file['profiles'] ?? null, '"profiles"'));
		$active = JsonText::natural($file['activeProfileIndex'] ?? null, '"activeProfileIndex"');
		$profile = JsonText::rows($profiles[$active]
			?? throw new Problem("it has no profile $active, which should be the active one"), "profile $active");
		$isSampled = ($profile['type'] ?? null) === 'sampled';
		$reader = new self($file, new CallTree($isSampled, $limit));
		$reader->readFrames();
		$isOurs = ($file['exporter'] ?? null) === 'xhprof' && !$isSampled;
		$columns = $isOurs ? $reader->readOurs($profiles) : $reader->readOne($profile, $active, count($profiles));

		return $reader->tree->json(['mode' => $isSampled ? 'sample' : 'tree',
			'read' => ['format' => 'speedscope', 'lacks' => [...($isSampled ? ['calls'] : []), ...$reader->lacks,
				...(in_array('memory_bytes', $columns, true) ? ['peaks'] : ['memory'])]]]);
	}

	private function readFrames(): void
	{
		$shared = JsonText::rows($this->file['shared'] ?? null, '"shared"');
		foreach (JsonText::rows($shared['frames'] ?? null, '"frames"') as $i => $frame) {
			$frame = JsonText::rows($frame, "frame $i");
			$line = $frame['line'] ?? null;
			$this->functions[] = $this->tree->functions->number(JsonText::text($frame['name'] ?? null,
				"the name of frame $i"), JsonText::text($frame['file'] ?? null, "the file of frame $i"),
				is_int($line) ? FunctionTable::line($line) : 0);
		}
	}

	/**
	 * @param array<mixed> $profile
	 * @return list<string> the columns that it has
	 */
	private function readOne(array $profile, int $active, int $count): array
	{
		$unit = JsonText::text($profile['unit'] ?? null, "the unit of profile $active");
		$factor = self::UNITS[$unit]
			?? throw new Problem("profile $active has the unit \"$unit\", which the format does not know");
		if ($factor === 0) {
			$this->lacks[] = $unit === 'none' ? 'unit (1 is read as 1 ns)' : "times (1 of $unit is read as 1 ns)";
		}
		if ($count > 1) {
			$name = JsonText::text($profile['name'] ?? null, "the name of profile $active");
			$this->lacks[] = "other profiles (\"$name\" is one of $count)";
		}
		match ($profile['type'] ?? null) {
			'sampled' => $this->readSamples($profile, "profile $active", max(1, $factor)),
			'evented' => $this->readEvents($profile, "profile $active", 'wall_ns', max(1, $factor), true),
			default => throw new Problem("profile $active is neither \"sampled\" nor \"evented\""),
		};

		return ['wall_ns'];
	}

	/**
	 * @param list<mixed> $profiles
	 * @return list<string>
	 */
	private function readOurs(array $profiles): array
	{
		$hasTimeline = false;
		$columns = [];
		$names = array_map(static fn (mixed $profile): mixed => is_array($profile) ? $profile['name'] ?? null : null,
			$profiles);
		$known = in_array(self::SHRANK, $names, true) ? self::OURS : array_diff_key(self::OURS, [self::GREW => '']);
		foreach ($profiles as $i => $profile) {
			$profile = JsonText::rows($profile, "profile $i");
			$name = JsonText::text($profile['name'] ?? null, "the name of profile $i");
			$column = $known[$name] ?? null;
			if (str_starts_with($name, self::TIMELINE)) {
				$hasTimeline = true;
				$this->readEvents($profile, "profile $i", null, 1, true);
			} elseif ($column !== null) {
				$columns[] = $column;
				$this->tree->need($column);
				$this->readEvents($profile, "profile $i", $column, $name === self::SHRANK ? -1 : 1,
					$column === 'wall_ns' && !$hasTimeline);
			} else {
				$this->lacks[] = "\"$name\" (no value that a run has)";
			}
		}
		if (!$hasTimeline) {
			array_unshift($this->lacks, 'calls (each path counts as one)');
		}

		return $columns;
	}

	/** @param array<mixed> $profile */
	private function readSamples(array $profile, string $what, int $factor): void
	{
		$samples = array_values(JsonText::rows($profile['samples'] ?? null, "\"samples\" of $what"));
		$weights = array_values(JsonText::rows($profile['weights'] ?? null, "\"weights\" of $what"));
		if (count($samples) !== count($weights)) {
			throw new Problem("$what has " . count($samples) . ' samples and ' . count($weights) . ' weights');
		}
		foreach ($samples as $i => $frames) {
			$node = CallTree::MAIN;
			foreach (JsonText::rows($frames, "sample $i of $what") as $frame) {
				$node = $this->tree->node($node, $this->functionOf($frame, "sample $i of $what"));
			}
			$this->tree->add($node, 'calls', 1);
			$this->tree->add($node, 'wall_ns',
				$this->amount(JsonText::number($weights[$i], "weight $i of $what"), $factor, "weight $i of $what"));
		}
	}

	private function amount(int|float $value, int $factor, string $what): int
	{
		return $value >= 0 ? Whole::scaled($value, $factor) : throw new Problem("$what is below 0");
	}

	private function functionOf(mixed $frame, string $what): int
	{
		$place = JsonText::natural($frame, "a frame of $what");

		return $this->functions[$place]
			?? throw new Problem("$what names the frame $place, and the file has " . count($this->functions));
	}

	/**
	 * Closes the calls that are still open at the end. Each node gets the time since the previous event.
	 *
	 * @param array<mixed> $profile
	 * @param string|null $column null: only calls are counted
	 */
	private function readEvents(array $profile, string $what, ?string $column, int $factor, bool $isCounted): void
	{
		$at = JsonText::number($profile['startValue'] ?? 0, "\"startValue\" of $what");
		$open = [CallTree::MAIN];
		$frames = [null];
		$rows = array_values(JsonText::rows($profile['events'] ?? null, "\"events\" of $what"));
		$rows[] = ['type' => 'end', 'at' => $profile['endValue'] ?? null];
		foreach ($rows as $i => $event) {
			$event = JsonText::rows($event, "event $i of $what");
			$now = JsonText::number($event['at'] ?? $at, "the time of event $i of $what");
			$now = ($event['type'] ?? null) === 'end' ? max($now, $at) : $now;
			if ($now < $at) {
				throw new Problem("event $i of $what is at $now, before $at of the preceding event");
			}
			if ($column !== null) {
				$this->tree->add($open[count($open) - 1], $column, Whole::scaled($now - $at, $factor));
			}
			$at = $now;
			$this->apply($event, "event $i of $what", $isCounted, $open, $frames);
		}
	}

	/**
	 * @param array<mixed> $event
	 * @param list<int> $open nodes, main() first
	 * @param list<mixed> $frames
	 */
	private function apply(array $event, string $what, bool $isCounted, array &$open, array &$frames): void
	{
		$frame = $event['frame'] ?? null;
		$type = $event['type'] ?? null;
		if ($type === 'O') {
			$frames[] = $frame;
			$open[] = $node = $this->tree->node($open[count($open) - 1], $this->functionOf($frame, $what));
			if ($isCounted) {
				$this->tree->add($node, 'calls', 1);
			}
		} elseif ($type === 'C') {
			$last = array_pop($frames);
			if (count($frames) < 1 || $last !== $frame) {
				throw new Problem("$what closes the frame " . json_encode($frame) . ', and '
					. ($frames === [] ? 'none' : json_encode($last)) . ' is open');
			}
			array_pop($open);
		} elseif ($type !== 'end') {
			throw new Problem("$what has neither the type \"O\" nor \"C\"");
		}
	}
}
