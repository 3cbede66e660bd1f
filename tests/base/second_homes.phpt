--TEST--
tools/lint-homes.php finds a second home of each row of tools/homes.inc in each of the row's languages
--EXTENSIONS--
tokenizer
--FILE--
<?php
require __DIR__ . '/../../tools/lint-homes.php';

/* Each row of tools/homes.inc has a second home in each of its languages, and reports it. */
$files = ['shipped' => 'cli/src/Planted.php', 'php' => 'tools/planted.php', 'c' => 'live/planted.c',
	'ts' => 'viewer/src/planted.tsx', 'sh' => 'tools/planted.sh'];
foreach (Lint\rows() as $row => [$languages, , , , , $plants]) {
	foreach (explode(' ', $languages) as $language) {
		$lines = [str_ends_with($files[$language], '.php') ? '<?php' : '', ...$plants[$language] ?? []];
		$found = array_filter(Lint\finds($files[$language], implode("\n", $lines)),
			static fn (array $find): bool => $find[0] === $row);
		$missed = array_diff(array_keys($lines), [0], array_map(static fn (array $find): int => $find[1] - 1, $found));
		if (count($lines) === 1 || $missed !== []) {
			echo "$row: not found in $language: ", $lines[reset($missed) ?: 0] ?: 'it has no plant', "\n";
		}
	}
}

/* What is none: comments, and what only looks like it. */
foreach ([
	['live/planted.c', "/* 5 ms, \"pprof\", a & 127 */\nint ms = 1 << 7; // \"%.1f ms\"\nf(\"take 5 ms\");\n"],
	['viewer/src/look/planted.ts', "/* `\${a} ms` */\nconst dots = \"\\u2026\"; amount(ns, \"ns\"); // \" ms\"\n"],
	['cli/src/View/Planted.php',
		"<?php\n/** 5 ms */\n# ' ms'\n\$a = Units::time(\$ns) . Units::percent(1, 2) . ' %';\n"],
] as [$file, $text]) {
	foreach (Lint\finds($file, $text) as [$row, $line, $found]) {
		echo "$file:$line: \"$found\" is none of \"$row\"\n";
	}
}

/* A home is one file, and not its folder. A folder can be exempt. */
var_dump(Lint\home_of('cli/src/Terminal/Duration.php', 'tables of units'),
	Lint\home_of('cli/src/Terminal/Durations.php', 'tables of units'), Lint\home_of('base/varint.h', 'varints'),
	Lint\home_of('bench/servers/tool.php', 'units'),
	preg_grep('~/$~', Lint\listed(implode(' ', array_column(Lint\rows(), 3)))),
	implode('; ', array_map(static fn (string $file): string => implode(' ', Lint\languages($file)),
		['cli/bin/xhprof', 'fleet/src/A.php', 'integrations/psr15/src/A.php', 'bench/a.php'])));
?>
--EXPECT--
string(21) "cli/Terminal/Duration"
NULL
string(11) "base/varint"
string(6) "bench/"
array(0) {
}
string(42) "php shipped; php shipped; php shipped; php"
