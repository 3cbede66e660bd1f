--TEST--
A recording counts the processes that lived too briefly to be sampled for most of their time
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../ring.inc';
require __DIR__ . '/../../../cli/autoload.php';

use XHProf\Cli\Live\Recorder;
use XHProf\Cli\Live\Target;

$folder = __DIR__ . '/record_brief.tmp';
@mkdir($folder);

/* A process of another pid namespace, which is alive as its FIFO is open; made so long ago. */
function process(int $pid, int $seconds): object
{
	global $folder;
	$namespace = (int) preg_replace('/\D+/', '', (string) @readlink('/proc/self/ns/pid')) + 1;
	$fake = new FakeRing($folder, ['pid' => $pid, 'start_ticks' => 7, 'pid_namespace' => $namespace,
		'made_unix_us' => (int) (1e6 * (microtime(true) - $seconds))]);
	$fake->write();

	return (object) ['fake' => $fake, 'fifo' => $fake->control()];
}

$recorder = new Recorder(Target::in($folder)->files(...), 10_000_000, 'wall', '');
$recorder->tick();
// Made in the future, so that a slow machine finds it young, too.
$processes = [process(11, -3600), process(12, 60), process(13, 60)];
$scan = function () use ($recorder) {
	usleep(300_000); // more than the time between two scans
	$recorder->tick();
};
$scan();
fclose($processes[0]->fifo);
fclose($processes[1]->fifo);
$scan();
$totals = $recorder->totals();
echo "$totals[processes] processes, $totals[ended] ended, $totals[brief] of them young\n";
array_map('unlink', glob("$folder/*"));
rmdir($folder);
?>
--EXPECT--
3 processes, 2 ended, 1 of them young
