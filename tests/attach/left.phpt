--TEST--
The time in which the variables of a function are freed as it is left belongs to that function when it is read from outside, too
--EXTENSIONS--
xhprof
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/attach.inc';

$folder = live_folder(__FILE__, 0700);
/* What is freed is a process' end: that waits until its standard input has a line. */
file_put_contents($program = __DIR__ . '/left_program.inc', <<<'PHP'
<?php
function process()
{
	echo "leaves\n";
	return popen('read line', 'r');
}
function local(): void
{
	$process = process();
}
function given($process): void { }
function more($process): int { return func_num_args(); }
function &by_reference($process) { static $result; return $result; }
class Shop
{
	public function method($process): void { }
	public static function shared(int $x): void { $process = process(); }
}
local();
given(process());
max(0, more([], process()));
by_reference(process());
(new Shop)->method(process());
array_map('Shop::shared', [1]);
(function ($process): void { })(process());
unset($process);
PHP);
$child = attach_start_file($program);
[$attachment, $ring] = [null, null];
while (fgets($child->out) !== false) {
	[$attachment, $ring] = $attachment === null ? attach($child->pid, $folder) : [$attachment, $ring];
	live_wait('the end of a process',
		fn () => str_contains((string) @file_get_contents("/proc/$child->pid/stat"), ') S '));
	echo attach_stack($attachment, $ring), "\n";
	fwrite($child->in, "on\n");
}
attach_end($child);
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/left_program.inc');
?>
--EXPECT--
local  left_program.inc:10
  main()  left_program.inc:19

  given  left_program.inc:11
  main()  left_program.inc:20

  more  left_program.inc:12
  main()  left_program.inc:21

  by_reference  left_program.inc:13
  main()  left_program.inc:22

  Shop::method  left_program.inc:16
  main()  left_program.inc:23

  Shop::shared  left_program.inc:17
  array_map
  main()  left_program.inc:24

  {closure:attach/left_program.inc:25}  left_program.inc:25
  main()  left_program.inc:25