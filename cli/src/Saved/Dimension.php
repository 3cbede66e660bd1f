<?php
declare(strict_types=1);

namespace XHProf\Cli\Saved;

use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\Text;

/** The value of --group-by: the dimension by which rows or files are grouped. */
final class Dimension
{
	/** The value of runs and requests that do not have one. */
	public const NONE = '(none)';

	private const KNOWN = ['uri', 'method uri', 'host', 'component', 'wait'];

	private function __construct(public readonly string $name)
	{
	}

	/** The dimension that --group-by names; null: nothing is grouped. */
	public static function of(Arguments $arguments): ?self
	{
		$by = $arguments->value('group-by', '');
		if ($by !== '' && !in_array($by, self::KNOWN, true) && preg_match('/^tag:./', $by) !== 1) {
			throw new Problem("--group-by cannot be \"$by\"", Text::hint($by, [...self::KNOWN, "tag:$by"])
				. 'it is one of: uri, "method uri", host, component, wait, tag:KEY with a key of xhprof_tag()');
		}

		return $by === '' ? null : new self($by);
	}

	/** Advice for a user who gave a dimension to --by; null: the name is no dimension. */
	public static function hint(string $name): ?string
	{
		return in_array($name, self::KNOWN, true) || str_starts_with($name, 'tag:')
			? "to see rows by $name: --group-by " . (str_contains($name, ' ') ? "\"$name\"" : $name) : null;
	}

	public function isComponent(): bool
	{
		return $this->name === 'component';
	}

	/** True if a run has several values of the dimension, each for a part of its time. */
	public function isOfParts(): bool
	{
		return self::isPart($this->name);
	}

	public static function isPart(string $name): bool
	{
		return in_array($name, ['component', 'wait'], true);
	}

	/** The dimension's name for rings, which do not have the hosts of requests. */
	public function ofRings(): string
	{
		if ($this->name === 'host') {
			throw new Problem('rings do not record the host of a request',
				"set it in the program, xhprof_tag('host', …), and use --group-by tag:host");
		}

		return $this->name;
	}

	/**
	 * The value of a saved run.
	 *
	 * @param array<mixed> $head the first line of its file, with "meta"
	 */
	public function in(array $head): string
	{
		$facts = Folder::factsIn($head);
		$value = match ($this->name) {
			'uri' => $facts['uri'],
			'method uri' => $facts['uri'] === null ? null : ltrim("$facts[method] $facts[uri]"),
			'host' => $facts['method'] === null ? null : $facts['host'], // the host of a command would be "cli"
			default => self::tag($head, substr($this->name, strlen('tag:'))),
		};

		return $value ?? self::NONE;
	}

	/** @param array<mixed> $head */
	public static function tag(array $head, string $key): ?string
	{
		$meta = is_array($head['meta'] ?? null) ? $head['meta'] : [];
		$own = is_array($meta['xhprof'] ?? null) ? $meta['xhprof'] : [];
		$tags = is_array($own['tags'] ?? null) ? $own['tags'] : [];

		return is_string($tags[$key] ?? null) ? $tags[$key] : null;
	}
}
