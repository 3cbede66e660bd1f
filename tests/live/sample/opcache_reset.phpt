--TEST--
Names in a ring stay right while opcache is reset and files are compiled anew
--SKIPIF--
<?php
require __DIR__ . '/../skipif.inc';
require __DIR__ . '/../../helper.inc';
if (opcache_settings() === null) die('skip needs opcache');
?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
/* Files of their own functions, whose memory is used again and again. */
foreach (range(0, 4) as $i) {
	file_put_contents("$folder/part$i.php",
		"<?php return new class { function run_$i(int \$n): int { static \$calls; \$calls++; "
			. 'for ($i = 0; $i < $n; $i++) { $calls ^= $i; } return $calls; } };');
}
file_put_contents("$folder/program.php", '<?php
echo "begun\n";
stream_set_blocking(STDIN, false);
for ($i = 0; !fgets(STDIN); $i++) {
	$part = require __DIR__ . "/part" . $i % 5 . ".php";
	$part->{"run_" . $i % 5}(20000);
	if ($i % 7 === 0) { opcache_reset(); }
	if ($i % 11 === 0) { opcache_invalidate(__DIR__ . "/part3.php", true); }
}
');
$child = live_start("$folder/program.php",
	live_settings($folder, 'xhprof.live_budget=100', 'xhprof.live_interval=1000', ...opcache_settings()));
fgets($child->out);
$file = live_file($folder, $child->pid);
$seen = $wrong = [];
live_wait('all parts', function () use ($file, &$seen, &$wrong) {
	foreach (live_records($file) as $record) {
		$leaf = $record['frames'][0] ?? '';
		if ($record['kind'] === 'BROKEN' || in_array('?', $record['frames'] ?? [], true)) {
			$wrong[] = json_encode($record);
		} elseif (preg_match('~^class@anonymous.*::run_(\d):1$~', $leaf, $found)) {
			$seen[$found[1]] = true;
		}
	}
	return count($seen) === 5;
});
$functions = live_functions($file);
fwrite($child->in, "\n");
var_dump(live_end($child));
echo count($seen), ' seen, ', count($wrong), ' wrong', implode("\n", $wrong), "\n";
/* The class's name has its file's, which must be that of the function. */
foreach ($functions as $name) {
	if (preg_match('/run_(\d)/', $name, $found) && !str_contains($name, "part$found[1].php")) {
		echo "WRONG $name\n";
	}
}
live_clean($folder);
?>
--EXPECT--
int(0)
5 seen, 0 wrong
