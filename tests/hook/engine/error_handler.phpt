--TEST--
An error handler is called by the function in which the error occurs
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function handler($level, $message)
{
	leaf($level);
	if ($message === 'thrown') {
		throw new ErrorException($message);
	}
	return true;
}
function undefined($x) { return $missing . $x; }
function silenced($x) { return @$missing . @hex2bin($x); }
function leaf($x) { return $x; }
function thrown($x) { trigger_error($x, E_USER_WARNING); leaf($x); }

set_error_handler('handler');
xhprof_enable();
echo $nothing;
undefined('x');
silenced('x');
trigger_error('noted');
hex2bin('xyz');
try {
	thrown('thrown');
} catch (ErrorException $exception) {
	leaf(1);
}
show(xhprof_disable());

xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
trigger_error('noted');
hex2bin('xyz');
show(xhprof_disable());
?>
--EXPECT--
handler==>leaf  ct=7
main()==>handler  ct=1
undefined==>handler  ct=1
main()==>undefined  ct=1
silenced==>handler  ct=1
hex2bin==>handler  ct=2
silenced==>hex2bin  ct=1
main()==>silenced  ct=1
trigger_error==>handler  ct=2
main()==>trigger_error  ct=1
main()==>hex2bin  ct=1
handler==>ErrorException::__construct  ct=1
thrown==>trigger_error  ct=1
main()==>thrown  ct=1
main()==>leaf  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
handler==>leaf  ct=2
main()==>handler  ct=2
main()  ct=1
