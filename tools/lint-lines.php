<?php
/**
 * Checks that lines of PHP have at most 120 columns, of which a tab takes 4: those of PHP files, and of the code in
 * phpt files.
 *
 *     php tools/lint-lines.php
 *
 * Part of tools/lint.sh. Names each longer line; silent when there is none. Longer may be what is no code: what a test
 * expects, its title, and a literal of several lines, which may be a page, a program or a request.
 */

declare(strict_types=1);

namespace Lint;

const MOST = 120;

/** The sections of a phpt file that are PHP. */
const CODE = ['FILE', 'SKIPIF', 'CLEAN'];

chdir(dirname(__DIR__));
exec("git ls-files --cached --others --exclude-standard -- '*.php' '*.inc' '*.phpt' cli/bin fleet/bin 2>/dev/null",
	$files);
foreach (array_filter($files, is_file(...)) as $file) {
	$text = (string) file_get_contents($file);
	foreach (str_ends_with($file, '.phpt') ? sections($text) : [1 => $text] as $first => $code) {
		foreach (longer($code) as $i) {
			echo "$file:", $first + $i, ': has more than ', MOST, " columns\n";
		}
	}
}

/** @return array<int, string> the PHP of a phpt file, by the number of its first line */
function sections(string $text): array
{
	$sections = [];
	$line = 1;
	foreach (preg_split('/^--([A-Z_]+)--\n/m', $text, -1, PREG_SPLIT_DELIM_CAPTURE) ?: [] as $i => $part) {
		if ($i % 2 === 1) {
			$isCode = in_array($part, CODE, true);
			$line++;
			continue;
		}
		if ($isCode ?? false) {
			$sections[$line] = $part;
		}
		$line += substr_count($part, "\n");
	}

	return $sections;
}

/** @return list<int> the lines that are too long, counted from 0 */
function longer(string $code): array
{
	$lines = str_replace("\t", '    ', explode("\n", $code));
	$longer = preg_grep('/^.{' . MOST + 1 . '}/u', $lines) ?: [];

	return $longer === [] ? [] : array_keys(array_diff_key($longer, literals($code)));
}

/** @return array<int, true> the lines that have a part of a literal of several lines, counted from 0 */
function literals(string $code): array
{
	$lines = [];
	$begin = null;
	foreach (\PhpToken::tokenize($code) as $token) {
		$end = $token->line + substr_count($token->text, "\n");
		if ($token->is([T_START_HEREDOC, '"', '`']) && $begin === null) {
			$begin = $token->line;
		} elseif ($token->is([T_END_HEREDOC, '"', '`']) && $begin !== null) {
			$lines += $end > $begin ? array_fill($begin - 1, $end - $begin + 1, true) : [];
			$begin = null;
		} elseif ($token->is([T_CONSTANT_ENCAPSED_STRING, T_INLINE_HTML]) && $end > $token->line) {
			$lines += array_fill($token->line - 1, $end - $token->line + 1, true);
		}
	}

	return $lines;
}
