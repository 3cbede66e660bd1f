--TEST--
A report has the recorded lines: how often each ran, and its time with callees; show --source prints them beside the code
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../../cli/cli.inc';
require __DIR__ . '/../../format/html.inc';

function leaf(int $n): int
{
	static $calls = 0;
	return $n + $calls++;
}

function chosen(int $n): int
{
	for ($i = 0; $i < $n; $i++) {
		leaf($i);
	}
	return $n;
}

xhprof_enable(0, ['lines' => ['chosen']]);
chosen(2);
$profile = xhprof_stop();
$run = report_run($profile->export('html'));
foreach ($run['by_line']['line'] as $i => $line) {
	echo $run['table']['name'][$run['by_line']['function'][$i]], " $line: ", $run['by_line']['calls'][$i], ' times, ',
		$run['by_line']['inclusive'][$i], " ns\n";
}
echo implode(' ', array_keys($run['by_line'])), "\n";

$file = own_file('json');
$profile->export('json', $file);
echo strstr(cli(['show', $file, '--function', 'chosen', '--source'])['out'], '     hits');
?>
--EXPECT--
chosen 13: 3 times, 3000 ns
chosen 14: 2 times, 6000 ns
chosen 16: 1 times, 1000 ns
function line calls inclusive
     hits      time   per hit       %  line  source
                                         11  function chosen(int $n): int
                                         12  {
        3   3.00 us   1.00 us    25.0    13      for ($i = 0; $i < $n; $i++) {
        2   6.00 us   3.00 us    50.0    14          leaf($i);
                                         15      }
        1   1.00 us   1.00 us     8.3    16      return $n;
                                         17  }
