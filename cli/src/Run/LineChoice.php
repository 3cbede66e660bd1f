<?php
declare(strict_types=1);

namespace XHProf\Cli\Run;

use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\Pattern;
use XHProf\Profile;

/** The functions and files that --lines names. */
final class LineChoice
{
	/** @var list<string> empty: no lines are wanted */
	public readonly array $words;

	public function __construct(?string $list)
	{
		$this->words = array_values(array_filter(array_map('trim', explode(',', (string) $list)),
			static fn (string $word): bool => $word !== ''));
		if ($list !== null && $this->words === []) {
			throw new Problem('--lines names no function and no file', '--lines Cart::total,src/Cart.php');
		}
	}

	/** A warning that names the functions and files of which no line ran; "" if there are none. */
	public function unseen(Profile $run): string
	{
		$rows = $run->lines();
		$names = [array_column($rows, 'function'), array_column($rows, 'file')];
		$unseen = self::missing($this->words, ...$names);

		return $unseen === [] ? '' : 'xhprof: no line ran of ' . implode(', ', $unseen)
			. ': name a function as Cart::total, or a file by the end of its path, as src/Cart.php' . "\n";
	}

	/**
	 * The words that match none of these functions and files.
	 *
	 * @param list<string> $words
	 * @param list<string> $functions
	 * @param list<string> $files
	 * @return list<string>
	 */
	public static function missing(array $words, array $functions, array $files = []): array
	{
		return array_values(array_filter($words,
			static fn (string $word): bool => !self::hasAny($word, [$functions, $files])));
	}

	/**
	 * True if the word matches a name. A backslash before a function and "./" before a file are ignored, as by the
	 * extension's trace/targets.h.
	 *
	 * @param array{list<string>, list<string>} $names functions and files
	 */
	private static function hasAny(string $word, array $names): bool
	{
		$function = (string) preg_replace('/^\\\\/', '', $word);
		$file = (string) preg_replace('{^\./}', '', $word);
		$found = array_filter($names[0], static fn (string $name): bool => Pattern::isFunction($function, $name));

		return $found !== []
			|| array_filter($names[1], static fn (string $path): bool => Pattern::isFile($file, $path)) !== [];
	}
}
