--TEST--
Hooks of another extension are called as before, in whatever order both take and give back
--SKIPIF--
<?php
require __DIR__ . '/../../threads/threads.inc';
if (PHP_ZTS) die('skip the extension is not for threads');
if (getenv('USE_ZEND_ALLOC') === '0' || threads_compiler() === null) die('skip needs a compiler, and no sanitizer');
?>
--FILE--
<?php
require __DIR__ . '/../../threads/threads.inc';

$module = sys_get_temp_dir() . '/xhprof_other_' . getmypid() . '.so';
exec(threads_compiler() . ' -o ' . escapeshellarg($module) . ' ' . escapeshellarg(__DIR__ . '/other.c') . ' 2>&1',
	$said, $status);
echo $status === 0 ? '' : implode("\n", $said) . "\n";
echo child_php(__DIR__ . '/other_program.inc', ["extension=$module"]);
@unlink($module);
?>
--EXPECT--
ours           ours [1,1,1,1]  other [0,0,0,0]
nested in      ours [1,1,1,1]  other [1,1,1,1]
nested out     ours [1,1,1,1]  other [1,1,1,1]
crossed        ours [1,1,1,2]  other [1,1,1,1]
crossed 2      ours [1,1,1,1]  other [2,2,2,2]
after crossed  ours [1,1,1,1] ours [1,1,1,1]  other [0,0,0,0]
again above    ours [1,1,1,1]  other [3,3,3,3]
again          ours [0,0,0,0] ours [1,1,1,1] ours [2,2,2,2]  other [3,3,3,3]
last           ours [1,1,1,1]  other [0,0,0,0]
