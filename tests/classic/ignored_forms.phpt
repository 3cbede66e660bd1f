--TEST--
ignored_functions works in every form, together with other flags
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function bar($x) { return foo1($x); }
function foo1($x) { return foo($x); }
function foo($x)
{
	$sum = 0;
	for ($i = 0; $i < 2; $i++) {
		$sum += strlen(leaf($x));
	}
	return $sum;
}
function leaf($x) { return $x; }
function run($title, ...$arguments)
{
	echo "$title\n";
	xhprof_enable(...$arguments);
	call_user_func('bar', 'x');
	call_user_func_array('foo', ['x']);
	$profile = xhprof_disable();
	show($profile);
}

$list = ['ignored_functions' => ['call_user_func', 'call_user_func_array', 'foo1', 'xhprof_disable']];
run('list', 0, $list);
run('no options', 0);
run('empty list', 0, ['ignored_functions' => []]);
run('cpu', XHPROF_FLAGS_CPU, $list);
run('memory', XHPROF_FLAGS_MEMORY, $list);
run('string', 0, ['ignored_functions' => 'foo1']);
$list['ignored_functions'][] = 'strlen';
run('one more', 0, $list);
$list['ignored_functions'][] = 'foo';
run('two more', 0, $list);
?>
--EXPECT--
list
foo==>leaf  ct=4
bar==>foo  ct=1
main()==>bar  ct=1
main()==>foo  ct=1
main()  ct=1
no options
foo==>leaf  ct=4
foo1==>foo  ct=1
bar==>foo1  ct=1
main()==>bar  ct=1
main()==>foo  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
empty list
foo==>leaf  ct=4
foo1==>foo  ct=1
bar==>foo1  ct=1
main()==>bar  ct=1
main()==>foo  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
cpu
foo==>leaf  ct=4 [cpu]
bar==>foo  ct=1 [cpu]
main()==>bar  ct=1 [cpu]
main()==>foo  ct=1 [cpu]
main()  ct=1 [cpu]
memory
foo==>leaf  ct=4 [mu pmu]
bar==>foo  ct=1 [mu pmu]
main()==>bar  ct=1 [mu pmu]
main()==>foo  ct=1 [mu pmu]
main()  ct=1 [mu pmu]
string
foo==>leaf  ct=4
bar==>foo  ct=1
main()==>bar  ct=1
main()==>foo  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
one more
foo==>leaf  ct=4
bar==>foo  ct=1
main()==>bar  ct=1
main()==>foo  ct=1
main()  ct=1
two more
bar==>leaf  ct=2
main()==>bar  ct=1
main()==>leaf  ct=2
main()  ct=1
