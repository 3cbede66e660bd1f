--TEST--
Each saved run becomes a batch once, also after a restart, whatever its kind and format
--SKIPIF--
<?php
if (!in_array('compress.zlib', stream_get_wrappers(), true)) die('skip needs zlib');
--FILE--
<?php
require __DIR__ . '/runs.inc';

$folder = own_folder();
$save = static function (string $id, XHProf\Profile $run) use ($folder): void {
	$run->export('json.gz', "$folder/" . saved_name($id, 'json.gz'));
};
$record = static function (array $options): XHProf\Profile {
	xhprof_enable(0, $options);
	$text = [str_repeat('x', 100 + leaf(1)), branch(2)];

	return xhprof_stop();
};
$save('00000000000000a1', $record(['mode' => 'tree']));
$save('00000000000000a2', $record(['mode' => 'alloc']));
$save('00000000000000a3', $record(['mode' => 'tree', 'alloc' => 'full']));
xhprof_sample_enable(['clock' => 'custom']);
xhprof_sample();
$save('00000000000000a4', xhprof_stop());
save_pairs($folder, '80000000000000b1', 'json', meta(['route' => '/cart', 'tenant' => 'acme']));
save_pairs($folder, 'ffffffffffffffff', 'xhgui.jsonl.gz');
save_pairs($folder, 'ffffffffffffffff', 'callgrind'); // the same run
save_pairs($folder, '00000000000000c1', 'callgrind');
save_pairs($folder, '00000000000000c2', 'json', meta([], 0));
touch("$folder/" . saved_name('00000000000000c2', 'json'), 1_790_073_200);
copy("$folder/" . saved_name('80000000000000b1', 'json'), "$folder/mine.json"); // not of the extension

$runs = runs_of($folder, "$folder/ids");
$batches = take($runs,
	static fn (array $counters): bool => $counters['runs_taken'] === 7 && $counters['runs_unreadable'] === 1);
usort($batches, static fn ($a, $b): int => $a->id <=> $b->id);
foreach ($batches as $batch) {
	show_batch($batch);
}
show_runs($runs, $folder);

echo "-- again: ", count(take_more($runs)), "\n";
echo "-- the next start: ", count(take_more(runs_of($folder, "$folder/ids"))), "\n";
save_pairs($folder, '00000000000000d1');
$next = runs_of($folder, "$folder/ids");
echo "-- one more, not taken, comes again: ";
$batches = take($next, static fn (array $counters, array $batches): bool => count($batches) >= 2, false);
echo $batches[0]->id, ' ', $batches[1]->id, "\n";
echo "-- without a file: ",
	count(take(runs_of($folder), static fn (array $counters): bool => $counters['runs_taken'] >= 8)), "\n";
?>
--EXPECT--
run-00000000000000a1 1 161:
  trace {"service":"shop","env":"production","host":"web1"} no meta
run-00000000000000a2 1 162:
  alloc {"service":"shop","env":"production","host":"web1"} no meta
run-00000000000000a3 1 163:
  trace {"service":"shop","env":"production","host":"web1"} no meta
  alloc {"service":"shop","env":"production","host":"web1"} no meta
run-00000000000000a4 1 164:
  samples {"service":"shop","env":"production","host":"web1"} no meta
run-00000000000000c2 1 194, 1790073110 to 1790073200:
  trace {"service":"shop","env":"production","host":"web1","php":"8.2.36"} /cart?id=
run-80000000000000b1 1 177, 1790073061 to 1790073152:
  trace {"service":"shop","env":"production","host":"web1","php":"8.2.36","route":"\/cart","tenant":"acme"} /cart?id=
run-ffffffffffffffff 1 9223372036854775807, 1790073061 to 1790073152:
  trace {"service":"shop","env":"production","host":"web1","php":"8.2.36"} /cart?id=
{"runs_taken":7,"runs_unreadable":1}
run 00000000000000c1 cannot be sent: no file of it can be loaded; set xhprof.auto_formats = json.gz
-- again: 0
-- the next start: 0
-- one more, not taken, comes again: run-00000000000000d1 run-00000000000000d1
-- without a file: 8
