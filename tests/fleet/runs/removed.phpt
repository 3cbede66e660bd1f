--TEST--
Runs that are not kept are removed once they are taken; damaged ones go to a bounded quarantine; ids survive a damaged file of them
--FILE--
<?php
require __DIR__ . '/runs.inc';

$folder = own_folder();
mkdir("$folder/runs");
$name = static fn (string $id, string $ending = 'json'): string => "$folder/runs/" . saved_name($id, $ending);
$left = static function (string $of) use ($folder): void {
	echo implode(' ', array_map(static fn (string $name): string => substr($name, 28),
		array_diff(scandir("$folder/$of"), ['.', '..']))) ?: 'nothing', "\n";
};
save_pairs("$folder/runs", '00000000000000a1');
save_pairs("$folder/runs", '00000000000000a1', 'callgrind');
save_pairs("$folder/runs", '00000000000000a2');
file_put_contents($name('00000000000000a3'), 'damaged');
touch($name('00000000000000a3'), time() - 100);

$runs = runs_of("$folder/runs", "$folder/ids", false, "$folder/damaged");
foreach (take($runs, static fn (array $counters, array $batches): bool => $batches !== [], false) as $batch) {
	$left('runs'); // none was taken
	break;
}
take($runs, static fn (array $counters): bool => $counters['runs_taken'] === 2 && $counters['runs_damaged'] === 1);
$left('runs');
$left('damaged');
show_runs($runs, $folder);

echo "-- one that no destination takes stays\n";
save_pairs("$folder/runs", '00000000000000a4');
foreach (take($runs, static fn (array $counters, array $batches): bool => $batches !== [], false) as $batch) {
	$runs->left($batch);
}
echo count(take_more($runs)), ' ';
show_runs($runs, $folder);
$left('runs');
unlink($name('00000000000000a4'));

echo "-- the quarantine keeps the newest 100\n";
for ($i = 0; $i < 120; $i++) {
	file_put_contents($name(sprintf('%016x', 0xb00 + $i)), 'damaged');
	touch($name(sprintf('%016x', 0xb00 + $i)), time() - 100 - $i);
}
take($runs, static fn (array $counters): bool => $counters['runs_damaged'] === 121);
$left('runs');
echo count(glob("$folder/damaged/*.json")), ' ', count($runs->notes()), " notes\n";

echo "-- one that cannot be moved there stays\n";
file_put_contents($name('00000000000000a5'), 'damaged');
touch($name('00000000000000a5'), time() - 100);
$runs = runs_of("$folder/runs", null, false, "$folder/ids/damaged"); // that is a file
take($runs, static fn (array $counters): bool => $counters['runs_damaged'] === 1);
$left('runs');
unlink($name('00000000000000a5'));

echo "-- one that is larger than the agent reads stays, and is no damaged one\n";
save_pairs("$folder/runs", '00000000000000a6');
file_put_contents($name('00000000000000a6'), str_repeat(' ', 17 << 20), FILE_APPEND);
save_pairs("$folder/runs", '00000000000000a7'); // takes more memory
$rows = ['main()' => ['ct' => 1, 'wt' => 1]];
for ($i = 0; $i < 200000; $i++) {
	$rows["main()==>work$i"] = ['ct' => 1, 'wt' => 1];
}
XHProf\Profile::fromPairs($rows)->export('json.gz', $name('00000000000000a7', 'json.gz'));
unlink($name('00000000000000a7'));
$runs = runs_of("$folder/runs", null, false, "$folder/damaged");
take($runs,
	static fn (array $counters): bool => ($counters['runs_unreadable'] ?? 0) + ($counters['runs_damaged'] ?? 0) === 2);
$left('runs');
show_runs($runs, $folder);
array_map(unlink(...), glob("$folder/runs/*"));

echo "-- a line of the ids that was cut off\n";
save_pairs("$folder/runs", '00000000000000c1');
file_put_contents("$folder/ids", '00000000', FILE_APPEND);
$runs = runs_of("$folder/runs", "$folder/ids");
take($runs, static fn (array $counters): bool => $counters['runs_taken'] === 1);
echo substr(file_get_contents("$folder/ids"), -34), count(take_more(runs_of("$folder/runs", "$folder/ids"))), "\n";

echo "-- a file of ids that is none\n";
file_put_contents("$folder/ids", "something else\n00000000000000c1\n");
$runs = runs_of("$folder/runs", "$folder/ids");
echo count(take($runs, static fn (array $counters): bool => $counters['runs_taken'] === 1)), "\n",
	file_get_contents("$folder/ids");

echo "-- ids that cannot be written\n";
$runs = runs_of("$folder/runs", "$folder/none/ids");
echo count(take($runs, static fn (array $counters): bool => $counters['runs_taken'] === 1)),
	count(take_more($runs)), ' ';
show_runs($runs, $folder);
?>
--EXPECT--
00000000000000a1.xhprof.callgrind 00000000000000a1.xhprof.json 00000000000000a2.xhprof.json
nothing
00000000000000a3.xhprof.json
{"runs_taken":2,"runs_damaged":1}
FOLDER/runs/20261122-100000-shop-cart-7-00000000000000a3.xhprof.json is left out: it is not json of xhprof, the format that can be loaded; pprof and others are for other tools
-- one that no destination takes stays
0 {"runs_taken":2,"runs_left":1,"runs_damaged":1}
00000000000000a4.xhprof.json
-- the quarantine keeps the newest 100
nothing
100 20 notes
-- one that cannot be moved there stays
00000000000000a5.xhprof.json
-- one that is larger than the agent reads stays, and is no damaged one
00000000000000a6.xhprof.json 00000000000000a7.xhprof.json.gz
{"runs_unreadable":2}
FOLDER/runs/20261122-100000-shop-cart-7-00000000000000a6.xhprof.json stays, and is not sent: it is larger than 16 MiB
FOLDER/runs/20261122-100000-shop-cart-7-00000000000000a7.xhprof.json.gz stays, and is not sent: it takes more than 32MB of memory
-- a line of the ids that was cut off
0000000000000b00
00000000000000c1
0
-- a file of ids that is none
1
xhprof ship: runs
00000000000000c1
-- ids that cannot be written
10 {"runs_taken":1,"runs_unwritten_ids":1}
