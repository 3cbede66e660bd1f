--TEST--
Each dump that was asked for is counted, also where one answer is for several
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php echo "sleeps\n"; usleep(600000000);');
$child = live_start("$folder/program.php", live_settings($folder));
fgets($child->out);
$file = live_file($folder, $child->pid);

/* One that is not answered for two seconds is given up: then another round counts. */
live_wait('a round in which each is counted', function () use ($file): bool {
	$wanted = live_header($file)['dumps'] + 20;
	$until_ns = hrtime(true) + 5_000_000_000;
	for ($i = 0; $i < 20; $i++) {
		live_send($file, live_message(LIVE_DUMP_NOW));
	}
	do {
		usleep(1000);
		$dumps = live_header($file)['dumps'];
	} while ($dumps < $wanted && hrtime(true) < $until_ns);
	return $dumps === $wanted;
});
echo "counted\n";
proc_terminate($child->process, 9);
live_end($child);
live_clean($folder);
?>
--EXPECT--
counted
