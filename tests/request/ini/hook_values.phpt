--TEST--
xhprof.hook chooses the hook; an unknown value is reported and treated as auto
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

foreach (['ex', 'observer', 'auto', 'nonsense'] as $value) {
	echo "== $value\n", child_php(__DIR__ . '/hook_child.inc', ["xhprof.hook=$value"]);
}
?>
--EXPECTF--
== ex
ex
NULL
main()==>var_dump  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
== observer
observer
NULL
main()==>var_dump  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
== auto
ex
NULL
main()==>var_dump  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
== nonsense
%Axhprof.hook%Anonsense%A
ex
NULL
main()==>var_dump  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
