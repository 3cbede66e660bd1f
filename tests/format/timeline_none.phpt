--TEST--
A timeline with room for no event is exported empty and reports how many are lost
--INI--
xhprof.max_timeline_bytes=0
--FILE--
<?php
xhprof_enable(XHPROF_FLAGS_TIMELINE);
strrev('x');
$run = xhprof_stop();
$trace = json_decode($run->export('chrome'), true, 512, JSON_THROW_ON_ERROR);
foreach ($trace['traceEvents'] as $event) {
	echo "$event[ph] $event[name]", isset($event['ts']) ? " at $event[ts]" : '', "\n";
}
var_dump($run->summary()['lost_timeline_events'] > 0, is_string($run->export('log')));
?>
--EXPECTF--
M process_name
i cut: %d events lost at 0
bool(true)
bool(true)
