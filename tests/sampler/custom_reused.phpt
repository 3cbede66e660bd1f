--TEST--
Samples in a row share callers and memory, and each still has its own path: caller, line, closure, file, eval() and depth
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--INI--
opcache.enable_cli=0
--FILE--
<?php
function leaf(): void { static $calls; $calls++; xhprof_sample(); }
function middle(): void
{
	leaf();
	leaf();
}
function first(): void { static $calls; $calls++; middle(); }
function second(): void { static $calls; $calls++; middle(); }
function down(int $levels): void { $levels > 0 ? down($levels - 1) : middle(); }

/* Each is gone before the next one is made, of the same size. */
function fleeting(int $i): void
{
	file_put_contents(__DIR__ . '/custom_reused.tmp',
		"<?php " . str_repeat("\n", $i) . "(function () { leaf(); })();\n");
	include __DIR__ . '/custom_reused.tmp';
	eval(str_repeat("\n", $i) . '(function () { middle(); })();');
}

xhprof_sample_enable(['clock' => 'custom', 'run_init' => true]);
for ($i = 0; $i < 3; $i++) {
	first();
	second();
	fleeting($i);
	down($i);
}
foreach (xhprof_sample_disable()['paths'] as $path) {
	echo $path['weight'];
	foreach ($path['frames'] as $frame) {
		$name = preg_replace(['/\{closure:.*\}/', '/run_init::.*/'], ['{closure}', 'file'], $frame['function']);
		echo ' ', $name, isset($frame['line']) ? ":$frame[line]" : '';
	}
	echo "\n";
}
?>
--CLEAN--
<?php @unlink(__DIR__ . '/custom_reused.tmp'); ?>
--EXPECT--
3 main():23 first:8 middle:5 leaf:2
3 main():23 first:8 middle:6 leaf:2
3 main():24 second:9 middle:5 leaf:2
3 main():24 second:9 middle:6 leaf:2
1 main():25 fleeting:17 file:1 {closure}:1 leaf:2
1 main():25 fleeting:18 eval:1 {closure}:1 middle:5 leaf:2
1 main():25 fleeting:18 eval:1 {closure}:1 middle:6 leaf:2
1 main():26 down:10 middle:5 leaf:2
1 main():26 down:10 middle:6 leaf:2
1 main():25 fleeting:17 file:2 {closure}:2 leaf:2
1 main():25 fleeting:18 eval:2 {closure}:2 middle:5 leaf:2
1 main():25 fleeting:18 eval:2 {closure}:2 middle:6 leaf:2
1 main():26 down:10 down@1:10 middle:5 leaf:2
1 main():26 down:10 down@1:10 middle:6 leaf:2
1 main():25 fleeting:17 file:3 {closure}:3 leaf:2
1 main():25 fleeting:18 eval:3 {closure}:3 middle:5 leaf:2
1 main():25 fleeting:18 eval:3 {closure}:3 middle:6 leaf:2
1 main():26 down:10 down@1:10 down@2:10 middle:5 leaf:2
1 main():26 down:10 down@1:10 down@2:10 middle:6 leaf:2
