<?php
/*
 * Writes reports of several sizes, and opens them in a browser: how long both take.
 *
 *     php -d extension=build/dev/modules/xhprof.so bench/page.php
 *
 * The goals: 20,000 paths to the first picture in under 300 ms; 1,060,000 paths in under 3 s and 250 MB, a file of
 * under 8 MB that is written in under 1 s; zoom and search at that size under 100 ms.
 */

ini_set('memory_limit', -1);
ini_set('xhprof.max_nodes', '5000000');

/* A tree of 400 functions, each of which calls two to four others. */
for ($i = 0, $code = ''; $i < 400; $i++) {
	[$a, $b, $c] = [($i * 7 + 3) % 400, ($i * 13 + 5) % 400, ($i * 29 + 11) % 400];
	$code .= "function f$i(int \$d) { static \$calls = 0; \$calls++; if (\$d > 0) { f$a(\$d - 1); f$b(\$d - 1);"
		. " if (\$d % 3 === 0) { f$c(\$d - 1); f$a(\$d - 1); } } }\n";
}
eval($code);

function paths(int $wanted): XHProf\Profile
{
	xhprof_enable(XHPROF_FLAGS_TREE | XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY, ['max_nodes' => 5000000]);
	for ($i = 0, $left = $wanted; $left > 0; $i++) {
		('f' . $i)($wanted > 100000 ? 11 : 9);
		$left -= $wanted > 100000 ? 12926 : 3200; // paths of one such tree
	}
	return xhprof_stop();
}

foreach ([20000, 1060000] as $wanted) {
	$run = paths($wanted);
	$file = sys_get_temp_dir() . "/xhprof-page-$wanted.html";
	$times = $cpu = [];
	for ($i = 0; $i < 3; $i++) {
		[$start, $used] = [hrtime(true), getrusage()];
		$run->export('html', $file);
		$times[] = (hrtime(true) - $start) / 1e6;
		$cpu[] = (getrusage()['ru_utime.tv_sec'] - $used['ru_utime.tv_sec']) * 1e3
			+ (getrusage()['ru_utime.tv_usec'] - $used['ru_utime.tv_usec']) / 1e3;
	}
	printf("%d paths: written in %d ms (%d ms of CPU time), %.2f MB\n", $run->summary()['nodes'], min($times),
		min($cpu), filesize($file) / 1e6);
	passthru('node ' . escapeshellarg(__DIR__ . '/page.mjs') . ' ' . escapeshellarg($file));
	unlink($file);
}
