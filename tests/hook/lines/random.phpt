--TEST--
lines() of random programs equals what they count themselves, with either hook, with opcache and without
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

$folder = __DIR__ . '/random.tmp';
@mkdir($folder);
foreach (['xhprof.hook=ex', 'xhprof.hook=observer'] as $hook) {
	foreach ([[], opcache_settings() ?? []] as $opcache) {
		echo child_php(__DIR__ . '/../../fuzz/lines.php', [$hook], $opcache, [$folder, '1', '60']);
	}
}
?>
--CLEAN--
<?php
array_map(unlink(...), glob(__DIR__ . '/random.tmp/*'));
@rmdir(__DIR__ . '/random.tmp');
?>
--EXPECT--
60 programs, 0 skipped, 4238 lines
60 programs, 0 skipped, 4238 lines
60 programs, 0 skipped, 4238 lines
60 programs, 0 skipped, 4238 lines
