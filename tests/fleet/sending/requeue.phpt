--TEST--
xhprof ship --requeue has refused batches wait again, while no agent runs, also in a folder whose name is a pattern; two destinations cannot have one queue
--FILE--
<?php
require __DIR__ . '/../stub.inc';
require __DIR__ . '/../../cli/cli.inc';

use XHProf\Fleet\Agent\Counters;
use XHProf\Fleet\Agent\Spool;
use XHProf\Fleet\Agent\SpoolFolder;

$folder = fleet_folder(__FILE__);
function ship(string ...$arguments): void
{
	$result = cli(['ship', ...$arguments]);
	echo str_replace($GLOBALS['folder'], 'DIR', $result['out'] . $result['err']), "status $result[status]\n";
}

ship('--requeue');
ship('--requeue', '--spool', "$folder/none");
$spool = Spool::onDisk(new SpoolFolder("$folder/spool"), ['a'], new Counters(), 1 << 20);
$spool->put(fleet_batch(1), ['a']);
$spool->refuse('a', $spool->take('a')[0], 'no');
ship('--requeue', '--spool', "$folder/spool");
$spool->close();
ship('--requeue', '--spool', "$folder/spool");
ship('--requeue', '--spool', "$folder/spool");
echo implode(' ', array_map(basename(...), glob("$folder/spool/queue/*/*.batch"))), "\n";
mkdir("$folder/[1]");
foreach ([1, 2] as $number) {
	$spool = Spool::onDisk(new SpoolFolder("$folder/[1]/spool"), ['a'], new Counters(), 1 << 20);
	$spool->put(fleet_batch($number), ['a']);
	if ($number === 1) {
		$spool->refuse('a', $spool->take('a')[0], 'no');
	}
	$spool->close();
}
ship('--requeue', '--spool', "$folder/[1]/spool");
echo implode(' ', array_map(basename(...), glob("$folder/[[]1]/spool/queue/*/*.batch"))), "\n";
ship('--to', "file:$folder/out", '--to', "file:$folder/out", '--live-dir', $folder);
ship('--to', 'nothing+https://me:hidden@example.org/');
ship('--to', 'nothing+https://me:hid/den@example.org/');
?>
--EXPECT--
xhprof: no spool given
        xhprof ship --requeue --spool DIR
status 2
xhprof: DIR/none is not the spool of an agent
status 2
xhprof: another agent uses the spool DIR/spool
        each agent needs its own spool
status 2
1 batch waits again, for the agent that starts next
status 0
nothing is in quarantine
status 0
0000000000000001-agent-1.batch
1 batch waits again, for the agent that starts next
status 0
0000000000000001-agent-1.batch 0000000000000002-agent-2.batch
xhprof: two destinations have the name file:DIR/out
        run an agent with its own spool for each
status 2
xhprof: "nothing+https://me:***@example.org/" is not a destination
        xhprof ship --help lists them
status 2
xhprof: "nothing+https://me:***@example.org/" is not a destination
        xhprof ship --help lists them
status 2
