--TEST--
The check of documents finds dead links, what guides, tables and places lack, and minutes that differ
--FILE--
<?php
require __DIR__ . '/../../tools/docs-lists.php';

$folder = __DIR__ . '/docs_lists.tmp';
mkdir($folder);
file_put_contents("$folder/b.md", "# Title\n\n## The [array](a.md), `x`\n\n```sh\n# no heading\n```\n");
file_put_contents("$folder/a.md", "## Own\n[1](#own) [2](#gone) [3](b.md) [4](b.md#the-array-x) [5](b.md#no-heading)\n"
	. "[6](c.md#title) [7](https://example/d.md#gone) [8](b.md#title \"words\")\n");
foreach (Docs\wrong_links("$folder/a.md") as $wrong) {
	echo basename($wrong), "\n";
}

echo implode(' ', Docs\guides("**Guides** begin so:\n\n* [a](docs/a.md), [b](docs/b-c.md#d)\n\n"
	. "**Reference**\n\n* [c](docs/c.md)\n")), "\n";
$commands = ['top' => ['options' => ['by' => [], 'out' => []], 'more' => ['wide' => []]],
	'alloc' => ['options' => ['wide' => []], 'more' => []]];
echo implode("\n", Docs\unexplained_options($commands, 'top --by-name --out FILE --wider')), "\n";

file_put_contents("$folder/README.md", "| File | |\n|---|---|\n| `a.md` | some |\n| `gone.sh` | old |\n");
echo implode("\n", array_map(basename(...), Docs\unlisted_files($folder))), "\n";

$parts = ['tools/field.sh' => "#   names  small\n\tnames) print_names \"\$@\" ;;\n",
	'.github/workflows/field.yml' => "  - part: names 8.4\n", 'CONTRIBUTING.md' => "* `tools/field.sh more|names`\n",
	'docs/field.md' => "# Field\n\nNo run of `more`.\n\n## names 8.4\n"];
echo implode("\n", Docs\wrong_parts($parts, ['names', 'gone'])), "\n";
$parts['tools/field.sh'] .= "\tpools) print_pools \"\$@\" ;;\n";
echo implode("\n", Docs\wrong_parts($parts, ['names'])), "\n";

$scripts = ['a.sh' => "announce 'about 15 minutes (60 else)'\n", 'b.sh' => "announce '1 to 3 minutes'\n"];
echo implode("\n", [...Docs\wrong_minutes("a.sh   # all: 15 min\nb.sh  # some: 2 min\n", $scripts),
	...Docs\wrong_minutes("a.sh   # all: 16 min\nb.sh  # some: 4 min\n", $scripts)]), "\n";
?>
--CLEAN--
<?php
array_map(unlink(...), glob(__DIR__ . '/docs_lists.tmp/*'));
rmdir(__DIR__ . '/docs_lists.tmp');
?>
--EXPECT--
a.md: links to #gone, which is no heading there
a.md: links to b.md#no-heading, which is no heading there
a.md: links to c.md, which does not exist
docs/a.md docs/b-c.md
no guide says who needs --by, which is an option of top
no guide says who needs --wide, which is an option of top, alloc
README.md: a row for b.md is missing
README.md: there is no gone.sh
bench/sums.inc: tools/field.sh has no part gone
tools/field.sh: its usage: pools of tools/field.sh is missing
bench/sums.inc: SUMS_LEGENDS: pools of tools/field.sh is missing
.github/workflows/field.yml: pools of tools/field.sh is missing
CONTRIBUTING.md: pools of tools/field.sh is missing
docs/field.md: pools of tools/field.sh is missing: a section, or its name before the first one
CONTRIBUTING.md: a.sh takes 16 min, but announces up to 15
CONTRIBUTING.md: b.sh takes 4 min, but announces up to 3
