<?php
declare(strict_types=1);

namespace XHProf\Cli\Code;

/**
 * Finds a function in PHP code by the line of its declaration. PHP's tokenizer is an extension that may not be there;
 * where braces begin and end can be told without.
 */
final class Declaration
{
	private const OPENS = ['(', '[', '{', '#['];
	private const CLOSES = [')', ']', '}'];

	/** Tokens: strings and comments, whose braces are none of the code, and else words and single characters. */
	private const TOKENS = '~
		(?<nothing> (?: \#(?!\[) | // ) [^\n?]*+ (?: \?(?!>) [^\n?]*+ )*+ | /\* .*? \*/
			| \?> .*? (?: <\?(?:php\b|=) | \z ) )
		| \' [^\'\\\\]*+ (?: \\\\. [^\'\\\\]*+ )*+ \' | " [^"\\\\]*+ (?: \\\\. [^"\\\\]*+ )*+ " | ` [^`\\\\]*+ (?: \\\\. [^`\\\\]*+ )*+ `
		| <<< [ \t]* (["\']?) (?<id> [a-z_]\w* ) \2 \R .*? ^ [ \t]* \k<id> \b
		| \$? [a-z0-9_\x80-\xFF]++ | \#\[ | => | \S
		~ixms';

	/** @var list<array{text: string, line: int, end: int}> the first and the last line of each */
	private array $tokens = [];

	public function __construct(string $code)
	{
		// All in front of the first tag is text.
		preg_match_all(self::TOKENS, "?>$code", $found, PREG_OFFSET_CAPTURE);
		$line = 1;
		$at = 0;
		foreach ($found[0] as $i => [$text, $offset]) {
			$line += substr_count("?>$code", "\n", $at, $offset - $at);
			$at = $offset;
			if (($found['nothing'][$i][0] ?? '') === '') {
				$this->tokens[] = ['text' => $text, 'line' => $line, 'end' => $line + substr_count($text, "\n")];
			}
		}
	}

	/** The last line of the function; null: no function of that name begins there. */
	public function end(string $function, int $line): ?int
	{
		$wanted = self::shortName($function);
		$end = null;
		foreach ($this->tokens as $i => $token) {
			$word = strtolower($token['text']);
			if ($token['line'] === $line && ($word === 'function' || $word === 'fn')
				&& strcasecmp($this->nameAt($i), $wanted) === 0) {
				// Several on one line are all taken: nobody knows which was meant.
				$end = max($end, $word === 'fn' ? $this->endOfExpression($i) : $this->endOfBody($i));
			}
		}

		return $end;
	}

	/** True for a name that a declaration has: not that of a file, of main(), or of a property's hook. */
	public static function isDeclared(string $function): bool
	{
		return preg_match('/^(?:load|run_init|eval)::|^\(|^main\(\)$|::\$/', $function) !== 1;
	}

	/** Empty for a closure. */
	private static function shortName(string $function): string
	{
		$function = explode('#', $function, 2)[0];

		return str_contains($function, '{closure') ? '' : (string) preg_replace('/^.*(?:::|\\\\)/s', '', $function);
	}

	private function nameAt(int $at): string
	{
		$isReference = ($this->tokens[$at + 1]['text'] ?? '') === '&';
		$next = $this->tokens[$at + ($isReference ? 2 : 1)]['text'] ?? '';

		return $next === '(' ? '' : $next;
	}

	/** The end of a function without a body: its semicolon. */
	private function endOfBody(int $at): int
	{
		$depth = 0;
		$end = 0;
		for (; isset($this->tokens[$at]); $at++) {
			['text' => $text, 'end' => $end] = $this->tokens[$at];
			$depth += self::step($text);
			if ($depth === 0 && ($text === '}' || $text === ';')) {
				break;
			}
		}

		return $end;
	}

	/** The expression behind "=>", up to the first token that is not part of it. */
	private function endOfExpression(int $at): int
	{
		$depth = 0;
		$end = 0;
		for (; isset($this->tokens[$at]); $at++) {
			$text = $this->tokens[$at]['text'];
			$depth += self::step($text);
			if ($depth < 0 || ($depth === 0 && ($text === ',' || $text === ';'))) {
				break;
			}
			$end = $this->tokens[$at]['end'];
		}

		return $end;
	}

	private static function step(string $text): int
	{
		return in_array($text, self::OPENS, true) ? 1 : (in_array($text, self::CLOSES, true) ? -1 : 0);
	}
}
