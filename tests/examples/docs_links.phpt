--TEST--
The check of documents finds links to files and headings that are not there
--FILE--
<?php
require __DIR__ . '/../../tools/docs-links.php';

$folder = __DIR__ . '/docs_links.tmp';
mkdir($folder);
file_put_contents("$folder/b.md", "# Title\n\n## The [array](a.md), `x`\n\n```sh\n# no heading\n```\n");
file_put_contents("$folder/a.md", "## Own\n[1](#own) [2](#gone) [3](b.md) [4](b.md#the-array-x) [5](b.md#no-heading)\n"
	. "[6](c.md#title) [7](https://example/d.md#gone) [8](b.md#title \"words\")\n");
foreach (Docs\wrong_links("$folder/a.md") as $wrong) {
	echo basename($wrong), "\n";
}
?>
--CLEAN--
<?php
array_map(unlink(...), glob(__DIR__ . '/docs_links.tmp/*'));
rmdir(__DIR__ . '/docs_links.tmp');
?>
--EXPECT--
a.md: links to #gone, which is no heading there
a.md: links to b.md#no-heading, which is no heading there
a.md: links to c.md, which does not exist
