--TEST--
What runs behind a fork is not charged with the fork, during which nobody can read the memory of the process
--EXTENSIONS--
xhprof
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
if (!extension_loaded('pcntl')) die('skip needs pcntl');
if (getenv('SKIP_ASAN')) die('skip with sanitizers nearly all of the time is in forks, and no look ends before one');
if (str_contains((string) @file_get_contents('/sys/kernel/mm/transparent_hugepage/enabled'),
	'[always]')) die('skip a fork of huge pages takes no time');
?>
--FILE--
<?php
require __DIR__ . '/attach.inc';

$folder = live_folder(__FILE__, 0700);
$child = attach_start(
	'function behind(): int { for ($i = $x = 0; $i < 20000; $i++) { $x = ($x * 31 + $i) & 0xffff; } return $x; }
	function forks(): void { $pid = pcntl_fork(); $pid === 0 && pcntl_exec("/bin/true"); behind(); pcntl_waitpid($pid, $status); }
	$held = str_repeat("x", 64 << 20);
	stream_set_blocking(STDIN, false); echo "begins\n"; while (!feof(STDIN)) { fgets(STDIN); forks(); }');
fgets($child->out);
[$attachment, $ring] = attach($child->pid, $folder);
$kept = [];
live_wait('20 looks at forks', function () use ($attachment, $ring, &$kept): bool {
	$ring->control(['sample' => ['interval_ns' => 1_000_000, 'clock' => 'wall', 'lease_ms' => 60000]]);
	XHProf\Attachment::run([$attachment], 200);
	foreach (($ring->read('')[''] ?? null)?->stacks() ?? [] as $stack) {
		$at = array_search('{kernel}', $stack['frames'], true);
		if ($at !== false) {
			$caller = $stack['frames'][$at - 1];
			$kept[$caller] = ($kept[$caller] ?? 0) + $stack['samples'];
		}
	}

	return ($kept['forks'] ?? 0) > 20;
});
var_dump(array_intersect(array_keys($kept), ['behind', 'pcntl_fork', 'pcntl_waitpid']));
attach_end($child);
unset($attachment);
live_clean($folder);
?>
--EXPECT--
array(0) {
}
