--TEST--
A profile started in auto_prepend_file may be stopped in the main script or not at all
--INI--
opcache.enable_cli=0
--FILE--
<?php
require __DIR__ . '/../helper.inc';

foreach (['ex', 'observer'] as $hook) {
	$settings = ["xhprof.hook=$hook", 'auto_prepend_file=' . __DIR__ . '/inc/enables.inc'];
	echo child_php(__DIR__ . '/inc/calls.inc', $settings);
	echo child_php(__DIR__ . '/inc/disables.inc', $settings);
}
?>
--EXPECT--
enabled
called
enabled
main()==>load::inc/disables.inc
work==>strrev
main()==>work
main()==>xhprof_disable
main()
enabled
called
enabled
main()==>load::inc/disables.inc
work==>strrev
main()==>work
main()==>xhprof_disable
main()
