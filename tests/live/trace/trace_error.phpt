--TEST--
xhprof_trace() refuses what is no id, and says so; the ids of now are in the meta of a run, not among its tags
--FILE--
<?php
$trace = '4bf92f3577b34da6a3ce929d0e0e4736';
$span = '00f067aa0ba902b7';
foreach ([[$trace], [$trace, $span], ['', ''], [$trace, $span], [strtoupper($trace)], [$trace, strtoupper($span)],
	["00-$trace-$span-01"], [$span], [$trace, "$span\n"], ["$trace\0"], [str_repeat('0', 32)],
	[$trace, str_repeat('0', 16)], ['', $span], []] as $arguments) {
	try {
		var_dump(xhprof_trace(...$arguments));
	} catch (ValueError | TypeError $e) {
		echo get_class($e), ': ', $e->getMessage(), "\n";
	}
	xhprof_enable();
	echo json_encode(xhprof_stop()->meta()['xhprof'] ?? null), "\n";
}
?>
--EXPECT--
NULL
{"trace":"4bf92f3577b34da6a3ce929d0e0e4736","span":null}
NULL
{"trace":"4bf92f3577b34da6a3ce929d0e0e4736","span":"00f067aa0ba902b7"}
NULL
null
NULL
{"trace":"4bf92f3577b34da6a3ce929d0e0e4736","span":"00f067aa0ba902b7"}
ValueError: xhprof_trace(): Argument #1 ($trace) must be 32 lower-case hexadecimal digits, not all of them 0, as in a header traceparent, or "" for no trace
{"trace":"4bf92f3577b34da6a3ce929d0e0e4736","span":"00f067aa0ba902b7"}
ValueError: xhprof_trace(): Argument #2 ($span) must be 16 lower-case hexadecimal digits, not all of them 0, as in a header traceparent, or "" for no span
{"trace":"4bf92f3577b34da6a3ce929d0e0e4736","span":"00f067aa0ba902b7"}
ValueError: xhprof_trace(): Argument #1 ($trace) must be 32 lower-case hexadecimal digits, not all of them 0, as in a header traceparent, or "" for no trace
{"trace":"4bf92f3577b34da6a3ce929d0e0e4736","span":"00f067aa0ba902b7"}
ValueError: xhprof_trace(): Argument #1 ($trace) must be 32 lower-case hexadecimal digits, not all of them 0, as in a header traceparent, or "" for no trace
{"trace":"4bf92f3577b34da6a3ce929d0e0e4736","span":"00f067aa0ba902b7"}
ValueError: xhprof_trace(): Argument #2 ($span) must be 16 lower-case hexadecimal digits, not all of them 0, as in a header traceparent, or "" for no span
{"trace":"4bf92f3577b34da6a3ce929d0e0e4736","span":"00f067aa0ba902b7"}
ValueError: xhprof_trace(): Argument #1 ($trace) must be 32 lower-case hexadecimal digits, not all of them 0, as in a header traceparent, or "" for no trace
{"trace":"4bf92f3577b34da6a3ce929d0e0e4736","span":"00f067aa0ba902b7"}
ValueError: xhprof_trace(): Argument #1 ($trace) must be 32 lower-case hexadecimal digits, not all of them 0, as in a header traceparent, or "" for no trace
{"trace":"4bf92f3577b34da6a3ce929d0e0e4736","span":"00f067aa0ba902b7"}
ValueError: xhprof_trace(): Argument #2 ($span) must be 16 lower-case hexadecimal digits, not all of them 0, as in a header traceparent, or "" for no span
{"trace":"4bf92f3577b34da6a3ce929d0e0e4736","span":"00f067aa0ba902b7"}
ValueError: xhprof_trace(): Argument #2 ($span) must be "" if there is no trace
{"trace":"4bf92f3577b34da6a3ce929d0e0e4736","span":"00f067aa0ba902b7"}
ArgumentCountError: xhprof_trace() expects at least 1 argument, 0 given
{"trace":"4bf92f3577b34da6a3ce929d0e0e4736","span":"00f067aa0ba902b7"}
