--TEST--
load:: carries the last two parts of the path as given
--INI--
opcache.enable_cli=0
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function leaf($x) { return $x; }
function includes($path) { return include $path; }

$inc = __DIR__ . '/inc';
chdir($inc);
set_include_path($inc);
xhprof_enable();
include __DIR__ . '/inc/calls.inc';
include 'calls.inc';
include './calls.inc';
include '../inc/calls.inc';
include __DIR__ . '/inc/../inc/calls.inc';
include "$inc//calls.inc";
chdir('..');
include './inc/calls.inc';
includes($inc . '/calls.inc');
includes($inc . '/calls.inc');
require_once 'more.inc';
require_once $inc . '/more.inc';
include_once './inc/more.inc';
include_once $inc . '/../inc/more.inc';
show(xhprof_disable());
?>
--EXPECT--
main()==>load::inc/calls.inc  ct=4
main()==>leaf  ct=8
main()==>load::calls.inc  ct=1
main()==>load::./calls.inc  ct=1
main()==>load::/calls.inc  ct=1
main()==>chdir  ct=1
includes==>load::inc/calls.inc  ct=2
includes==>leaf  ct=2
main()==>includes  ct=2
main()==>load::inc/more.inc  ct=1
main()==>load::inc/declares.inc  ct=1
declared==>leaf  ct=1
main()==>declared  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
