--TEST--
xhprof show counts a call path once for a caller and a callee, in nanoseconds, and by any metric of the run
--SKIPIF--
<?php
if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock');
if (getenv('XHPROF_TEST_TREE')) die('skip asks for hier mode as well');
if (xhprof_info()['lines']['refused'] !== null) die('skip lines are not seen here');
?>
--FILE--
<?php
require __DIR__ . '/cli.inc';

$kept = [];
function leaf($ns) { global $kept; xhprof_fake_clock_advance($ns, intdiv($ns, 4)); $kept[] = str_repeat('x', 8192); }
function f(int $n): void
{
	leaf(20137);
	$n > 0 && g($n - 1);
}
function g(int $n): void { f($n); }

foreach (['tree' => XHPROF_FLAGS_TREE, 'pairs' => 0] as $name => $flags) {
	xhprof_enable($flags | XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY | XHPROF_FLAGS_NO_BUILTINS, ['lines' => ['leaf']]);
	f(3);
	xhprof_stop()->export('json', $files[$name] = own_file("$name.json"));
}
foreach ($files as $file) {
	foreach (['wall', 'cpu', 'calls'] as $by) {
		$text = cli(['show', $file, '--function', 'f', '--by', $by])['out'];
		echo strstr($text, '     %     incl'), "\n";
	}
	$data = json_decode(cli(['show', $file, '--function', 'f', '--json', '--by', 'memory'])['out'], true);
	foreach ([...$data['callers'], ...$data['callees']] as $row) {
		printf("%-6s %d calls, %d ns, %d ns of CPU, %d KiB\n", $row['name'], $row['calls'], $row['wall_ns'],
			$row['cpu_ns'], $row['memory_bytes'] >> 10);
	}
	echo "\n";
}
echo preg_replace('/^.*?(?= +hits)/s', '', cli(['show', $files['tree'], '--function', 'leaf', '--source'])['out']);
?>
--EXPECT--
%     incl    calls  callers
   100   114 us        1  main()
  74.3  84.4 us        3  g

     %     incl    calls  callees
  81.5  92.5 us        4  leaf
  76.1  86.4 us        3  g
  13.2  15.0 us           (own)

     %     incl    calls  callers    by CPU
   100  53.6 us        1  main()
  72.9  39.1 us        3  g

     %     incl    calls  callees    by CPU
  76.6  41.1 us        3  g
  60.8  32.6 us        4  leaf
  28.0  15.0 us           (own)

     %     incl    calls  callers    by calls
  75.0        3        3  g
  25.0        1        1  main()

     %     incl    calls  callees    by calls
   100        4        4  leaf
  75.0        3        3  g

main() 1 calls, 113548 ns, 53636 ns of CPU, 48 KiB
g      3 calls, 84411 ns, 39102 ns of CPU, 36 KiB
leaf   4 calls, 92548 ns, 32636 ns of CPU, 48 KiB
g      3 calls, 86411 ns, 41102 ns of CPU, 36 KiB

     %     incl    calls  callers
   100   114 us        1  main()
  74.3  84.4 us        3  g

     %     incl    calls  callees
  81.5  92.5 us        4  leaf
  76.1  86.4 us        3  g
  13.2  15.0 us           (own)

     %     incl    calls  callers    by CPU
   100  53.6 us        1  main()
  72.9  39.1 us        3  g

     %     incl    calls  callees    by CPU
  76.6  41.1 us        3  g
  60.8  32.6 us        4  leaf
  28.0  15.0 us           (own)

     %     incl    calls  callers    by calls
  75.0        3        3  g
  25.0        1        1  main()

     %     incl    calls  callees    by calls
   100        4        4  leaf
  75.0        3        3  g

main() 1 calls, 113548 ns, 53636 ns of CPU, 48 KiB
g      3 calls, 84411 ns, 39102 ns of CPU, 36 KiB
leaf   4 calls, 92548 ns, 32636 ns of CPU, 48 KiB
g      3 calls, 86411 ns, 41102 ns of CPU, 36 KiB

     hits      time   per hit       %  line  source
        4   84.5 us   21.1 us    91.4     5  function leaf($ns) { global $kept;…