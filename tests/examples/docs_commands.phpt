--TEST--
The check of documents finds output that differs, sessions that are not run, and options that are not there
--FILE--
<?php
require __DIR__ . '/../../tools/docs-commands.php';

use function Docs\{blocks, unknown_options};

/* Does what a command printed agree with what a document says? */
function agrees(string $said, string $printed, bool $isLimited = false): string
{
	return Docs\agrees(explode("\n", $said), explode("\n", $printed), $isLimited) ? 'agrees' : 'differs';
}

foreach ([
	['40 calls  wall 142 ms', '40 calls  wall 1.32 s'],
	['40 calls  wall 142 ms', '41 calls  wall 142 ms'],
	[' 89.1   127 ms      40       0 B  usleep', '  100  1.27 ms      40  -96 KiB  usleep'],
	['{"ct":40,"wt":84305}', '{"ct":40,"wt":7}'],
	['{"ct":40,"wt":84305}', '{"ct":39,"wt":84305}'],
	["first\n...\nlast", "first\nsecond\nthird\nlast"],
	["first\n...\nlast", "first\nsecond"],
	['run af0c4bdfb875fff9 of 11-22 14:00:31', 'run 00000000000000a2 of 12-31 23:59:59'],
	['usleep', 'usleep twice'],
	["own\n2 ms one\n1 ms two\nend", "own\n9 ms two\n3 ms one\nend"],
	["own\n2 ms one\n1 ms two\nend", "own\n9 ms two\n3 ms two\nend"],
	["one\ntwo", "two\none"],
] as [$said, $printed]) {
	echo agrees($said, $printed), ': ', strtr($said, "\n", '/'), ' | ', strtr($printed, "\n", '/'), "\n";
}

$table = " own  calls  function\n 2 ms  40  usleep\n 1 ms  1  hash\n\nend";
$rows = ["9 ms  2  usleep\n 8 ms  1  other\n\nend", "9 ms  40  usleep\n\nend", "9 ms  40  usleep\n 8 ms  1  other\n"];
foreach ($rows as $some) {
	$printed = " own  calls  function\n $some";
	echo 'limited: ', agrees($table, $printed, true), ' ', agrees($table, $printed), "\n";
}

foreach (blocks("<!-- run: touch a -->\n```console needs=root\n\$ one \\\n  more\nout\n\$ two\n```\n"
	. "```sh\nxhprof top\n```\n") as $block) {
	echo "$block->language, needs ", $block->needs ?? 'nothing', ', line ', $block->line, ': ',
		json_encode($block->commands()), "\n";
}

print_r(unknown_options('a.md', "`xhprof top DIR --uri '--x' --since 1d` `xhprof top --nothing`\n"
	. "`xhprof run --quiet -- a.php --own` "
	. "`xhprof nothing --x`\nxhprof diff a b \\\n  --fail-iff 'wt>+5%'   # --not this\nxhprof/xhprof top --path\n"));
?>
--EXPECT--
agrees: 40 calls  wall 142 ms | 40 calls  wall 1.32 s
differs: 40 calls  wall 142 ms | 41 calls  wall 142 ms
agrees:  89.1   127 ms      40       0 B  usleep |   100  1.27 ms      40  -96 KiB  usleep
agrees: {"ct":40,"wt":84305} | {"ct":40,"wt":7}
differs: {"ct":40,"wt":84305} | {"ct":39,"wt":84305}
agrees: first/.../last | first/second/third/last
differs: first/.../last | first/second
agrees: run af0c4bdfb875fff9 of 11-22 14:00:31 | run 00000000000000a2 of 12-31 23:59:59
differs: usleep | usleep twice
agrees: own/2 ms one/1 ms two/end | own/9 ms two/3 ms one/end
differs: own/2 ms one/1 ms two/end | own/9 ms two/3 ms two/end
differs: one/two | two/one
limited: agrees differs
limited: differs differs
limited: differs differs
run, needs nothing, line 1: []
console, needs root, line 2: [{"command":"one \\\n  more","output":["out"]},{"command":"two","output":[]}]
sh, needs nothing, line 8: []
Array
(
    [0] => a.md: xhprof top has no --nothing
    [1] => a.md: unknown command xhprof nothing
    [2] => a.md: xhprof diff has no --fail-iff
)
