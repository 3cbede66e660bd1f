--TEST--
The agent waits until processes have written their last samples, also where the machine is busy
--SKIPIF--
<?php
require __DIR__ . '/../../live/skipif.inc';
if (!extension_loaded('pcntl')) die('skip needs pcntl');
?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';
require __DIR__ . '/../../live/ring.inc';
require __DIR__ . '/../../../cli/autoload.php';

use XHProf\Cli\Live\Target;
use XHProf\Fleet\Agent\Collector;
use XHProf\Fleet\Agent\Labels;

$folder = __DIR__ . '/collect_last.tmp';
@mkdir($folder);
$namespace = (int) preg_replace('/\D+/', '', (string) @readlink('/proc/self/ns/pid')) + 1;
$labels = new Labels('shop', '', 'web1');
foreach (tries() as $_) { // it waits for a second, in which the process may have no CPU
	$fake = new FakeRing($folder, ['pid' => 11, 'start_ticks' => 7, 'pid_namespace' => $namespace, 'pool' => 'www',
		'is_on' => 1, 'readers' => 1]);
	$stack = [[$fake->function('work', '/app/work.php', 3), 4], [$fake->main('/app/index.php'), 1]];
	$fake->write();
	$fifo = $fake->control();
	$child = pcntl_fork();
	if ($child === 0) {
		do {
			$message = FakeRing::message($fifo);
		} while ($message === null || $message['lease_ms'] > 0);
		usleep(100_000); // others have the CPU
		$fake->sample($stack, 30);
		$fake->write();
		$fake->set(['is_on' => 0, 'readers' => 0]);
		$fake->write();
		exit;
	}
	$collector = new Collector(Target::in($folder)->files(...), 10_000_000, 'wall', $labels, []);
	$collector->tick();
	$collector->release();
	$parts = $collector->take()->parts($labels);
	pcntl_waitpid($child, $status);
	fclose($fifo);
	$fake->remove();
	if ($parts !== []) {
		break;
	}
}
foreach ($parts as $part) {
	echo "{$part->profile->summary()['samples']} sample, {$part->profile->summary()['wall_ns']} ns\n";
}
array_map('unlink', glob("$folder/*"));
rmdir($folder);
?>
--EXPECT--
1 sample, 30 ns
