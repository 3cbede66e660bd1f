--TEST--
An extension that takes over the engine's pointers during a profile may keep them in the next one
--SKIPIF--
<?php
require __DIR__ . '/../helper.inc';
if (module_compiler() === null) die('skip needs a C compiler and php-config');
?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

$module = compiled_module(__DIR__ . '/taken_over.c', '-DCOMPILE_DL_TAKEN_OVER');
echo child_php(__DIR__ . '/taken_over_child.inc', ["extension=$module", 'xhprof.hook=ex']);
@unlink($module);
?>
--EXPECT--
f==>trim  ct=2 [mu pmu]
f==>ucfirst  ct=2 [mu pmu]
main()==>f  ct=2 [mu pmu]
main()==>take_over  ct=1 [mu pmu]
main()==>xhprof_disable  ct=1 [mu pmu]
main()  ct=1 [mu pmu]
flags 0
f==>trim  ct=1
f==>ucfirst  ct=1
main()==>f  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
flags 1
main()==>f  ct=1
main()  ct=1
flags 0: ct wt
flags 4: ct wt mu pmu, 1 MB, 1 MB
flags 6: ct wt cpu mu pmu, 1 MB, 1 MB
