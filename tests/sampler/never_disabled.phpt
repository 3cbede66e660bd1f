--TEST--
A run that is never stopped ends with the request, also after exit
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
class Last { function __destruct() { usleep(5000); echo "last\n"; } }

$last = new Last;
xhprof_sample_enable(['interval' => 100]);
register_shutdown_function(function () { usleep(5000); echo "shutdown\n"; });
for ($i = 0; $i < 100000; $i++) {
	md5((string) $i);
}
exit("done\n");
?>
--EXPECT--
done
shutdown
last
