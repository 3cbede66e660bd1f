--TEST--
A run that cannot be read is said once, however many others are taken meanwhile; each try is counted
--EXTENSIONS--
posix
--FILE--
<?php
require __DIR__ . '/runs.inc';

$folder = sys_get_temp_dir() . '/xhprof-said-once-' . getmypid();
@mkdir($folder, 0777);
chmod(save_pairs($folder, '00000000000000ff'), 0);
/* Another user may not reach the checkout, and root may read any run. */
foreach (['cli', 'fleet'] as $package) {
	foreach (new RecursiveIteratorIterator(
		new RecursiveDirectoryIterator(dirname(__DIR__, 3) . "/$package/src")) as $file) {
		$file->getExtension() !== 'php' || require_once $file->getPathname();
	}
}
if (posix_geteuid() === 0) {
	posix_seteuid(65534);
}
$runs = runs_of($folder);
$notes = [];
for ($i = 1; $i <= 5; $i++) {
	posix_seteuid(posix_getuid());
	save_pairs($folder, sprintf('%016x', $i));
	posix_seteuid(posix_getuid() === 0 ? 65534 : posix_getuid());
	$failed = $runs->counters()['runs_failed_reads'];
	take($runs, static fn (array $counters): bool => $counters['runs_taken'] === $i
		&& $counters['runs_failed_reads'] > $failed);
	array_push($notes, ...$runs->notes());
}
posix_seteuid(posix_getuid());
echo count($notes), ' note: ', str_replace($folder, 'FOLDER', $notes[0] ?? ''), "\n";
echo $runs->counters()['runs_taken'], ' taken, tries that failed: ',
	$runs->counters()['runs_failed_reads'] >= 5 ? 'each' : $runs->counters()['runs_failed_reads'], "\n";
exec('rm -r ' . escapeshellarg($folder));
?>
--EXPECT--
1 note: FOLDER/20261122-100000-shop-cart-7-00000000000000ff.xhprof.json: it cannot be opened: Permission denied; it is tried again
5 taken, tries that failed: each
