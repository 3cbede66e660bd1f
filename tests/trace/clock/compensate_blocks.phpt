--TEST--
Compensation takes the cost of recording each block of memory, and no cost is printed that was taken out
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
<?php if (getenv('USE_ZEND_ALLOC') === '0') die('skip needs the allocator of PHP'); ?>
--FILE--
<?php
// The costs of the fake clock for a block, in us: allocated 0.3, resized 0.4, released 0.2. Each read takes 1 us.
// Opcache makes
// str_repeat() of two constants a constant.
function blocks(int $n, int $bytes = 100): void
{
	for ($i = 0; $i < $n; $i++) { $text = str_repeat('x', $bytes); tick($i); tick($i); }
}
function resized(int $n, int $bytes = 100): void
{
	$text = str_repeat('x', $bytes);
	for ($i = 0; $i < $n; $i++) { $text .= str_repeat('y', 2 * $bytes); tick($i); tick($i); }
}
function tick(int $i): int { return $i; }

function wall(string $name, int $n, array $options): int
{
	xhprof_enable(0, ['compensate' => true] + $options);
	$name($n);
	return xhprof_disable()["main()==>$name"]['wt'];
}

foreach (['blocks', 'resized'] as $name) {
	foreach ([100, 200] as $n) {
		wall($name, $n, ['alloc' => 'full']); // the first run has more blocks
		$taken[$name][] = wall($name, $n, []) - wall($name, $n, ['alloc' => 'full']);
	}
	// Where the JIT compiles meanwhile, it may be a few blocks more or fewer.
	echo "$name: ", round($taken[$name][1] - $taken[$name][0], -1), " us of 100 more\n";
}

xhprof_enable(0, ['compensate' => true]);
blocks(10);
$run = xhprof_stop();
xhprof_enable();
blocks(10);
$plain = xhprof_stop();
var_dump($run->summary()['own_cost_ns'], $run->reduce(['threshold' => 0.5])->summary()['own_cost_ns'],
	$run->merge($run)->summary()['own_cost_ns'], $plain->summary()['own_cost_ns'] > 0);
?>
--EXPECT--
blocks: 50 us of 100 more
resized: 90 us of 100 more
int(0)
int(0)
int(0)
bool(true)
