--TEST--
xhprof run --events counts events by function; top, show and diff are by them, and stat has those of a whole script
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/cli.inc';

$script = own_file('script.tmp', <<<'END'
<?php
function leaf($x) { static $calls = 0; $calls++; return $x; }
function work($n) { static $calls = 0; $calls++; for ($i = 0; $i < $n; $i++) { leaf($i); } return $n; }
work((int) ($argv[1] ?? 10));
echo "of the script\n";
exit((int) ($argv[2] ?? 0));
END);
$files = [own_file('1.json'), own_file('2.json')];
foreach ([10, 30] as $i => $n) {
	$result = cli(['run', '--flags', 'no-builtins', '--events', 'fake,fake,page-faults', '--out', $files[$i], '--',
		$script, (string) $n]);
	preg_match('/^fake (\d+)  page-faults [\d,]+$/m', $result['err'], $found);
	echo $result['out'], isset($found[1]) ? "events below the head\n" : $result['err'];
}
function table(array $arguments): void
{
	$text = cli($arguments)['out'];
	// The whole run has what loads the script, too, which differs from PHP to PHP.
	preg_match_all('/^(?!.*(main\(\)|load::|more\)|^fake )).*\b(fake|leaf|work|ok|FAILED)\b.*$/m', $text, $found);
	echo implode("\n", preg_replace('/^ *[\d.]+ |(?<= ) +[\d.]+ %|^page-faults.*/m', '', $found[0])), "\n";
}
table(['top', '--by', 'fake', $files[0]]);
table(['show', '--function', 'work', '--by', 'fake', $files[0]]);
table(['diff', '--by', 'fake', $files[0], $files[1], '--fail-if', 'own_fake[work]>+5']);
$top = json_decode(cli(['top', '--json', '--by', 'fake', $files[1]])['out'], true);
echo json_encode(array_column($top['functions'], 'own_fake', 'name')['leaf']), ' ',
	json_encode(array_keys($top['summary']['events'])), "\n";

echo "-- stat\n";
$result = cli(['stat', '--events', 'fake,context-switches', '--', $script, '20', '3']);
echo $result['status'], ' ', $result['out'],
	preg_match('/^ +\d+  fake .*\n +[\d,]+  context-switches/m', $result['err']) === 1 ? "a list\n" : $result['err'];
$stat = json_decode(cli(['stat', '--json', '--', $script])['err'], true);
echo $stat['schema'], ' ', count($stat['events']) + count($stat['refused']), ' ',
	implode(' ', array_intersect(['page-faults', 'context-switches'], array_keys($stat['events']))), "\n";

echo "-- refused\n";
foreach ([['run', '--events', 'page-fault', $script], ['run', '--events', 'fake:x', $script],
	['run', '--events', 'fake', '--mode', 'sample', $script], ['run', '--events', 'fake:1', '--mode', 'tree', $script],
	['run', '--events', 'fake:1', '--flags', 'memory', '--format', 'perfetto', $script],
	['stat'], ['stat', 'missing.php'], ['top', '--by', 'context-switches', $files[0]]] as $arguments) {
	$text = cli($arguments)['err'];
	echo preg_replace('/events are: .*/', 'events are: ...', $text);
}
?>
--EXPECT--
of the script
events below the head
of the script
events below the head
 own%       own  incl%      incl   calls  function    by fake
       11   75.0        21       1  work
       10   35.7        10      10  leaf
work
     %     incl    calls  callers    by fake
     %     incl    calls  callees    by fake
      10       10  leaf
more: 20 from `work` > `leaf`, 20 calls more; 20 at the same calls, the
greatest in `work` (+20); one run each cannot tell a change from noise.
own change   before    after     calls  function    by fake
       +20       11       31            work
       +20       10       30       +20  leaf
FAILED  own_fake[work]>+5: 11 -> 31  +182 %
30 ["fake","page-faults"]
-- stat
3 of the script
a list
xhprof-stat 8 page-faults context-switches
-- refused
xhprof: unknown event "page-fault"
        did you mean page-faults? events are: ...
xhprof: "fake:x" has no period
        put a number from 1 to 999999999999 after the colon: fake:100
xhprof: fake is counted at each call, but samples record no calls
        --events fake:1 takes a sample at each
xhprof: --events fake:1 takes samples
        omit the period to count the event at each call
xhprof: perfetto needs a timeline, which this run does not have
        record one with xhprof run --mode timeline, or --mode sample --flags memory; merged runs have none
xhprof: no script given
        xhprof stat [OPTION...] -- SCRIPT [ARGUMENT...]
xhprof: missing.php: no such script
        give a PHP file, which options of PHP may precede: -- -d memory_limit=1G SCRIPT
xhprof: the run has no "own_context-switches"
        it was not recorded; xhprof run --events context-switches counts it
