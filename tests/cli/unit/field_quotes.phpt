--TEST--
A quotation of docs/field.md is found wrong if its figure stands there, but in another row, column or clause
--FILE--
<?php
require __DIR__ . '/unit.inc';
require __DIR__ . '/../../../tools/docs-quotes.php';

const FIELD = <<<'TEXT'
# Field runs

## servers 8.4

| shares of | inside | of |
|---|---:|---:|
| `wall` time | 173 | 190 |
| CPU time | 197 | 199 |

Of 1,234 tests none failed, 96 to 97 of `auto`, and
94 of a ring. On PHP 8.4 there were 95.

## names

| function | condition | found % |
|---|---|---:|
| sorts | alone | -96.7 |
| sorts | noperf | 95.3, 100 |
TEXT;

/* What is wrong with links to a section, each a text and a title. */
function quoted(string $section, array $links): array
{
	$text = implode(' ', array_map(static fn (string $figure, string $title): string =>
		"[$figure](docs/field.md#$section" . ($title === '' ? ')' : " \"$title\")"), array_keys($links), $links));

	return array_map(static fn (string $line): string => implode(' ', array_slice(preg_split('/,? /', $line), 1, 2)),
		Docs\wrong_quotes('a.md', $text, FIELD));
}

same('cells', [], quoted('servers-84', ['173' => 'wall time | inside', '199' => 'CPU time | of']));
same('clauses', [], quoted('servers-84', ['1,234' => 'none failed', '96 to 97' => 'of auto', '94' => 'of a ring',
	'95' => 'PHP 8.4']));
same('a row by two cells', [], quoted('names', ['-96.7' => 'sorts; alone | found %', '100' => 'sorts | found %']));
same('no figure', [], quoted('names', ['a table' => '']));

same('the figure of another row', ['quotes 197'], quoted('servers-84', ['197' => 'wall time | inside']));
same('of another column', ['quotes 190'], quoted('servers-84', ['190' => 'wall time | inside']));
same('of another clause', ['quotes 94'], quoted('servers-84', ['94' => 'of auto']));
same('of a table, but no clause', ['quotes 173'], quoted('servers-84', ['173' => 'wall time']));
same('of the row with another second cell', ['quotes 95.3'], quoted('names', ['95.3' => 'sorts; alone | found %']));
same('a part of a number, and another sign', ['quotes 17', 'quotes 96.7', 'quotes 1'], [
	...quoted('servers-84', ['17' => 'wall time | inside']), ...quoted('names', ['96.7' => 'sorts | found %']),
	...quoted('servers-84', ['1' => 'none failed'])]);
same('no row or column of that name', ['quotes 173', 'quotes 173'], [
	...quoted('servers-84', ['173' => 'time | inside']), ...quoted('servers-84', ['173' => 'wall time | outside'])]);
same('a figure without a title', ['quotes 173'], quoted('servers-84', ['173' => '']));
same('a table without its legend', ['docs/field.md: servers 8.4 lacks the legend of bench/sums.inc',
	'docs/field.md: names lacks the legend of bench/sums.inc'],
	Docs\wrong_legends(FIELD . "\n## servers\n\n" . sums_wrapped(SUMS_LEGENDS['servers']) . "\n| a |\n"));
same('no such section', ['docs/field.md has'], quoted('server', ['173' => 'wall time | inside']));
finish();
?>
--EXPECT--
all as expected
