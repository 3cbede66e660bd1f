--TEST--
A profile started in the main script and never stopped is harmless with auto_append_file
--FILE--
<?php
require __DIR__ . '/../helper.inc';

foreach (['ex', 'observer'] as $hook) {
	echo child_php(__DIR__ . '/inc/enables.inc',
		["xhprof.hook=$hook", 'auto_append_file=' . __DIR__ . '/inc/calls.inc']);
}
?>
--EXPECT--
enabled
called
enabled
called
