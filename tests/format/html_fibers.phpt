--TEST--
A timeline says which fiber each call is of
--SKIPIF--
<?php
xhprof_enable(XHPROF_FLAGS_TREE);
try { xhprof_stop()->export('pprof'); } catch (ValueError) { die('skip needs zlib'); }
?>
--FILE--
<?php
require __DIR__ . '/html.inc';

function leaf(): void
{
	static $calls = 0;
	$calls++;
}

function task(): void
{
	static $calls = 0;
	$calls++;
	leaf();
	Fiber::suspend();
	leaf();
}

/* For each call that begins: its lane and its function. */
function calls(string $html): array
{
	$run = report_run($html);
	$calls = [];
	foreach ($run['events']['node'] as $i => $node) {
		if ($node > 0) {
			$function = $run['table']['name'][$run['paths']['function'][$node - 1]];
			$calls[] = ($run['events']['lane'][$i] ?? '-') . " $function";
		}
	}
	return $calls;
}

xhprof_enable(XHPROF_FLAGS_TIMELINE | XHPROF_FLAGS_NO_BUILTINS);
leaf();
$fibers = [new Fiber('task'), new Fiber('task')];
foreach ($fibers as $fiber) {
	$fiber->start();
}
leaf();
foreach (array_reverse($fibers) as $fiber) {
	$fiber->resume();
}
leaf();
echo implode("\n", calls(xhprof_stop()->export('html'))), "\n";

echo "one fiber starts another:\n";
$outer = new Fiber(function () use (&$inner) {
	$inner = new Fiber('task');
	$inner->start();
	leaf();
	$inner->resume();
	leaf();
});
xhprof_enable(XHPROF_FLAGS_TIMELINE | XHPROF_FLAGS_NO_BUILTINS);
$outer->start();
leaf();
echo implode("\n", preg_replace('/\{closure.*/', '{closure}', calls(xhprof_stop()->export('html')))), "\n";

echo "without fibers:\n";
xhprof_enable(XHPROF_FLAGS_TIMELINE | XHPROF_FLAGS_NO_BUILTINS);
leaf();
echo implode("\n", calls(xhprof_stop()->export('html'))), "\n";
?>
--EXPECT--
0 main()
0 leaf
1 task
1 leaf
2 task
2 leaf
0 leaf
2 task
2 leaf
1 task
1 leaf
0 leaf
one fiber starts another:
0 main()
1 {closure}
2 task
2 leaf
1 leaf
2 task
2 leaf
1 leaf
0 leaf
without fibers:
- main()
- leaf
