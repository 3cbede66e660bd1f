--TEST--
Rows with the same values are separate: a change of one leaves the others
--EXTENSIONS--
xhprof
--SKIPIF--
<?php
if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock');
?>
--FILE--
<?php
function a() { static $calls; $calls++; }
function b() { static $calls; $calls++; }
function c() { static $calls; $calls++; }

xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
a();
b();
c();
$rows = xhprof_disable();
$copy = $rows;
$rows['main()==>a']['ct'] = 2;
$rows['main()==>b']['new'] = 3;
unset($rows['main()==>b']['wt']);
foreach ($copy as &$row) {
	$row['wt'] *= 1000;
}
unset($row);
echo json_encode($rows), "\n", json_encode($copy), "\n", serialize($rows), "\n";
?>
--EXPECT--
{"main()==>a":{"ct":2,"wt":1},"main()==>b":{"ct":1,"new":3},"main()==>c":{"ct":1,"wt":1},"main()":{"ct":1,"wt":7}}
{"main()==>a":{"ct":1,"wt":1000},"main()==>b":{"ct":1,"wt":1000},"main()==>c":{"ct":1,"wt":1000},"main()":{"ct":1,"wt":7000}}
a:4:{s:10:"main()==>a";a:2:{s:2:"ct";i:2;s:2:"wt";i:1;}s:10:"main()==>b";a:2:{s:2:"ct";i:1;s:3:"new";i:3;}s:10:"main()==>c";a:2:{s:2:"ct";i:1;s:2:"wt";i:1;}s:6:"main()";a:2:{s:2:"ct";i:1;s:2:"wt";i:7;}}
