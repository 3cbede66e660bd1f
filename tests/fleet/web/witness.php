<?php
/**
 * Sees all rings of a folder from their first moment on, and writes what each pool has sampled in all. By
 * tools/test-fleet.sh:
 *
 *     php witness.php LIVE_DIR FILE
 *
 * Until FILE.stop is there. A ring stays mapped when its process is dead and its file is gone. FILE gets lines "POOL
 * SAMPLES NANOSECONDS", FILE.now the same while it goes on.
 */

declare(strict_types=1);

[, $folder, $file] = $argv;
$rings = [];
do {
	$isLast = file_exists("$file.stop");
	foreach (glob("$folder/*.data") ?: [] as $name) {
		try {
			$rings[$name] ??= XHProf\Ring::open($name);
		} catch (RuntimeException) {
			// not whole yet
		}
	}
	file_put_contents("$file.new", report($rings));
	rename("$file.new", $isLast ? $file : "$file.now");
	usleep(100_000);
} while (!$isLast);

/** @param array<string, XHProf\Ring> $rings */
function report(array $rings): string
{
	$pools = [];
	foreach ($rings as $ring) {
		$status = $ring->status();
		$pools[$status['pool']][] = $status['sampling'];
	}
	ksort($pools);
	$lines = '';
	foreach ($pools as $pool => $all) {
		$lines .= "$pool " . array_sum(array_column($all, 'samples')) . ' '
			. array_sum(array_column($all, 'weight_ns')) . "\n";
	}

	return $lines;
}
