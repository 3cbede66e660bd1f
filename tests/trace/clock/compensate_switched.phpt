--TEST--
Compensated CPU time has no time of other threads, to which the kernel switches while it is asked
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
// Work of 20 us before each call lets the clock ask the kernel, which then runs others for 4 ms.
function leaf() { static $calls; }
function other() { static $calls; leaf(); }
function ended(array $work) { for ($i = 0; $i < 3; $i++) worker($work); }
function worker(array $work) { static $calls; xhprof_fake_clock_advance(...$work); }
function known(array $work) { for ($i = 0; $i < 3; $i++) { xhprof_fake_clock_advance(...$work); leaf(); } }
// Its first call of leaf() is in no cache: what it takes to find it is measured.
function found(array $work) { for ($i = 0; $i < 3; $i++) { other(); xhprof_fake_clock_advance(...$work); leaf(); } }

foreach ([[], ['compensate' => true]] as $options) {
	foreach ([[20000, 20000], [20000, 20000, 4000000]] as $work) {
		xhprof_enable(XHPROF_FLAGS_CPU | XHPROF_FLAGS_NO_BUILTINS, $options);
		known($work);
		found($work);
		ended($work);
		foreach (xhprof_disable() as $name => $row) {
			$seen[$name][] = "$row[ct] $row[wt] $row[cpu]";
		}
	}
}
foreach ($seen as $name => $rows) {
	printf("%-15s %s\n", $name, implode(', ', $rows));
}
?>
--EXPECT--
known==>leaf    3 3 3, 3 3 3, 3 2 2, 3 2 2
main()==>known  1 70 70, 1 12073 73, 1 65 65, 1 12066 67
other==>leaf    3 3 3, 3 3 3, 3 2 2, 3 2 2
found==>other   3 9 9, 3 9 9, 3 6 6, 3 6 6
found==>leaf    3 3 3, 3 3 3, 3 2 2, 3 2 2
main()==>found  1 82 82, 1 12085 85, 1 74 74, 1 12076 76
ended==>worker  3 63 63, 3 63 66, 3 62 62, 3 62 65
main()==>ended  1 70 70, 1 12073 73, 1 65 65, 1 12068 68
main()          1 226 226, 1 36235 235, 1 208 208, 1 36214 215