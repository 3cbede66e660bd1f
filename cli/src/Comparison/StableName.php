<?php
declare(strict_types=1);

namespace XHProf\Cli\Comparison;

/**
 * The part of a function's name that stays when other code changes: without the lines of closures, anonymous classes
 * and eval(), without hashes, such as those of Twig's and Composer's classes, and without most folders of the file.
 */
final class StableName
{
	/**
	 * Parts of names that may differ for the same function: hashes in the classes of templates, containers and proxies.
	 */
	private const HASHES = [
		'~(?<![0-9a-z])[0-9a-f]{2}/(?=(?=[a-f]*\d)[0-9a-f]{13})~' => '',
		'~(?=[a-f]*\d)[0-9a-f]{13,}(?:[_.]+\d+)*~' => '*',
		'~\bContainer[0-9A-Za-z]{7}(?=\\\\)~' => 'Container*',
		'~(?<=Ghost|Proxy)[0-9a-f]{7}\b~' => '*',
		'~(?<=_)\d{6,}~' => '*',
	];

	/** The most names that are remembered, as each name of a run is needed many times. */
	private const MOST_KNOWN = 50_000;

	/** @var array<string, string> */
	private static array $known = [];

	public static function of(string $name): string
	{
		if (count(self::$known) > self::MOST_KNOWN) {
			self::$known = [];
		}

		return self::$known[$name] ??= self::find($name);
	}

	/** The class of a function, also of a closure; "": none. */
	public static function classOf(string $name): string
	{
		$braces = strpos($name, '{closure');
		$place = '/^.*?@anonymous(?::[^:]*:\d+)?(?=::)/s';
		if (preg_match($place, $name, $class) === 1) {
			return $class[0];
		}
		if (preg_match('/^(?:load|run_init|eval)::/', $name) === 1) {
			return '';
		}
		$end = strrpos($braces === false ? $name : substr($name, 0, $braces), '::');

		return $end === false ? '' : substr($name, 0, $end);
	}

	/** The stable name without the folder of the file, too, to compare two checkouts of a program. */
	public static function withoutFolder(string $name): string
	{
		return preg_replace('~[^/\\\\{}:() ]+/(?=[^/{}:() ]+(?:[}:(]|$))~', '', self::of($name)) ?? $name;
	}

	/** True for a name that may differ although the function is the same. */
	public static function isUnstable(string $name): bool
	{
		return self::of($name) !== $name;
	}

	private static function find(string $name): string
	{
		$name = preg_replace('~^(eval|load|run_init)::(?:.*/)?([^/]+/[^/]+)$~s', '$1::$2', $name) ?? $name;
		$name =
			preg_replace('~(?<=\{closure:)(?:/|[A-Za-z]:[/\\\\])(?:[^{}:]*[/\\\\])?([^/\\\\{}:]+[/\\\\][^/\\\\{}:]+)~',
				'$1', $name) ?? $name;
		$name = preg_replace("~(?:\(\d+\) : (?:eval\(\)'d|assert|runtime-created function)[\w ]*)+~",
			"(eval)", $name) ?? $name;
		$name = preg_replace('~(@anonymous:[^:]*):\d+(?=::|$)~', '$1', $name) ?? $name;
		do {
			$name = preg_replace('~(\{closure:(?:[^{}]|\{closure\([^{}]*\)\})*?):\d+\}~', '$1}',
				$last = $name) ?? $name;
			$name = preg_replace('~\{closure:([^{}]*)\}(?=.*:\d+\})~s', '(closure:$1)', $name) ?? $name;
		} while ($name !== $last);

		return preg_replace(array_keys(self::HASHES), array_values(self::HASHES), $name) ?? $name;
	}
}
