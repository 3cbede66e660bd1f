--TEST--
blame says who has the CPUs: these processes, others by their names, the hypervisor, or a limit that keeps them from running
--FILE--
<?php
require __DIR__ . '/cli.inc';
require __DIR__ . '/../install/install.inc';

use XHProf\Cli\Live\Processors;
use XHProf\Cli\View\BlameView;

$root = own_folder(__FILE__);

/* The files of /proc at a moment: user, nice, system, idle, iowait, irq, softirq, steal; CPU times by pid. */
function moment(string $root, string $cpu, array $ticks, int $throttledUs): void
{
	@mkdir("$root/proc", 0755, true);
	file_put_contents("$root/proc/stat", "cpu  $cpu 0 0\ncpu0 1\ncpu1 1\nctxt 5\n");
	foreach ($ticks as $pid => [$name, $user, $system, $start]) {
		@mkdir("$root/proc/$pid");
		file_put_contents("$root/proc/$pid/stat",
			"$pid ($name) R 1" . str_repeat(' 0', 9) . " $user $system 0 0 0 0 0 0 $start 0 0");
		file_put_contents("$root/proc/$pid/cgroup", "1:name=x:/other\n0::/pool\n");
	}
	@mkdir("$root/sys/fs/cgroup/pool", 0755, true);
	file_put_contents("$root/sys/fs/cgroup/pool/cpu.stat", "usage_usec 9\nthrottled_usec $throttledUs\n");
}

moment($root, '1000 0 0 1000 0 0 0 0', [7 => ['php-fpm8.2', 100, 0, 1], 8 => ['php-fpm8.2', 100, 0, 1],
	9 => ['a) b (c', 5, 5, 1], 10 => ['idle', 900, 0, 1], 12 => ['old', 500, 0, 1]], 1000);
$before = Processors::now([7, 8], $root);
/* Two seconds of two CPUs; 12 is another process than before. */
moment($root, '1300 0 60 1020 0 0 0 20',
	[7 => ['php-fpm8.2', 140, 10, 1], 8 => ['php-fpm8.2', 150, 0, 1], 9 => ['a) b (c', 150, 15, 1],
		10 => ['idle', 901, 0, 1], 11 => ['new', 40, 0, 9], 12 => ['young', 30, 0, 8]], 1_501_000);
$use = $before->until(Processors::now([7, 8], $root), [7, 8]);
echo json_encode($use), "\n", BlameView::cpus($use), "\n";
var_dump($before->until($before, [7, 8]), Processors::now([], "$root/nowhere"));
?>
--EXPECT--
{"cpus":2,"busy":1.8,"own":0.5,"stolen":0.1,"throttled_ns":1500000000,"others":[{"pid":9,"name":"a) b (c","cpus":0.78},{"pid":11,"name":"new","cpus":0.2},{"pid":12,"name":"young","cpus":0.15}]}
CPUs: 1.80 of 2 busy, 0.50 by these processes, 1.30 by others: a) b (c (pid 9) 0.78, new (pid 11) 0.20, young (pid 12) 0.15; 0.10 taken by the hypervisor; kept from running for 1.50 s by the CPU limit of their control group
NULL
NULL
