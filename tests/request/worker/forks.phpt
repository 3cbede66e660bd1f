--TEST--
A worker's forked child ends the job that it was forked in for itself, and may have jobs of its own
--SKIPIF--
<?php
require __DIR__ . '/../../helper.inc';
if (shipped_module('pcntl') === null && !extension_loaded('pcntl')) die('skip needs pcntl');
?>
--FILE--
<?php
require __DIR__ . '/worker.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
echo worker($folder, '
xhprof_request_begin(["url" => "parent"]);
work(1);
if (pcntl_fork() === 0) {
	work(2);
	xhprof_request_end();
	xhprof_request_begin(["url" => "of the child"]);
	work(3);
	xhprof_request_end();
	xhprof_request_begin(["url" => "unended"]);
	exit;
}
pcntl_wait($status);
xhprof_request_end();
if (pcntl_fork() === 0) {
	xhprof_request_begin(["url" => "between"]);
	xhprof_request_end();
	exit;
}
pcntl_wait($status);
');
foreach (metas("$folder/runs") as $meta) {
	$pids[$meta['xhprof']['pid']] = 1;
}
echo count($pids), " processes\n";
told_runs($folder);
?>
--CLEAN--
<?php
require __DIR__ . '/worker.inc';
remove(__DIR__ . '/forks.tmp');
?>
--EXPECT--
3 processes
between: 0 calls
of the child: 4 calls
parent: 2 calls
parent: 5 calls
unended: 0 calls
worker.inc: 0 calls
