--TEST--
An ignored generator is transparent in each of its resumes
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function g() { try { yield leaf(1); yield leaf(2); } finally { leaf(3); } }
function delegate() { yield from g(); }
function leaf($x) { return $x; }
function consumer($generator)
{
	foreach ($generator as $value) {
		strrev($value);
	}
}

xhprof_enable(0, ['ignored_functions' => ['g']]);
consumer(g());
show(xhprof_disable());
xhprof_enable(0, ['ignored_functions' => ['g']]);
consumer(delegate());
show(xhprof_disable());
xhprof_enable(0, ['ignored_functions' => ['delegate']]);
consumer(delegate());
show(xhprof_disable());
?>
--EXPECT--
consumer==>leaf  ct=3
consumer==>strrev  ct=2
main()==>consumer  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
consumer==>delegate  ct=2
consumer==>leaf  ct=3
consumer==>strrev  ct=2
main()==>consumer  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
g==>leaf  ct=3
consumer==>g  ct=3
consumer==>strrev  ct=2
main()==>consumer  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
