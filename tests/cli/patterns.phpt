--TEST--
A ? in a pattern stands for one character in each option, as a * stands for any
--FILE--
<?php
require __DIR__ . '/cli.inc';

$script = own_file('php', "<?php\nfunction f() { return 1; }\nfunction f1() {\n\treturn f();\n}\n"
	. "function f12() {\n\treturn f1();\n}\nf12();\n");
$file = own_file('json');

/** Which of the three functions a command shows. */
function seen(array $arguments): string
{
	['out' => $out, 'status' => $status] = cli($arguments);
	$names = array_column(json_decode($out, true)['functions'], 'name');

	return implode(' ', array_intersect(['f', 'f1', 'f12'], $names)) . " $status\n";
}

foreach (['f?', 'f??', 'f1?'] as $pattern) {
	cli(['run', '--quiet', '--ignore', $pattern, '--out', $file, $script]);
	echo "--ignore $pattern: ", seen(['top', $file, '--json']);
	cli(['run', '--quiet', '--lines', $pattern, '--out', $file, $script]);
	echo "--hide-function $pattern: ", seen(['top', $file, '--json', '--hide-function', $pattern]);
	echo "--lines $pattern: ", implode(' ', array_unique(array_column(read_run($file)->lines(), 'function'))), "\n";
}
?>
--EXPECT--
--ignore f?: f f12 0
--hide-function f?: f f12 0
--lines f?: f1
--ignore f??: f f1 0
--hide-function f??: f f1 0
--lines f??: f12
--ignore f1?: f f1 0
--hide-function f1?: f f1 0
--lines f1?: f12
