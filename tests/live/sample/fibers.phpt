--TEST--
Samples in fibers show the fiber's own stack, in turn; a sleep in one is there as well
--SKIPIF--
<?php
require __DIR__ . '/../skipif.inc';
require __DIR__ . '/../../sampler/skipif.inc';
need_wall_by_signal();
?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

const KNOWN = ['leaf', 'works', 'sleeps', 'nested', 'usleep', '{closure}', 'Fiber::start', 'Fiber::resume',
	'Fiber::suspend', 'Fiber::__construct', 'microtime', 'fgets', 'stream_set_blocking', 'program.php', 'php'];

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php
function leaf(int $n): int { static $calls; $calls++; for ($i = 0; $i < $n; $i++) { $calls ^= $i; } return $calls; }
function works() { for (;;) { leaf(20000); Fiber::suspend(); } }
function sleeps() { for (;;) { usleep(2000); Fiber::suspend(); } }
function nested() { $inner = new Fiber(works(...)); $inner->start(); for (;;) { $inner->resume(); Fiber::suspend(); } }
$fibers = [new Fiber(works(...)), new Fiber(sleeps(...)), new Fiber(nested(...))];
echo "begun\n";
foreach ($fibers as $fiber) { $fiber->start(); }
stream_set_blocking(STDIN, false);
while (!fgets(STDIN)) { foreach ($fibers as $fiber) { $fiber->resume(); } (new Fiber(leaf(...)))->start(10); }
');
$child = live_start("$folder/program.php",
	live_settings($folder, 'xhprof.live_budget=100', 'xhprof.live_interval=1000'));
fgets($child->out);
$file = live_file($folder, $child->pid);
$seen = $strange = [];
$wanted = ['leaf works Fiber::resume program.php', 'usleep sleeps Fiber::resume program.php',
	'leaf works Fiber::resume nested Fiber::resume program.php'];
live_wait('all stacks', function () use ($file, $wanted, &$seen, &$strange) {
	foreach (live_records($file) as $record) {
		$stack = preg_replace('/:\d+/', '', implode(' ', $record['frames'] ?? []));
		$seen[$stack] = true;
		if ($record['kind'] === 'BROKEN' || array_diff(array_filter(explode(' ', $stack)), KNOWN)) {
			$strange[$stack] = true;
		}
	}
	return !array_diff($wanted, array_keys($seen));
});
fwrite($child->in, "\n");
var_dump(live_end($child));
foreach ($wanted as $stack) {
	echo isset($seen[$stack]) ? 'seen: ' : 'never: ', $stack, "\n";
}
print_r($strange);
live_clean($folder);
?>
--EXPECT--
int(0)
seen: leaf works Fiber::resume program.php
seen: usleep sleeps Fiber::resume program.php
seen: leaf works Fiber::resume nested Fiber::resume program.php
Array
(
)
