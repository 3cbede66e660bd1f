--TEST--
xhprof run --repeat keeps a set in one file, alternates with another command, and says what changed
--FILE--
<?php
require __DIR__ . '/cli.inc';

$script = own_file('script.php', '<?php
function work($n) { static $calls = 0; return $calls += $n; }
file_put_contents($argv[2], $argv[1], FILE_APPEND);
echo "never seen", fgets(STDIN);
for ($i = 0; $i < (int) $argv[1]; $i++) { work($i); }
if (isset($argv[3])) { exit((int) $argv[3]); } // a function since PHP 8.4
');
$order = own_file('order', '');
$out = own_file('json', '');
$other = own_file('against.json', '');
own_file('set.json.gz');

function show_set(array $arguments): void
{
	$result = cli($arguments, "input\n");
	$text = preg_replace(['/^(?:No change|[^\n]* (?:slower|faster)).*?\n\n/ms', '/^\(\d+ more\)$/m',
		'/^(wall|CPU|memory|peak) .*$/m', '/[+-]?[\d.]+ (?:ns|us|ms|s|KiB|B)\b/', '/[+-][\d.]+ %/', '/ {2,}/', '/~T/'],
		['', '(N more)', '$1', 'T', 'P', '  ', 'T'], "$result[out]$result[err]");
	echo str_replace([__DIR__ . '/', getcwd()], ['', 'FOLDER'], rtrim($text)), "\nstatus $result[status]\n\n";
}

show_set(['run', '--repeat', '3', '--limit', '0', '--out', $out, '--against', "'$script' 2 \"$order\"", '--',
	$script, '3', $order]);
echo 'order: ', file_get_contents($order), "\n";
$set = json_decode(file_get_contents($out), true);
echo implode(' ', array_keys($set)), "\n", "$set[schema] $set[version] $set[count] ",
	implode(' ', array_map(basename(...), $set['command'])), "\n";
echo implode(' ', array_keys($set['totals'])), ' calls: ', implode(' ', $set['totals']['calls']), "\n";
$place = array_search('work', $set['functions']['name'], true);
echo 'work: ', implode(' ', $set['functions']['values'][$place]['calls']), ', merged runs: ',
	$set['merged']['runs'], "\n";
$diff = json_decode(cli(['diff', $other, $out, '--json', '--fail-if', 'ct>+0'])['out'], true);
echo json_encode([$diff['runs'], $diff['worse'], $diff['totals'][0]]), "\n\n";
show_set(['run', '--repeat', '2', '--quiet', '--out', $out, '--', $script, '1', $order, '7']);
$json = json_decode(cli(['run', '--repeat', '2', '--json', '--out', $out, '--against', "$script 1 $order", '--',
	$script, '1', $order])['err'], true);
echo implode(' ', array_keys($json)), " $json[schema] $json[runs] ", basename($json['file']), ' ',
	basename($json['against']), "\n\n";
foreach ([['--repeat', '1'], ['--repeat', 'x'], ['--against', $script],
	['--repeat', '3', '--format', 'pprof'], ['--repeat', '3', '--mode', 'timeline'],
	['--repeat', '3', '--against', ''], ['--repeat', '3', '--against', 'none.php'],
	['--repeat', '3', '--against', $other], ['--repeat', '3', '--against', '-n -r exit;']] as $options) {
	show_set(['run', ...$options, '--out', $out, '--', $script, '1', $order]);
}
?>
--EXPECT--
medians of 3 and 3 runs
  before  after  change
calls  6  7  +1  P
wall
CPU
memory
peak

own change  before  after  calls  function
(N more)

to tell a change from noise takes 5 of each

median of 3 runs  wall T (all T to T)  CPU T (all T to T)  peak T (all T to T)
file:  run_set.json
against  median of 3 runs  wall T (all T to T)  CPU T (all T to T)  peak T (all T to T)
file:  run_set.against.json
status 0

order: 23322332
schema version generator command count totals functions merged
xhprof-set 1 3 run_set.script.php 3 run_set.order
calls wall_ns cpu_ns memory_bytes peak_bytes calls: 7 7 7
work: 3 3 3, merged runs: 3
[{"before":3,"after":3},true,{"metric":"ct","key":"calls","before":6,"after":7,"interval":null,"relative":null}]

xhprof: a run exited with status 7
status 7

schema version format file runs summary against diff xhprof-run 2 run_set.json run_set.against.json

xhprof: --repeat takes a number from 2 to 1000, not 1
status 2

xhprof: --repeat takes a whole number, not "x"
status 2

xhprof: --against alternates between two scripts, and needs --repeat
  add --repeat 20; xhprof diff compares two saved runs
status 2

xhprof: pprof cannot hold a set of runs
  give --out a file name that ends in .json or .json.gz
status 2

xhprof: --mode timeline cannot be combined with --repeat
  a timeline holds one run only
status 2

xhprof: --against has no script
  --against 'SCRIPT [ARGUMENT...]', in quotes: the command that the script is compared with
status 2

xhprof: --against: none.php: no such script in FOLDER
  --against 'SCRIPT [ARGUMENT...]', in quotes: the command that the script is compared with
status 2

xhprof: --against: run_set.against.json is a saved run, not a script
  xhprof diff run_set.against.json NEW compares saved runs; --against 'SCRIPT [ARGUMENT...]', in quotes: the command that the script is compared with
status 2

xhprof: --against -n -r exit;: the warm-up left no profile: it exited with status 0
  no set is saved
status 2
