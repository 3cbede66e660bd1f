--TEST--
Files that are missing, do not parse or throw are recorded, and the tree stays whole
--INI--
opcache.enable_cli=0
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function leaf($x) { return $x; }
function attempt($path)
{
	try {
		return @include $path;
	} catch (Throwable $error) {
		return leaf(5);
	}
}
function demand($path)
{
	try {
		require $path;
	} catch (Throwable $error) {
		return leaf(6);
	}
}

xhprof_enable();
attempt('missing.inc');
attempt(__DIR__ . '/inc/broken.inc');
attempt(__DIR__ . '/inc/throws.inc');
demand(__DIR__ . '/inc/broken.inc');
leaf(7);
@include_once 'missing_too.inc';
show(xhprof_disable());
?>
--EXPECT--
attempt==>load::missing.inc  ct=1
main()==>attempt  ct=3
attempt==>load::inc/broken.inc  ct=1
attempt==>leaf  ct=3
attempt==>load::inc/throws.inc  ct=1
attempt==>Exception::__construct  ct=1
demand==>load::inc/broken.inc  ct=1
demand==>leaf  ct=1
main()==>demand  ct=1
main()==>leaf  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
