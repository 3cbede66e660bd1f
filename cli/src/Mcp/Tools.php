<?php
declare(strict_types=1);

namespace XHProf\Cli\Mcp;

use XHProf\Cli\Help\Reference;
use XHProf\Cli\Problem;
use XHProf\Cli\Process\CommandLine;
use XHProf\Cli\Terminal\Text;

/**
 * The tools of the server: commands of this tool, with the options and texts of --help.
 *
 * @phpstan-type Tool array{words: array<string, string>, options: list<string>, always?: array<string, string>}
 * @phpstan-type Property array{type: string, description?: string, minimum?: int, items?: array{type: string}}
 * @phpstan-type Schema array{type: string, properties: array<string, Property>, required: list<string>,
 *     additionalProperties: false}
 */
final class Tools
{
	private const RUNS = ['by', 'limit', 'uri', 'since', 'slower-than'];

	/**
	 * @var array<string, Tool> words that are no options are by name: with "?" those that may be left out, with "*"
	 *     lists
	 */
	private const TOOLS = [
		'run' => ['words' => ['script' => 'SCRIPT', 'arguments' => 'ARGUMENT*'], 'options' => ['mode', 'flags',
			'repeat', 'against', 'events', 'lines', 'ignore', 'compensate', 'interval', 'limit', 'fold', 'hide']],
		'top' => ['words' => ['run' => 'RUN'], 'options' => [...self::RUNS, 'sort', 'group-by', 'fold', 'hide']],
		'show' => ['words' => ['run' => 'RUN', 'after' => 'RUN?'],
			'options' => ['function', 'by', 'source', 'rename', 'hide']],
		'diff' => ['words' => ['before' => 'RUN', 'after' => 'RUN'],
			'options' => ['by', 'limit', 'fail-if', 'rename', 'hide']],
		'queries' => ['words' => ['run' => 'RUN'], 'options' => [...self::RUNS, 'sort']],
		'advise' => ['words' => ['run' => 'RUN'], 'options' => []],
		'alloc' => ['words' => ['run' => 'RUN'], 'options' => ['by', 'limit']],
		'list' => ['words' => ['folder' => 'RUN?'],
			'options' => ['uri', 'since', 'slower-than', 'status', 'sort', 'limit']],
		'live' => ['words' => ['target' => 'TARGET?'], 'options' => ['duration', 'sort', 'uri', 'filter', 'limit'],
			'always' => ['duration' => '3s']],
		'dump' => ['words' => ['target' => 'TARGET?'], 'options' => []],
		'slow' => ['words' => ['target' => 'TARGET?'], 'options' => ['uri', 'since', 'slower-than', 'status', 'limit']],
	];

	private const WORDS = [
		'SCRIPT' => 'the script to run, in a folder of this server',
		'ARGUMENT' => 'its arguments',
		'RUN' => 'a file, a run\'s id, or a folder (its newest run)',
		'TARGET' => 'a pid, a folder of rings, or a pool of php-fpm',
	];

	private const TOKENS = ['type' => 'integer', 'minimum' => 100,
		'description' => 'of the answer, at most. Default: ' . Answers::TOKENS];

	public function __construct(private readonly Roots $roots)
	{
	}

	/** @return list<array<string, mixed>> as tools/list has them */
	public function list(): array
	{
		$list = [];
		foreach (self::known() as $name => $tool) {
			$command = Reference::command($name);
			$list[] = ['name' => $name, 'title' => $command['summary'], 'description' => self::plain($command['about']),
				'inputSchema' => self::schema($name, $tool),
				'annotations' => ['readOnlyHint' => $name !== 'run', 'openWorldHint' => $name === 'run']];
		}
		$list[] = ['name' => 'more', 'title' => 'the rest of a truncated answer',
			'description' => 'The next part of a truncated answer.', 'inputSchema' => ['type' => 'object',
				'properties' => ['cursor' => ['type' => 'string', 'description' => 'as the answer named it'],
					'tokens' => self::TOKENS], 'required' => ['cursor'], 'additionalProperties' => false],
			'annotations' => ['readOnlyHint' => true, 'openWorldHint' => false]];

		return $list;
	}

	public static function is(string $name): bool
	{
		return isset(self::known()[$name]);
	}

	/**
	 * The command line of a call.
	 *
	 * @param array<mixed> $arguments
	 * @return non-empty-list<string>
	 */
	public function words(string $name, array $arguments): array
	{
		$tool = self::known()[$name];
		$given = self::check($arguments, self::schema($name, $tool));
		$options = $rest = [];
		foreach ($given + array_map(static fn (string $value): array => [$value],
			$tool['always'] ?? []) as $key => $values) {
			foreach ($key === 'tokens' || isset($tool['words'][$key]) ? [] : $values as $value) {
				$options[] = $value === '' ? "--$key"
					: "--$key=" . ($key === 'against' ? $this->against($value) : $value);
			}
		}
		foreach ($tool['words'] as $key => $kind) {
			foreach ($given[$key] ?? [] as $word) {
				$rest[] = match (rtrim($kind, '?*')) {
					'SCRIPT' => $this->roots->script($word),
					'RUN' => $this->roots->runs($word),
					default => $word,
				};
			}
		}

		return [$name, ...$options, '--', ...$rest];
	}

	/** The other command of --against, whose first word is a script. */
	private function against(string $command): string
	{
		$words = CommandLine::split($command);

		return CommandLine::of([$this->roots->script($words[0] ?? ''), ...array_slice($words, 1)]);
	}

	/** @return array<string, Tool> with the options that their commands have */
	private static function known(): array
	{
		$known = [];
		foreach (self::TOOLS as $name => $tool) {
			$command = Reference::command($name);
			$tool['options'] = array_values(array_intersect($tool['options'],
				array_keys($command['options'] + $command['more'])));
			$known[$name] = $tool;
		}

		return $known;
	}

	/**
	 * @param Tool $tool
	 * @return Schema
	 */
	private static function schema(string $name, array $tool): array
	{
		$properties = [];
		foreach ($tool['words'] as $word => $kind) {
			$text = ['type' => 'string', 'description' => self::WORDS[rtrim($kind, '?*')]];
			$properties[$word] = str_ends_with($kind, '*')
				? ['type' => 'array', 'items' => ['type' => 'string'], 'description' => $text['description']] : $text;
		}
		$command = Reference::command($name);
		$options = $command['options'] + $command['more'];
		foreach ($tool['options'] as $option) {
			$properties[$option] = self::property($options[$option]);
		}
		$required = array_keys(array_filter($tool['words'],
			static fn (string $kind): bool => strpbrk($kind, '?*') === false));

		return ['type' => 'object', 'properties' => $properties + ['tokens' => self::TOKENS],
			'required' => [...$required, ...($name === 'show' ? ['function'] : [])], 'additionalProperties' => false];
	}

	/**
	 * @param array{value: ?string, text: string, examples?: array<string, string>} $option
	 * @return Property
	 */
	private static function property(array $option): array
	{
		$examples = array_map(static fn (string $typed, string $text): string => "`$typed`: $text",
			array_keys($option['examples'] ?? []), $option['examples'] ?? []);
		$text = trim(self::plain($option['text']) . ' ' . implode('; ', $examples));
		$property = match (true) {
			$option['value'] === null => ['type' => 'boolean'],
			$option['value'] === 'N' => ['type' => 'integer', 'minimum' => 0],
			str_contains($option['text'], 'repeatable') => ['type' => 'array', 'items' => ['type' => 'string']],
			default => ['type' => 'string'],
		};

		return $property + ['description' => $text];
	}

	/**
	 * The arguments as lists of words: booleans that are true are "".
	 *
	 * @param array<mixed> $arguments
	 * @param Schema $schema
	 * @return array<string, list<string>>
	 */
	private static function check(array $arguments, array $schema): array
	{
		$checked = [];
		foreach ($arguments as $key => $value) {
			$property = $schema['properties'][$key] ?? throw new Problem("unknown argument \"$key\"",
				Text::hint((string) $key, array_keys($schema['properties'])) . 'known are '
					. implode(', ', array_keys($schema['properties'])));
			$is = match ($property['type']) {
				'boolean' => is_bool($value),
				'integer' => is_int($value) && $value >= ($property['minimum'] ?? 0),
				'array' => is_array($value) && array_is_list($value) && array_filter($value, is_string(...)) === $value,
				default => is_string($value) && $value !== '',
			};
			if (!$is) {
				throw new Problem("\"$key\" must be "
					. ($property['type'] === 'array' ? 'a list of strings' : "of type $property[type]")
					. (isset($property['minimum']) ? ", at least $property[minimum]" : ''));
			}
			if ($value !== false) {
				$checked[(string) $key] = array_map(self::word(...),
					is_array($value) ? array_values($value) : [$value]);
			}
		}
		foreach ($schema['required'] as $key) {
			isset($checked[$key]) || throw new Problem("the argument \"$key\" is missing");
		}

		return $checked;
	}

	private static function word(mixed $value): string
	{
		$word = is_string($value) || is_int($value) ? (string) $value : '';

		return str_contains($word, "\0") ? throw new Problem('an argument has a NUL byte') : $word;
	}

	private static function plain(string $text): string
	{
		return (string) preg_replace('/\s+/', ' ', Reference::unlinked($text));
	}
}
