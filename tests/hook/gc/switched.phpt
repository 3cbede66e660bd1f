--TEST--
A destructor of the collector may pause, stop and start a profile
--FILE--
<?php
require __DIR__ . '/../../helper.inc';
require __DIR__ . '/gc.inc';

function pause() { xhprof_pause(); }
function stop() { show(xhprof_disable()); }
function start() { xhprof_enable(); }

echo "pause\n";
Doomed::$then = 'pause';
xhprof_enable();
pairs(1, 'Doomed');
gc_collect_cycles();
xhprof_resume();
last(1);
show(xhprof_disable());

echo "stop\n";
Doomed::$then = 'stop';
xhprof_enable();
pairs(1, 'Doomed');
gc_collect_cycles();
Doomed::$then = null;
gc_collect_cycles();

echo "start\n";
Doomed::$then = 'start';
pairs(1, 'Doomed');
gc_collect_cycles();
Doomed::$then = null;
gc_collect_cycles();
show(xhprof_disable());
?>
--EXPECT--
pause
main()==>pairs  ct=1
Doomed::__destruct==>last  ct=1
pause==>xhprof_pause  ct=1
Doomed::__destruct==>pause  ct=1
{gc}==>Doomed::__destruct  ct=1
gc_collect_cycles==>{gc}  ct=1
main()==>gc_collect_cycles  ct=1
main()==>last  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
stop
main()==>pairs  ct=1
Doomed::__destruct==>last  ct=1
stop==>xhprof_disable  ct=1
Doomed::__destruct==>stop  ct=1
{gc}==>Doomed::__destruct  ct=1
gc_collect_cycles==>{gc}  ct=1
main()==>gc_collect_cycles  ct=1
main()  ct=1
null
start
Doomed::__destruct==>last  ct=1
start==>xhprof_enable  ct=1
Doomed::__destruct==>start  ct=1
main()==>Doomed::__destruct  ct=1
gc_collect_cycles==>{gc}  ct=1
main()==>gc_collect_cycles  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
