--TEST--
Collections of garbage, compilations and exceptions are marks in the ring: the first 16 of a kind one by one, all of them summed up
--EXTENSIONS--
pcntl
--SKIPIF--
<?php
require __DIR__ . '/../skipif.inc';
require __DIR__ . '/../../helper.inc';
if (xhprof_info()['hook'] === 'off') die('skip compilations need a hook');
?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
$large = "<?php\n" . implode('', array_map(fn (int $i): string =>
	"function large$i(\$a) { return [\$a => \$a + $i * 3, 'text $i' => \"x{\$a}\"]; }\n", range(1, 8000)));
file_put_contents("$folder/large.php", $large);
file_put_contents("$folder/small.php", '<?php');
file_put_contents("$folder/broken.php", '<?php if (');
file_put_contents("$folder/noisy.php", '<?php function noisy($a = 1, $b) {}');
file_put_contents("$folder/program.php", '<?php
final class Destroyed
{
	function __destruct() { try { throw new OutOfRangeException("a secret"); } catch (Exception) {} }
}
function garbage(int $count): void
{
	for ($i = 0; $i < $count; $i++) { $a = new stdClass; $a->self = $a; }
}
function step(string $name, Closure $work): void
{
	xhprof_request_begin(["method" => "JOB", "url" => $name]);
	try { $runs = gc_status()["runs"]; $work(); $runs = gc_status()["runs"] - $runs; } finally { xhprof_request_end(0); }
	echo json_encode($runs), "\n";
	fgets(STDIN);
}
gc_collect_cycles();
step("nothing", function () { strlen("x"); gc_collect_cycles(); });
step("gc", function () { garbage(25000); gc_collect_cycles(); gc_collect_cycles(); });
step("gc in a destructor", function () {
	$a = new class { public $self; function __destruct() { gc_collect_cycles(); throw new LogicException("a secret"); } };
	$a->self = $a;
	$a = null;
	try { gc_collect_cycles(); } catch (LogicException) {}
});
step("compile", function () {
	include __DIR__ . "/large.php";
	include __DIR__ . "/small.php";
	@include __DIR__ . "/missing.php";
	try { include __DIR__ . "/broken.php"; } catch (ParseError) {}
	for ($i = 0; $i < 20; $i++) { eval("1;"); }
});
step("compile in an error handler", function () {
	set_error_handler(function () { include __DIR__ . "/small.php"; return true; });
	include __DIR__ . "/noisy.php";
	restore_error_handler();
});
step("20 exceptions", function () {
	for ($i = 0; $i < 20; $i++) { try { throw new DomainException("a secret"); } catch (Exception) {} }
});
step("exceptions of all sorts", function () {
	new Destroyed;
	try { strlen(); } catch (ArgumentCountError) {}
	try { try { throw new RuntimeException; } finally { strlen("x"); } } catch (RuntimeException $e) {}
	try { throw $e; } catch (RuntimeException) {}
	try { throw new class extends ErrorException {}; } catch (ErrorException) {}
	$fiber = new Fiber(function () { Fiber::suspend(); throw new UnexpectedValueException; });
	$fiber->start();
	try { $fiber->resume(); } catch (UnexpectedValueException) {}
	$fiber = new Fiber(function () { try { Fiber::suspend(); } finally { strlen("x"); } });
	$fiber->start();
	unset($fiber);
});
');
/* A machine that stops may take longest for a small file, which has a record of its own then. */
function file_of_longest(array $sum, array $singles): string
{
	$longest = array_filter($singles, fn (array $mark): bool => $mark['duration_ns'] === $sum['longest_ns']);

	return $longest === [] || in_array($sum['text'], array_column($longest, 'text'), true) ? 'the file of the longest'
		: basename($sum['text']);
}

$child = live_start("$folder/program.php", live_settings($folder, 'error_reporting=-1'));
for ($ring = null, $i = 0; $i < 7; $i++) {
	$runs = (int) fgets($child->out);
	$ring ??= XHProf\Ring::open(live_file($folder, $child->pid));
	$ended = $ring->requests(1)[0];
	echo "$ended[uri]\n";
	foreach ($ended['marks'] as $kind => $sum) {
		$singles = array_filter($ring->marks(),
			fn (array $mark): bool => $mark['request'] === $ended['number'] && $mark['kind'] === $kind);
		printf("  %s %d, %s, amount %s, limit %d, %s\n", $kind, $sum['count'],
			$sum['duration_ns'] === 0 ? 'no time' : 'times', $sum['amount'], $sum['limit'],
			$kind === 'compile' ? file_of_longest($sum, $singles) : (basename($sum['text']) ?: 'no text'));
		if ($sum['duration_ns'] < $sum['longest_ns'] || $sum['duration_ns'] > $ended['wall_ns']) {
			echo json_encode([$sum, $ended]), "\n";
		}
		if ($kind === 'gc' && array_sum(array_column($singles, 'duration_ns')) !== $sum['duration_ns']) {
			echo "sums do not add up\n";
		}
		foreach (array_count_values(array_map(fn (array $mark): string => $mark['text'],
			$singles)) as $text => $count) {
			/* Small files have one only if the machine was busy. */
			echo $kind === 'exception' || str_contains($text, 'large') ? "    $count " . basename($text) . "\n" : '';
		}
	}
	if (($ended['marks']['gc']['count'] ?? 0) !== $runs) {
		echo "$runs runs\n";
	}
	fwrite($child->in, "\n");
}
live_end($child);
live_clean($folder);
?>
--EXPECT--
nothing
gc
  gc 3, times, amount 25000, limit 0, no text
gc in a destructor
  gc 2, times, amount 1, limit 0, no text
  exception 1, no time, amount 0, limit 0, LogicException
    1 LogicException
compile
  compile 2, times, amount 0, limit 0, the file of the longest
    1 large.php
  eval 20, times, amount 0, limit 0, program.php(31) : eval()'d code
  exception 1, no time, amount 0, limit 0, ParseError
    1 ParseError
compile in an error handler
  compile 2, times, amount 0, limit 0, the file of the longest
20 exceptions
  exception 20, no time, amount 0, limit 0, DomainException
    16 DomainException
exceptions of all sorts
  exception 6, no time, amount 0, limit 0, UnexpectedValueException
    1 UnexpectedValueException
    1 ErrorException@anonymous
    2 RuntimeException
    1 ArgumentCountError
    1 OutOfRangeException
