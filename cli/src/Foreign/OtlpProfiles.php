<?php
declare(strict_types=1);

namespace XHProf\Cli\Foreign;

use XHProf\Cli\Problem;

/**
 * Profiles of OTLP, as `xhprof ship` sends them. A profile has one type of values: those of other types go to the same
 * stacks, so that the file becomes one run. Runs of calls and samples do not add up.
 */
final class OtlpProfiles
{
	private readonly Measures $measures;
	private readonly CallTree $tree;

	/** @var array<string, array<mixed>> by name */
	private array $tables = [];

	/** @var array<int, int> nodes by stack */
	private array $nodes = [];

	/** @var list<array{string, string}> names and units of values */
	private array $types = [];

	/** @var list<array{array<mixed>, int}> profiles, each with the place of its type */
	private array $profiles = [];

	/** @param array<mixed> $file */
	private function __construct(array $file, int $limit)
	{
		foreach (JsonText::rows($file['dictionary'] ?? null, '"dictionary"') as $name => $table) {
			$this->tables[(string) $name] = array_values(JsonText::rows($table, "\"$name\""));
		}
		foreach (JsonText::rows($file['resourceProfiles'] ?? null, '"resourceProfiles"') as $resource) {
			foreach (JsonText::rows(JsonText::rows($resource, 'a resource')['scopeProfiles'] ?? null,
				'"scopeProfiles"') as $scope) {
				foreach (JsonText::rows(JsonText::rows($scope, 'a scope')['profiles'] ?? null,
					'"profiles"') as $profile) {
					$this->addProfile(JsonText::rows($profile, 'a profile'));
				}
			}
		}
		$names = array_column($this->types, 0);
		if (in_array('samples', $names, true) && in_array('calls', $names, true)) {
			throw new Problem('it has profiles of samples and of calls, which do not add up');
		}
		$this->measures = new Measures($this->types, null);
		$this->tree = $this->measures->tree($limit);
	}

	/** @param array<mixed> $profile */
	private function addProfile(array $profile): void
	{
		$type = JsonText::rows($profile['sampleType'] ?? null, '"sampleType"');
		$entry = [$this->string($type['typeStrindex'] ?? null, 'a type'),
			$this->string($type['unitStrindex'] ?? null, 'a unit')];
		$place = array_search($entry, $this->types, true);
		if ($place === false) {
			$place = count($this->types);
			$this->types[] = $entry;
		}
		$this->profiles[] = [$profile, (int) $place];
	}

	/** @param array<mixed> $file */
	public static function is(array $file): bool
	{
		return isset($file['resourceProfiles'], $file['dictionary']);
	}

	/** @param array<mixed> $file */
	public static function json(array $file, int $limit): string
	{
		return (new self($file, $limit))->read();
	}

	private function read(): string
	{
		$periodNs = $started = 0;
		foreach ($this->profiles as $i => [$profile, $type]) {
			$periodNs = max($periodNs, JsonText::natural(self::wide($profile['period'] ?? null), 'a period'));
			$startedNs = JsonText::natural(self::wide($profile['timeUnixNano'] ?? null), 'the time of a profile');
			$started = $started === 0 ? $startedNs : min($started, $startedNs);
			foreach (JsonText::rows($profile['samples'] ?? null, '"samples"') as $number => $sample) {
				$this->readSample(JsonText::rows($sample, 'a sample'), "sample $number of profile $i", $type);
			}
		}

		return $this->tree->json($this->measures->head('OTLP') + ['started_ns' => $started]
			+ ($this->measures->isSampled ? ['interval_ns' => $periodNs] : []));
	}

	/** @param array<mixed> $sample */
	private function readSample(array $sample, string $what, int $type): void
	{
		$stack = JsonText::natural($sample['stackIndex'] ?? null, "the stack of $what");
		$this->nodes[$stack] ??= $this->node($stack, $what);
		$value = 0;
		foreach (JsonText::rows($sample['values'] ?? null, "\"values\" of $what") as $one) {
			$one = JsonText::number($one, "a value of $what");
			$value = Whole::sum($value, is_int($one) ? $one
				: throw new Problem("a value of $what is not a whole number"));
		}
		$this->measures->add($this->tree, $this->nodes[$stack], [$type => $value], $what, false);
	}

	private function node(int $stack, string $what): int
	{
		$node = CallTree::MAIN;
		$callLine = 0;
		$entry = $this->entry('stackTable', $stack, $what);
		foreach (array_reverse(JsonText::rows($entry['locationIndices'] ?? null, "the stack of $what")) as $location) {
			$row = $this->entry('locationTable', $location, "the stack $stack");
			$lines = JsonText::rows($row['lines'] ?? null, 'the lines of a location');
			foreach (array_reverse($lines) as $line) {
				$line = JsonText::rows($line, 'a line');
				$number = JsonText::natural(self::wide($line['line'] ?? null), 'a line');
				$node = $this->tree->node($node, $this->functionOf($line['functionIndex'] ?? null),
					$this->measures->isSampled ? $number : $callLine);
				$callLine = $number;
			}
			if ($lines === []) {
				$node = $this->tree->node($node, $this->tree->functions->number('0x'
					. dechex(JsonText::natural(self::wide($row['address'] ?? null), 'an address'))),
					$this->measures->isSampled ? 0 : $callLine);
				$callLine = 0;
			}
		}

		return $node;
	}

	private function functionOf(mixed $place): int
	{
		$function = $this->entry('functionTable', $place, 'a line of a location');

		return $this->tree->functions->number($this->string($function['nameStrindex'] ?? null, 'a function'),
			$this->string($function['filenameStrindex'] ?? null, 'a file'), FunctionTable::line(
				JsonText::natural(self::wide($function['startLine'] ?? null), 'the line of a function')));
	}

	/** @return array<mixed> */
	private function entry(string $table, mixed $place, string $what): array
	{
		$place = JsonText::natural($place, "a place in \"$table\"");

		return JsonText::rows($this->tables[$table][$place]
			?? throw new Problem("$what names $place in \"$table\", which has " . count($this->tables[$table] ?? [])),
			"$place in \"$table\"");
	}

	private function string(mixed $place, string $what): string
	{
		$place = JsonText::natural($place, "a place in \"stringTable\"");
		$text = $this->tables['stringTable'][$place] ?? null;

		return is_string($text) ? $text
			: ($place === 0 ? '' : throw new Problem("$what is the string $place, and the file has "
				. count($this->tables['stringTable'] ?? []) . ' strings'));
	}

	/** A number of 64 bits, which is a text; null stays so. */
	private static function wide(mixed $value): int|float|null
	{
		return $value === null ? null : JsonText::number($value, 'a number of 64 bits');
	}
}
