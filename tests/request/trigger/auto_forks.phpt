--TEST--
A program that forks saves one run per process, each under its own name
--SKIPIF--
<?php
require __DIR__ . '/../../helper.inc';
if (shipped_module('pcntl') === null && !extension_loaded('pcntl')) die('skip needs pcntl');
?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/program.inc", <<<'PHP'
<?php
function before($x) { return $x; }
function in_child($x) { return $x; }
function in_parent($x) { return $x; }
before(1);
for ($i = 0; $i < 2; $i++) {
	if (pcntl_fork() === 0) {
		in_child(1);
		exit;
	}
}
while (pcntl_wait($status) > 0);
in_parent(1);
PHP);
$pcntl = extension_loaded('pcntl') ? [] : ['extension=' . shipped_module('pcntl')];
echo ltrim(child_php("$folder/program.inc", auto_settings("$folder/runs", ...$pcntl)));
foreach (runs("$folder/runs") as $i => $run) {
	$pairs = $run->pairs();
	check_conservation($pairs);
	$told[] = implode(' ',
		array_map(fn (string $key) => $pairs["main()==>$key"]['ct'] ?? 0, ['before', 'in_child', 'in_parent']));
	$pids[] = metas("$folder/runs")[$i]['xhprof']['pid'];
}
sort($told);
echo implode("\n", $told), "\n", count(array_unique($pids)), " processes\n";
echo implode("\n", names("$folder/runs")), "\n";
forget("$folder/runs");

// Asked for by its path, too.
putenv("XHPROF=json:$folder/runs/one");
child_php("$folder/program.inc", auto_settings("$folder/runs", ...$pcntl));
echo implode("\n", preg_replace('/\d+/', 'PID', names("$folder/runs"))), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/auto_forks.tmp');
?>
--EXPECT--
1 0 1
1 1 0
1 1 0
3 processes
TIME-cli-program_inc-PID-RUN.xhprof.json
TIME-cli-program_inc-PID-RUN.xhprof.json
TIME-cli-program_inc-PID-RUN.xhprof.json
one
one.PID
one.PID
