--TEST--
A run with events of the allocator ends at memory_limit as without them, and has counted the error
--INI--
memory_limit=16M
display_errors=0
log_errors=0
--SKIPIF--
<?php require __DIR__ . '/events.inc'; need_event('objects'); need_shutdown_after_memory_limit(); ?>
--FILE--
<?php
class Kept { public $text; }
function stops($x)
{
	static $kept = [];
	$one = new Kept;
	$one->text = str_repeat('x', 64 << 20);
	return $kept[] = $one;
}

register_shutdown_function(function () {
	$profile = xhprof_stop();
	echo json_encode(array_intersect_key($profile->pairs()['main()==>stops'], ['errors' => 1, 'exceptions' => 1])),
		"\n";
	echo strlen(str_repeat('y', 1 << 20)), "\n";
});
xhprof_enable(0, ['events' => ['errors', 'objects', 'allocated-bytes', 'exceptions']]);
stops(1);
?>
--EXPECT--
{"errors":1,"exceptions":0}
1048576
