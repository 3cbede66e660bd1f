--TEST--
An ignored {gc} has no rows: its time and its destructors belong to its caller
--SKIPIF--
<?php require __DIR__ . '/../../sampler/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';
require __DIR__ . '/gc.inc';

xhprof_enable(XHPROF_FLAGS_NO_BUILTINS, ['ignored_functions' => '{gc}']);
pairs(1, 'Doomed');
gc_collect_cycles();
show(xhprof_disable());

function sample() { xhprof_sample(); }
Doomed::$then = 'sample';
xhprof_sample_enable(['clock' => 'custom', 'ignored_functions' => ['{gc}', 'gc_collect_cycles']]);
pairs(1, 'Doomed');
gc_collect_cycles();
foreach (xhprof_disable()['paths'] as $path) {
	echo $path['weight'], ' ', plain_name(implode(' ', array_column($path['frames'], 'function'))), "\n";
}
?>
--EXPECT--
main()==>pairs  ct=1
Doomed::__destruct==>last  ct=2
main()==>Doomed::__destruct  ct=2
main()  ct=1
2 main() Doomed::__destruct sample
