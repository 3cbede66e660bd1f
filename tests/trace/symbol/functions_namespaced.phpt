--TEST--
Builtins called unqualified in a namespace are real calls
--FILE--
<?php
namespace My\Ns;

require __DIR__ . '/../../helper.inc';

function leaf($x) { return $x; }
function outer($x)
{
	return strlen($x) + count([$x]) + intval($x) + ord(chr($x)) + (is_string($x) ? 1 : 0)
		+ call_user_func('My\Ns\leaf', $x) + call_user_func_array('My\Ns\leaf', [$x]);
}

\xhprof_enable();
outer('7');
outer('8');
\show(\xhprof_disable());
?>
--EXPECT--
My\Ns\outer==>strlen  ct=2
My\Ns\outer==>count  ct=2
My\Ns\outer==>intval  ct=2
My\Ns\outer==>chr  ct=2
My\Ns\outer==>ord  ct=2
My\Ns\outer==>is_string  ct=2
call_user_func==>My\Ns\leaf  ct=2
My\Ns\outer==>call_user_func  ct=2
call_user_func_array==>My\Ns\leaf  ct=2
My\Ns\outer==>call_user_func_array  ct=2
main()==>My\Ns\outer  ct=2
main()==>xhprof_disable  ct=1
main()  ct=1
