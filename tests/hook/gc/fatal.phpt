--TEST--
A fatal error in a destructor of the collector ends {gc} and all that is open
--SKIPIF--
<?php require __DIR__ . '/../../sampler/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';
require __DIR__ . '/gc.inc';

function collects(): int
{
	return gc_collect_cycles();
}

register_shutdown_function(function () {
	last(1);
	show(xhprof_disable());
	xhprof_sample_enable(['clock' => 'custom']);
	xhprof_sample();
	foreach (xhprof_disable()['paths'][0]['frames'] as $frame) {
		echo plain_name($frame['function']), "\n";
	}
});
function fail() { trigger_error('enough', E_USER_ERROR); }
Doomed::$then = 'fail';
xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
pairs(1, 'Doomed');
@collects();
?>
--EXPECTF--

Fatal error: enough in %s on line %d
main()==>pairs  ct=1
Doomed::__destruct==>last  ct=1
Doomed::__destruct==>fail  ct=1
{gc}==>Doomed::__destruct  ct=1
collects==>{gc}  ct=1
main()==>collects  ct=1
{closure}==>last  ct=1
main()==>{closure}  ct=1
main()  ct=1
main()
{closure}
