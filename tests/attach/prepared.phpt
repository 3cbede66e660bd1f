--TEST--
A function whose arguments are being computed is not on the stack that is read from outside, although its frame is as when it was left
--EXTENSIONS--
xhprof
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
if (opcache_settings('function') === null) die('skip no JIT');
?>
--FILE--
<?php
require __DIR__ . '/attach.inc';

$folder = live_folder(__FILE__, 0700);
/* The engine itself leaves taken(), whose result might be undefined, and the JIT prepares its next call. */
file_put_contents($program = __DIR__ . '/prepared_program.inc', <<<'PHP'
<?php
function taken(mixed $value): int
{
	if ($value !== null) {
		$result = 1;
	}
	return $result;
}
function compare(array $a, array $b): void
{
	for (;;) {
		taken($a == $b);
	}
}
echo "on\n";
compare(range(1, 1000000), range(1, 1000000));
PHP);
$child = attach_start_file($program, [], opcache_settings('function'));
fgets($child->out);
[$attachment, $ring] = attach($child->pid, $folder);
live_wait('the comparison', fn () => str_starts_with(trim(attach_stack($attachment, $ring)), 'compare'));
$taken = 0;
for ($i = 0; $i < 100; $i++) {
	$taken += str_starts_with(trim(attach_stack($attachment, $ring)), 'taken') ? 1 : 0;
}
/* It takes less than a millionth of the time. */
echo $taken <= 10 ? 'the caller' : "$taken of 100 in the callee", "\n";
proc_terminate($child->process, 9);
attach_end($child);
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/prepared_program.inc');
?>
--EXPECT--
the caller
