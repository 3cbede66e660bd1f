<?php
/*
 * Looks at the runs that a load left: each file loads and holds a whole run, each run has all its formats, and
 * as many were sampled as chance would have it. A killed worker may leave one run that lacks formats, or all files.
 *
 * Usage: php check.php FOLDER NAMED REQUESTS RATE FORMATS KILLED
 *        NAMED: a file with the runs that headers named      KILLED: the ids of killed workers, as "12,34"
 */
require __DIR__ . '/../../helper.inc';
require __DIR__ . '/../../format/xhgui.inc';
require __DIR__ . '/../../cli/cli.inc';

[, $folder, $named, $requests, $rate, $formats, $killed] = $argv;
$formats = explode(',', $formats);
$killed = array_flip(explode(',', $killed));
$named = array_unique(file($named, FILE_IGNORE_NEW_LINES));
$wrong = [];
$runs = $saved_by = [];

foreach (array_diff(scandir($folder), ['.', '..']) as $name) {
	$file = "$folder/$name";
	if ($name[0] === '.') {
		// The store's own: its list, and its lock. Whatever is written to is a temporary file.
		if (str_ends_with($name, '.tmp')) {
			$wrong[] = "a temporary file is left: $name";
		}
		continue;
	}
	if ((fileperms($file) & 0777) !== 0600) {
		$wrong[] = "$name: mode " . decoct(fileperms($file) & 0777);
	}
	if (!preg_match('/([0-9a-f]{16})/', $name, $run) || !preg_match('/\.(json|xhgui|xhprof)[^.]*$/', $name, $format)) {
		$wrong[] = "a file of no run: $name";
		continue;
	}
	$format = str_contains($name, '.xhgui') ? 'xhgui' : $format[1];
	try {
		$pairs = read_run($file)->pairs();
	} catch (XHProf\Cli\Problem $problem) {
		$wrong[] = $problem->getMessage();
		continue;
	}
	// Each request works 200 rounds, whatever becomes of others.
	if (($pairs['work==>leaf']['ct'] ?? 0) !== 200 || ($pairs['main()==>at_shutdown']['ct'] ?? 0) !== 1) {
		$wrong[] = "$name: not all of a request";
	}
	array_push($wrong, ...array_map(fn($what) => "$name: $what", broken_rules($pairs, false)));
	if ($format === 'xhgui') {
		$row = xhgui_import(file_get_contents($file));
		if (!isset($row['url'])) {
			array_push($wrong, ...$row);
		} elseif (!str_starts_with($row['url'], '/app.php?x') || str_contains(file_get_contents($file), 'a-secret')) {
			$wrong[] = "$name: of $row[url]";
		}
	}
	$runs[$run[1]][] = $format;
	// The name that xhprof_lib reads has no process.
	if (preg_match('/-(\d+)-[0-9a-f]{16}\.xhprof\./', $name, $pid)) {
		$saved_by[$run[1]] = $pid[1];
	}
}
foreach ($runs as $run => $has) {
	sort($has);
	$pid = $saved_by[$run] ?? '';
	if ($has !== $formats && isset($killed[$pid])) {
		unset($killed[$pid]);
	} elseif ($has !== $formats) {
		$wrong[] = "run $run has " . implode(', ', $has);
	}
}
// The answer is out before its run is saved: a worker that is killed between both leaves no file of it.
$missing = array_diff($named, array_map('strval', array_keys($runs)));
foreach (count($missing) <= count($killed) ? [] : $missing as $run) {
	$wrong[] = "no file of run $run, which a header named";
}
$sampled = count($runs) - count($named);
$mean = ($requests - count($named)) / $rate;
$deviation = sqrt($mean * (1 - 1 / $rate));
printf("  %d files, %d runs: %d triggered, %d sampled (1 in %d of %d would be %.0f +- %.0f)\n",
	array_sum(array_map('count', $runs)),
	count($runs), count($named), $sampled, $rate, $requests - count($named), $mean, $deviation);
if (abs($sampled - $mean) > 5 * $deviation + 2) {
	$wrong[] = "$sampled requests sampled";
}
foreach (array_slice($wrong, 0, 20) as $what) {
	echo "FAILED: $what\n";
}
exit($wrong === [] ? 0 : 1);
