--TEST--
A process without our module is read from outside: functions, methods, closures, generators, fibers, files, eval() and their lines
--EXTENSIONS--
xhprof
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/attach.inc';

$folder = live_folder(__FILE__, 0700);
file_put_contents($included = __DIR__ . '/stack_included.inc', "<?php\n\nwaits('include');\n");
file_put_contents($program = __DIR__ . '/stack_program.inc', <<<'PHP'
<?php
function waits(string $what): void
{
	echo "$what\n";
	fgets(STDIN);
}
class Shop
{
	public function cart(): void { self::total(3); }
	private static function total(int $depth): void
	{
		$depth === 0 ? waits('methods') : self::total($depth - 1);
	}
	public function __toString(): string
	{
		waits('magic');
		return '';
	}
	public function __destruct() { waits('destructor'); }
}
function rows(): Generator
{
	yield from inner();
}
function inner(): Generator
{
	waits('generator');
	yield 1;
}
waits('main');
(new Shop)->cart();
array_map(function (int $x): void { waits('closure'); }, [1]);
foreach (rows() as $row) {
	break;
}
(new Fiber(function (): void {
	waits('fiber');
}))->start();
include $argv[1];
eval("\n\nwaits('eval');");
'x' . (new Shop);
usort($GLOBALS['argv'], fn ($a, $b) => waits('callback') ?? 0);
PHP);
$child = attach_start_file($program, [$included, 'second']);
[$attachment, $ring] = [null, null];
while (($what = fgets($child->out)) !== false) {
	[$attachment, $ring] = $attachment === null ? attach($child->pid, $folder) : [$attachment, $ring];
	echo $what, attach_reading($attachment, $ring);
	fwrite($child->in, "\n");
}
XHProf\Attachment::run([$attachment], 10);
proc_close($child->process);
live_wait('its end', function () use ($attachment): bool {
	XHProf\Attachment::run([$attachment], 50);

	return $attachment->isOver();
});
$status = $ring->status();
echo "$status[state], ", $status['is_from_outside'] ? 'from outside' : 'NOT', ", $status[sapi] ",
	$status['php'] === PHP_VERSION || $status['php'] !== '' ? 'PHP ' : '', basename($status['request']['uri']), "\n";
unset($attachment);
echo count(glob("$folder/*")), " files\n";
live_clean($folder);
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/stack_program.inc');
@unlink(__DIR__ . '/stack_included.inc');
?>
--EXPECT--
main
  fgets
  waits  stack_program.inc:5
  main()  stack_program.inc:30
methods
  fgets
  waits  stack_program.inc:5
  Shop::total  stack_program.inc:12
  Shop::total  stack_program.inc:12
  Shop::total  stack_program.inc:12
  Shop::total  stack_program.inc:12
  Shop::cart  stack_program.inc:9
  main()  stack_program.inc:31
destructor
  fgets
  waits  stack_program.inc:5
  Shop::__destruct  stack_program.inc:19
  main()  stack_program.inc:31
closure
  fgets
  waits  stack_program.inc:5
  {closure:attach/stack_program.inc:32}  stack_program.inc:32
  array_map
  main()  stack_program.inc:32
generator
  fgets
  waits  stack_program.inc:5
  inner  stack_program.inc:27
  main()  stack_program.inc:33
fiber
  fgets
  waits  stack_program.inc:5
  {closure:attach/stack_program.inc:36}  stack_program.inc:37
  Fiber::start
  main()  stack_program.inc:38
include
  fgets
  waits  stack_program.inc:5
  run_init::attach/stack_included.inc  stack_included.inc:3
  main()  stack_program.inc:39
eval
  fgets
  waits  stack_program.inc:5
  eval  stack_program.inc(40) : eval()'d code:3
  main()  stack_program.inc:40
magic
  fgets
  waits  stack_program.inc:5
  Shop::__toString  stack_program.inc:16
  main()  stack_program.inc:41
destructor
  fgets
  waits  stack_program.inc:5
  Shop::__destruct  stack_program.inc:19
  main()  stack_program.inc:41
callback
  fgets
  waits  stack_program.inc:5
  {closure:attach/stack_program.inc:42}  stack_program.inc:42
  usort
  main()  stack_program.inc:42
callback
  fgets
  waits  stack_program.inc:5
  {closure:attach/stack_program.inc:42}  stack_program.inc:42
  usort
  main()  stack_program.inc:42
ended, from outside, cli PHP stack_program.inc
0 files
