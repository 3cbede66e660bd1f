<?php
declare(strict_types=1);

namespace XHProf\Cli\Heap;

/**
 * Paths from roots, in PHP's notation. A key that differs between elements becomes a star, and steps that repeat, as in
 * a linked list, appear once. So values of one kind have the same path in every snapshot.
 */
final class Paths
{
	/** A table with more keys than this counts as a list. */
	private const MOST_KEYS = 32;
	private const DEEPEST = 16;

	/** @var list<string> */
	public array $texts = [];

	/** @var array<int, int> node to path */
	public array $paths = [];

	/** @var array<string, int> what a path consists of, to its number */
	private array $known = [];

	/** @var list<string> the last step of each */
	private array $lastSteps = [];

	/** @var list<int> how many steps each has */
	private array $depths = [];

	public function __construct(private readonly Snapshot $file, private readonly Graph $graph)
	{
		foreach ($graph->via as $node => $edge) {
			$this->paths[$node] = $edge < 0 ? $this->number(-1, $this->start($node))
				: $this->follow($this->paths[$file->from[$edge]], $this->step($edge));
		}
	}

	/** One step with its key unchanged, for the path to a single node. */
	public static function stepText(string $kind, ?string $label, string $table): string
	{
		return match ($kind) {
			'element' => self::elementText($label ?? '', $table),
			'property' => "->$label",
			'properties', 'value', 'symbols' => '',
			'statics' => ' use',
			'local' => " \$$label",
			'internal', 'yielded', 'resource', 'pointer' => $label === null ? '{internal}' : '{' . $label . '}',
			default => '{' . $kind . '}',
		};
	}

	public static function rootText(string $kind, string $name): string
	{
		return match ($kind) {
			'store' => '(unreachable)',
			'frame' => 'frame ' . ($name === '' ? '{main}' : "$name()"),
			'static', 'static_start', 'literal' => "$kind " . $name . (str_contains($name, '/') ? '' : '()'),
			default => trim("$kind $name"),
		};
	}

	/** An entry of a table of variables is a variable, one of a table of properties a property. */
	private static function elementText(string $label, string $table): string
	{
		$key = substr($label, 1);

		return match ($table) {
			'properties' => "->$key",
			'statics', 'symbols', 'static', 'static_start' => " \$$key",
			default => $label !== '' && $label[0] === '=' ? "['$key']" : '[' . ltrim($label, '+') . ']',
		};
	}

	private function start(int $node): string
	{
		$root = $this->graph->rootOf[$node];

		return $root < 0 ? '(damaged)' : self::rootText($this->file->roots[$root][1], $this->file->roots[$root][2]);
	}

	/** How the table is held that an element is in. */
	private function tableOf(int $node): string
	{
		$via = $this->graph->via[$node];
		if ($via >= 0) {
			return $this->file->edgeKind($via);
		}
		$root = $this->graph->rootOf[$node];

		return $root < 0 ? '' : $this->file->roots[$root][1];
	}

	private function step(int $edge): string
	{
		$kind = $this->file->edgeKind($edge);
		$label = $this->file->labels[$edge] ?? null;
		$from = $this->file->from[$edge];
		if ($kind === 'element' && $label !== null) {
			if (!str_starts_with($label, '=')) {
				return '[*]';
			}
			if ($this->file->counts[$from] > self::MOST_KEYS) {
				$label = '=*';
			}
		}

		return self::stepText($kind, $label, $this->tableOf($from));
	}

	private function follow(int $path, string $step): int
	{
		if ($step === '' || $step === $this->lastSteps[$path]) {
			return $path;
		}
		if ($this->depths[$path] >= self::DEEPEST) {
			$step = '...';
			return $this->lastSteps[$path] === $step ? $path : $this->number($path, $step);
		}

		return $this->number($path, $step);
	}

	private function number(int $path, string $step): int
	{
		$number = $this->known["$path $step"] ?? null;
		if ($number === null) {
			$number = $this->known["$path $step"] = count($this->texts);
			$this->texts[] = ($path < 0 ? '' : $this->texts[$path]) . $step;
			$this->lastSteps[] = $step;
			$this->depths[] = $path < 0 ? 0 : $this->depths[$path] + 1;
		}

		return $number;
	}
}
