--TEST--
Files in a folder of runs that are damaged, half written, huge, or no files harm nothing, and are counted
--SKIPIF--
<?php
if (PHP_OS_FAMILY === 'Windows') die('skip needs pipes and symlinks');
--FILE--
<?php
require __DIR__ . '/runs.inc';

$folder = own_folder();
$name = static fn (string $id, string $ending = 'json'): string => "$folder/" . saved_name($id, $ending);
$old = static fn (string $file): bool => touch($file, time() - 100);

echo "-- what is no file\n";
exec('mkfifo ' . escapeshellarg($name('00000000000000a1')));
symlink('/etc/passwd', $name('00000000000000a2'));
mkdir($name('00000000000000a3'));
file_put_contents("$folder/.xhprof-1-2.tmp", 'half');
$runs = runs_of($folder);
echo count(take_more($runs)), ' ';
show_runs($runs, $folder);

echo "-- half written: not while it may grow, nor damaged at once\n";
$whole = file_get_contents(save_pairs($folder, '00000000000000b1'));
file_put_contents($name('00000000000000b1'), substr($whole, 0, 100));
echo count(take_more($runs)), ' ';
show_runs($runs, $folder);
file_put_contents($name('00000000000000b1'), $whole);
foreach (take($runs, static fn (array $counters): bool => $counters['runs_taken'] === 1) as $batch) {
	show_batch($batch);
}

echo "-- damaged, and old\n";
file_put_contents($name('00000000000000c1'), substr($whole, 0, 100));
file_put_contents($name('00000000000000c2', 'xhprof'), serialize(['main()' => new ArrayObject()]));
file_put_contents($name('00000000000000c3', 'xhgui.jsonl'), '{"profile":[');
file_put_contents($name('00000000000000c4', 'json.gz'), "\x1f\x8b" . str_repeat('x', 50));
file_put_contents($name('00000000000000c5'), '');
ftruncate(fopen($name('00000000000000c6'), 'w'), (16 << 20) + 1);
file_put_contents($name('00000000000000c7'), '{"schema":"xhprof-set","version":1}');
file_put_contents($name('00000000000000c8', "json\e[31m"), $whole);
foreach (glob("$folder/*-00000000000000c?.xhprof.*") as $i => $file) {
	touch($file, time() - 100 + $i);
}
echo count(take($runs,
	static fn (array $counters): bool => $counters['runs_damaged'] === 6 && $counters['runs_unreadable'] === 2)), ' ';
show_runs($runs, $folder);

echo "-- labels and times that cannot be\n";
file_put_contents($name('00000000000000d1'), str_replace(["1790073061", '"php":"8.2.36"', '"tags":[]'],
	['7990073061', '"php":{"a":1}', '"tags":{"a\\nb":"x\\u0000y","7":"seven","n":5,"list":["x"],"'
		. implode('":"x","', range('a', 'z')) . '":"x"}'], $whole, $count));
touch($name('00000000000000d1'), 1_790_080_000);
foreach (take($runs, static fn (array $counters): bool => $counters['runs_taken'] === 2) as $batch) {
	show_batch($batch);
}
show_runs($runs, $folder);

echo "-- no folder\n";
$runs = runs_of("$folder/none");
echo count(take_more($runs)), ' ';
show_runs($runs, $folder);
mkdir("$folder/none");
take_more($runs);
show_runs($runs, $folder);
?>
--EXPECT--
-- what is no file
0 []
-- half written: not while it may grow, nor damaged at once
0 {"runs_waiting":1}
run-00000000000000b1 1 177, 1790073061 to 1790073152:
  trace {"service":"shop","env":"production","host":"web1","php":"8.2.36"} /cart?id=
-- damaged, and old
0 {"runs_taken":1,"runs_damaged":6,"runs_unreadable":2}
FOLDER/20261122-100000-shop-cart-7-00000000000000c1.xhprof.json is left out: it is damaged
FOLDER/20261122-100000-shop-cart-7-00000000000000c2.xhprof.xhprof is left out: its array must have an array in the row "main()", __PHP_Incomplete_Class given
FOLDER/20261122-100000-shop-cart-7-00000000000000c3.xhprof.xhgui.jsonl is left out: it is damaged
FOLDER/20261122-100000-shop-cart-7-00000000000000c4.xhprof.json.gz is left out: it is damaged or incomplete
FOLDER/20261122-100000-shop-cart-7-00000000000000c5.xhprof.json is left out: it cannot be read
FOLDER/20261122-100000-shop-cart-7-00000000000000c6.xhprof.json stays, and is not sent: it is larger than 16 MiB
FOLDER/20261122-100000-shop-cart-7-00000000000000c7.xhprof.json is left out: it is a set of runs
run 00000000000000c8 cannot be sent: no file of it can be loaded; set xhprof.auto_formats = json.gz
-- labels and times that cannot be
run-00000000000000d1 1 209, 1790079910 to 1790080000:
  trace {"service":"shop","env":"production","host":"web1","7":"seven","a":"x","a\nb":"x\u0000y","b":"x","c":"x","d":"x","e":"x","n":"x"} /cart?id=
{"runs_taken":2,"runs_damaged":6,"runs_unreadable":2}
-- no folder
0 []
FOLDER/none cannot be read: No such file or directory
[]
FOLDER/none can be read again
