--TEST--
A figure is found wrong if docs/field.md has it in another row, column or clause, or not as the sum of its table
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

same('a program that nobody explains', ['a.md: does not say what the program naps does'],
	Docs\unexplained_programs('a.md',
	"| `parts` | calls |\n| `internal-T` | md5 |\n\nIn `naps` ...", <<<'TEXT'
	| program | auto wall |
	|---|---:|
	| parts, busy | 0.6, 100 |
	| internal-4us | 0.6, 100 |
	| naps | 0.6, 100 |
	TEXT));

/* The beginnings of what a section lacks beside its own table. */
function lacking(string $section): array
{
	return array_map(static fn (string $line): string => substr(explode(' table: ', $line)[1], 0, 20),
		Docs\wrong_sums("# Field runs\n\n## $section"));
}

$table = "| function | condition | inside |\n|---|---|---|\n| a | alone | yes |\n| b | alone | no |\n";
$names = "names\n\n$table" . sums_wrapped(sums_names($table));
$table = '| cell | requests | differ | lost | wall by function | CPU by function | wall by route | CPU by route |'
	. " calls |\n|---|---|---|---|---|---|---|---|---|\n"
	. "| a | 1200 | 0 | 0 | 17 of 19 | 3 of 4 | 5 of 6 | 7 of 8 | equal |\n";
$servers = "servers 8.4\n\n$table" . sums_wrapped(sums_servers($table));
$short = "fixtures\n\n" . sums_fixtures("one/a\nread 1\nread 2\nrefused 1\n") . "\n## fuzz 5\n\n"
	. sums_fuzz("rings: 12345 inputs, 678 features\n", 5);
same('sums of their tables', [], [...lacking($names), ...lacking($servers), ...lacking($short)]);
same('a table without its legend', ['A row is a small pro', 'A cell is a server, '],
	[...lacking(str_replace('small', 'big', $names)), ...lacking(str_replace('A cell', 'It', $servers))]);
same('other counts than those of the table', ['Of 2 shares 1 are in', 'Of 1,200 requests in', '| shares of | inside'],
	[...lacking(str_replace('Of 2', 'Of 12', $names)),
		...lacking(strtr($servers, ['1,200' => '91,200', 'function | 17 of' => 'function | 18 of']))]);
same('and of short tables', ['Of 3 files of 1 repo', 'Of 12,345 inputs of '],
	lacking(strtr($short, ['2 were' => '3 were', '345 inputs of' => '346 inputs of'])));
same('no table', [], lacking("suites\n\nOf 14 tests of 2 projects none failed only when profiled.\n"));
same('no such section', ['docs/field.md has'], quoted('server', ['173' => 'wall time | inside']));
finish();
?>
--EXPECT--
all as expected
