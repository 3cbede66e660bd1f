--TEST--
An agent removes and reads runs only in the folder that it looked through, and root's agent removes none where another user leads elsewhere
--EXTENSIONS--
posix
--SKIPIF--
<?php
if (posix_geteuid() !== 0) die('skip only root can make folders of other users');
if (!is_dir('/proc/self/fd')) die('skip needs paths of descriptors, as Linux has them');
?>
--FILE--
<?php
require __DIR__ . '/runs.inc';
require __DIR__ . '/../../cli/cli.inc';

$folder = own_folder();
foreach (['runs', 'other'] as $name) {
	mkdir("$folder/$name");
	touch(save_pairs("$folder/$name", '00000000000000a1'), time() - 200);
	touch(save_pairs("$folder/$name", '00000000000000a2'), time() - 100);
}
file_put_contents("$folder/runs/" . saved_name('00000000000000a2', 'json'), 'damaged');
touch("$folder/runs/" . saved_name('00000000000000a2', 'json'), time() - 100);
$left = static fn (string $name): string => "$name: " . count(glob("$folder/$name/*.json")) . ' left';

$runs = runs_of("$folder/runs", null, false, "$folder/damaged");
$pending = (new ReflectionProperty($runs, 'pending'))->getValue($runs);
for ($sent = []; $runs->counters()['runs_damaged'] === 0 && count($sent) < 2; usleep(1000)) {
	foreach ($runs->batches() as $batch) {
		$sent[] = $batch->id;
		if (count($sent) === 1) {
			// The folder's user does that at any moment, as before the next run is read. There is no other look
			// meanwhile.
			(new ReflectionProperty($pending, 'next_ns'))->setValue($pending, PHP_INT_MAX);
			rename("$folder/runs", "$folder/moved");
			symlink("$folder/other", "$folder/runs");
			$runs->taken($batch);
		}
	}
}
echo implode(' ', $sent), "\n";
echo $left('moved'), ', ', $left('other'), ', ', $left('damaged'), "\n";
show_runs($runs, $folder);

mkdir("$folder/home");
chown("$folder/home", 12345);
symlink("$folder/other", "$folder/home/runs");
$module = module_path();
$ship = proc_open([PHP_BINARY, '-n', ...($module === null ? [] : ['-d', "extension=$module"]), TOOL, 'ship', '--to',
	"file:$folder/out", '--saved-runs', "$folder/home/runs", '--saved-runs-keep', 'no', '--spool', "$folder/spool"],
	[2 => ['pipe', 'w']], $pipes);
$line = fgets($pipes[2]);
echo '-- ', str_replace($folder, '', $line . (str_contains($line, 'removes no runs') ? fgets($pipes[2]) : ''));
proc_terminate($ship);
proc_close($ship);
$runs = runs_of("$folder/home/runs", null, false);
take($runs, static fn (array $counters): bool => $counters['runs_taken'] === 2);
echo $left('other'), "\n";
show_runs($runs, $folder);
?>
--EXPECT--
run-00000000000000a1
moved: 0 left, other: 2 left, damaged: 1 left
{"runs_taken":1,"runs_damaged":1}
FOLDER/runs/20261122-100000-shop-cart-7-00000000000000a2.xhprof.json is left out: it is not json of xhprof, the format that can be loaded; pprof and others are for other tools
-- xhprof: root removes no runs in /home/runs, as another user can replace that folder: /home belongs to another user, with the id 12345
        run the agent as the user of that folder, or with --saved-runs-keep yes
other: 2 left
{"runs_taken":2,"runs_not_removed":1}
FOLDER/home/runs/20261122-100000-shop-cart-7-00000000000000a1.xhprof.json cannot be removed: FOLDER/home belongs to another user, with the id 12345; runs are kept from here on
