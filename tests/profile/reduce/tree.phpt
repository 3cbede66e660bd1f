--TEST--
reduce() hides functions, folds libraries and leaves out small subtrees of call paths; no time and no call is lost
--SKIPIF--
<?php
if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock');
?>
--FILE--
<?php
require __DIR__ . '/program.inc';

$run = profiled(XHPROF_FLAGS_TREE);
show_reduced('nothing', $run->reduce([]), $run);
show_reduced('fold packages/*', $run->reduce(['fold' => 'packages/*']), $run);
show_reduced('fold packages/orm, any packages', $run->reduce(['fold' => ['packages/orm/', 'packages']]), $run);
show_reduced('hide packages/*', $run->reduce(['hide' => ['packages/*']]), $run);
show_reduced('hide functions',
	$run->reduce(['hide_functions' => ['Orm\*', '/^lib.*log$/i', 'App\small', 'main()']]), $run);
show_reduced('fold packages/lib, hide src/app.inc',
	$run->reduce(['fold' => 'packages/l?b', 'hide' => 'src/app.inc']), $run);
show_reduced('threshold', $run->reduce(['threshold' => 0.1]), $run);
show_reduced('threshold behind fold', $run->reduce(['fold' => '*/packages/lib', 'threshold' => 0.2]), $run);
echo $run->reduce(['fold' => 'packages/*'])->export('folded');
$functions = $run->reduce(['fold' => 'packages'])->functions();
echo json_encode($functions['[packages]']), "\n";

// Once more, and of a file.
$twice = $run->reduce(['fold' => 'packages/orm'])->reduce(['threshold' => 0.1, 'fold' => 'packages/lib']);
show_reduced('twice', $twice, $run);
$file = __DIR__ . '/tree.tmp';
$twice->export('json', $file);
$loaded = XHProf\Profile::load($file);
var_dump($loaded->pairs() === $twice->pairs(), $loaded->summary() === $twice->summary());
$merged = $loaded->merge($twice)->summary();
echo json_encode(array_intersect_key($merged, array_flip(['hidden_calls', 'left_out', 'left_out_ns']))), "\n";
?>
--CLEAN--
<?php unlink(__DIR__ . '/tree.tmp'); ?>
--EXPECT--
nothing
   1   27  main()==>Lib\Kernel::handle
   1   25  Lib\Kernel::handle==>Lib\Kernel::run
   1   19  Lib\Kernel::run==>App\controller
   1   11  App\controller==>Orm\find
   1    9  Orm\find==>Orm\find@1
   1    7  Orm\find@1==>Orm\find@2
   1    5  Orm\find@2==>array_map
   2    2  array_map==>App\row
   1    3  App\controller==>Lib\Kernel::log
   2    2  Lib\Kernel::log==>md5
   1    1  App\controller==>App\small
   1    3  Lib\Kernel::run==>Lib\Kernel::log
   1   29  main()
{"calls":15,"hidden_calls":0,"left_out":0,"left_out_ns":0}
fold packages/*
   1   27  main()==>[packages/lib]
   1   19  [packages/lib]==>App\controller
   1   11  App\controller==>[packages/orm]
   2    2  [packages/orm]==>App\row
   1    3  App\controller==>[packages/lib]@1
   1    1  App\controller==>App\small
   1   29  main()
{"calls":8,"hidden_calls":7,"left_out":0,"left_out_ns":0}
fold packages/orm, any packages
   1   27  main()==>[packages]
   1   19  [packages]==>App\controller
   1   11  App\controller==>[packages/orm]
   2    2  [packages/orm]==>App\row
   1    3  App\controller==>[packages]@1
   1    1  App\controller==>App\small
   1   29  main()
{"calls":8,"hidden_calls":7,"left_out":0,"left_out_ns":0}
hide packages/*
   1   19  main()==>App\controller
   2    2  App\controller==>App\row
   1    1  App\controller==>App\small
   1   29  main()
{"calls":5,"hidden_calls":10,"left_out":0,"left_out_ns":0}
hide functions
   1   27  main()==>Lib\Kernel::handle
   1   25  Lib\Kernel::handle==>Lib\Kernel::run
   1   19  Lib\Kernel::run==>App\controller
   2    2  App\controller==>App\row
   1   29  main()
{"calls":6,"hidden_calls":9,"left_out":0,"left_out_ns":0}
fold packages/lib, hide src/app.inc
   1   27  main()==>[packages/lib]
   1   11  [packages/lib]==>Orm\find
   1    9  Orm\find==>Orm\find@1
   1    7  Orm\find@1==>Orm\find@2
   1    5  Orm\find@2==>array_map
   1   29  main()
{"calls":6,"hidden_calls":9,"left_out":0,"left_out_ns":0}
threshold
   1   27  main()==>Lib\Kernel::handle
   1   25  Lib\Kernel::handle==>Lib\Kernel::run
   1   19  Lib\Kernel::run==>App\controller
   1   11  App\controller==>Orm\find
   1    9  Orm\find==>Orm\find@1
   1    7  Orm\find@1==>Orm\find@2
   1    5  Orm\find@2==>array_map
   2    2  array_map==>(left out)
   1    3  App\controller==>Lib\Kernel::log
   2    2  Lib\Kernel::log==>(left out)
   1    1  App\controller==>(left out)
   1    3  Lib\Kernel::run==>Lib\Kernel::log
   1   29  main()
{"calls":15,"hidden_calls":0,"left_out":4,"left_out_ns":5000}
threshold behind fold
   1   27  main()==>[reduce/packages/lib]
   1   19  [reduce/packages/lib]==>App\controller
   1   11  App\controller==>Orm\find
   1    9  Orm\find==>Orm\find@1
   1    7  Orm\find@1==>Orm\find@2
   1    5  Orm\find@2==>(left out)
   2    4  App\controller==>(left out)
   1   29  main()
{"calls":9,"hidden_calls":6,"left_out":4,"left_out_ns":9000}
main() 2000
main();[packages/lib] 8000
main();[packages/lib];App\controller 4000
main();[packages/lib];App\controller;[packages/orm] 9000
main();[packages/lib];App\controller;[packages/orm];App\row 2000
main();[packages/lib];App\controller;[packages/lib] 3000
main();[packages/lib];App\controller;App\small 1000
{"calls":3,"wall_ns":27000,"own_wall_ns":20000,"min_wall_ns":3000,"max_wall_ns":27000,"file":null,"line":null}
twice
   1   27  main()==>[packages/lib]
   1   19  [packages/lib]==>App\controller
   1   11  App\controller==>[packages/orm]
   2    2  [packages/orm]==>(left out)
   1    3  App\controller==>[packages/lib]@1
   1    1  App\controller==>(left out)
   1   29  main()
{"calls":8,"hidden_calls":7,"left_out":2,"left_out_ns":3000}
bool(true)
bool(true)
{"hidden_calls":14,"left_out":4,"left_out_ns":6000}