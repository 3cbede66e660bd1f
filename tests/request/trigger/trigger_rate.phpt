--TEST--
xhprof.sample_rate profiles one request in N at random, independently in each worker
--SKIPIF--
<?php
if (PHP_OS_FAMILY === 'Windows') die('skip no workers there');
?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/page.inc", '<?php $info = xhprof_info()["auto"]; echo json_encode([getmypid(), '
	. '$info["profiled"], $info["reason"], $info["run"]]);');

foreach ([0, 1, 4] as $rate) {
	$answers = [];
	serve("$folder/page.inc", auto_settings("$folder/runs", 'xhprof.auto=trigger', "xhprof.sample_rate=$rate"),
		function (callable $get) use (&$answers): void {
			for ($i = 0; $i < 120; $i++) {
				$answers[] = json_decode($get('/')[1]);
			}
		}, ['PHP_CLI_SERVER_WORKERS' => '3']);
	$drawn = array_filter($answers, static fn (array $answer) => $answer[1]);
	$expected = [0 => [0, 0], 1 => [120, 120], 4 => [3, 60]][$rate]; // 30, and at most 5.7 times the deviation off it
	echo "1 in $rate: ",
		count($drawn) >= $expected[0] && count($drawn) <= $expected[1] ? 'as expected' : count($drawn), ', ';
	echo count(runs("$folder/runs")) === count($drawn) ? 'all saved' : 'not all saved', ', ';
	echo count(array_unique(array_column($drawn, 3))) === count($drawn) ? 'each under its own name'
		: 'names twice', "\n";
	$reasons = array_unique(array_column($answers, 2));
	sort($reasons);
	echo '  ', implode("\n  ", $reasons), "\n";
	forget("$folder/runs");
}
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/trigger_rate.tmp');
?>
--EXPECT--
1 in 0: as expected, all saved, each under its own name
  not requested
1 in 1: as expected, all saved, each under its own name
  drawn by xhprof.sample_rate
1 in 4: as expected, all saved, each under its own name
  drawn by xhprof.sample_rate
  not requested
