--TEST--
--between and --lane say that nothing was recorded there, or that a sum of runs has no times
--FILE--
<?php
require __DIR__ . '/cli.inc';

function f(): void
{
}

$names = [own_file('1.json'), own_file('2.json')];
foreach ($names as $name) {
	xhprof_enable(XHPROF_FLAGS_TIMELINE);
	f();
	xhprof_stop()->export('json', $name);
}
show_cli(['top', $names[0], '--between', '1h..2h']);
show_cli(['queries', $names[0], '--lane', '7']);
show_cli(['top', ...$names, '--lane', '7']);
show_cli(['diff', ...$names, '--lane', '7']);
show_cli(['report', $names[0], '--lane', '7', '--out', own_file('html')]);
show_cli(['queries', $names[0], '--between', '0..1ns']);
?>
--EXPECT--
$ xhprof top reduce_empty.1.json --between 1h..2h
xhprof: nothing was recorded in this time or lane
        xhprof top RUN shows how long the run took, and the timeline of xhprof report its lanes
status 2

$ xhprof queries reduce_empty.1.json --lane 7
xhprof: nothing was recorded in this time or lane
        xhprof top RUN shows how long the run took, and the timeline of xhprof report its lanes
status 2

$ xhprof top reduce_empty.1.json reduce_empty.2.json --lane 7
xhprof: the sum of several runs has no timeline
        give one run
status 2

$ xhprof diff reduce_empty.1.json reduce_empty.2.json --lane 7
xhprof: nothing was recorded in this time or lane
        xhprof top RUN shows how long the run took, and the timeline of xhprof report its lanes
status 2

$ xhprof report reduce_empty.1.json --lane 7 --out reduce_empty.html
xhprof: nothing was recorded in this time or lane
        xhprof top RUN shows how long the run took, and the timeline of xhprof report its lanes
status 2

$ xhprof queries reduce_empty.1.json --between 0..1ns
reduce_empty.1.json
no queries
