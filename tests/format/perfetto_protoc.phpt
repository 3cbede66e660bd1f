--TEST--
protoc decodes Perfetto's trace by its published schema, all of its fields
--SKIPIF--
<?php
require __DIR__ . '/tools.inc';
need_program('protoc');
if (!is_file((string) getenv('XHPROF_PERFETTO_PROTO'))) die(
	'skip needs XHPROF_PERFETTO_PROTO, the path of perfetto_trace.proto');
once_is_enough();
?>
--FILE--
<?php
require __DIR__ . '/program.inc';
require __DIR__ . '/tools.inc';
require __DIR__ . '/perfetto.inc';

function twice()
{
	$fiber = new Fiber(fn() => leaf(Fiber::suspend(leaf(1))));
	$fiber->start();
	leaf(2);
	$fiber->resume();
}

$trace = run(XHPROF_FLAGS_TIMELINE | XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY, 'twice')->export('perfetto');
$schema = getenv('XHPROF_PERFETTO_PROTO');
$text = run_program('protoc --decode=perfetto.protos.Trace -I ' . escapeshellarg(dirname($schema)) . ' '
	. escapeshellarg($schema) . ' < ' . escapeshellarg(temporary('protoc.tmp', $trace)), $status);
$count = static fn(string $pattern): int => preg_match_all($pattern, $text);
echo "status $status\n";
echo 'packets: ', $count('/^packet \{$/m') - count(message($trace)[1]), " more than ours\n";
echo 'unknown fields: ', $count('/^ *\d+[:{ ]/m'), "\n";
echo 'begins without an end: ', $count('/type: TYPE_SLICE_BEGIN$/m') - $count('/type: TYPE_SLICE_END$/m'), "\n";
echo 'counters: ', $count('/type: TYPE_COUNTER$/m') > 0 ? 'some' : 'none', ', units: ',
	$count('/unit: (UNIT_TIME_NS|UNIT_SIZE_BYTES)$/m'), "\n";
?>
--EXPECT--
status 0
packets: 0 more than ours
unknown fields: 0
begins without an end: 0
counters: some, units: 2
