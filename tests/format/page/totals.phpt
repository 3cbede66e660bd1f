--TEST--
The functions that a report shows have the numbers of xhprof top, to the nanosecond and byte
--SKIPIF--
<?php
require __DIR__ . '/page.inc';
need_browser();
?>
--FILE--
<?php
require __DIR__ . '/page.inc';

$runs = ['tree' => run(XHPROF_FLAGS_TREE | ALL_METRICS, 'numbers_program'),
	'pairs' => run(ALL_METRICS, 'numbers_program'),
	'cut tree' => run(XHPROF_FLAGS_TREE | ALL_METRICS, 'numbers_program', ['max_nodes' => 20])];
xhprof_sample_enable(['interval' => 100]);
for ($i = 0; $i < 300000; $i++) {
	leaf(fib(1));
}
$runs['samples'] = xhprof_stop();
$runs['merged'] = $runs['tree']->merge($runs['tree'], run(XHPROF_FLAGS_TREE | ALL_METRICS, 'numbers_program'));
$files = [];
foreach ($runs as $name => $profile) {
	$profile->export('json', $json[$name] = page_file(strtr($name, ' ', '-') . '.json'));
	tool_json(['report', $json[$name], '--out', $files[$name] = page_file(strtr($name, ' ', '-') . '.html')]);
}

$said = in_browser(<<<'JS'
	const tables = {};
	for (const [name, file] of Object.entries(data)) {
		const page = await browser.open(file);
		const metrics = await page.locator('select').first().locator('option').evaluateAll((options) => options.map(({ value }) => value));
		tables[name] = {};
		for (const metric of metrics) {
			await show(page, `#save;metric=${metric}`);
			tables[name][metric] = readFileSync(await saved(page, 'functions'), 'utf8').replace(/\n+$/, '').split('\n').map((line) => line.split('\t'));
		}
		if (page.faults.length > 0) console.log(faults(page));
		await page.context().close();
	}
	console.log(JSON.stringify(tables));
	JS, $files);
$tables = json_decode($said, true) ?? exit($said);
$keys = ['wall' => 'wall_ns', 'cpu' => 'cpu_ns', 'memory' => 'memory_bytes', 'peak' => 'peak_bytes'];
foreach ($tables as $name => $metrics) {
	$rows = tool_json(['top', $json[$name], '--limit', '100000'])['functions'];
	$rows = array_column($rows, null, 'name');
	$compared = 0;
	foreach ($metrics as $metric => $lines) {
		array_shift($lines);
		// It stands in paths, not in edges, which have the functions themselves.
		$lines = array_filter($lines, fn($line) => $line[0] !== '(truncated)' || $line[1] !== '0');
		foreach ($lines as [$function, $own, $inclusive, $calls]) {
			$row = $rows[$function] ?? null;
			$key = $keys[$metric] ?? null;
			if ($row === null) {
				echo "$name: $metric: only in the report: $function\n";
				continue;
			}
			// Of samples the weight with callees stands where calls do.
			$pairs = $name === 'samples' ? [] : [[$calls, $row['calls']]];
			if ($metric === 'samples') {
				$pairs[] = [$inclusive, $row['calls']];
			}
			if ($key !== null) {
				array_push($pairs, [$own, $row["own_$key"]], [$inclusive, $row[$key]]);
			}
			foreach ($pairs as [$ours, $theirs]) {
				$compared++;
				if ($ours !== (string) $theirs) {
					echo "$name: $metric of $function: $ours, not $theirs\n";
				}
			}
		}
		if (count($lines) !== count($rows)) {
			echo "$name: $metric: ", count($lines), ' functions, not ', count($rows), "\n";
		}
	}
	echo "$name: ", implode(' ', array_keys($metrics)), $compared > 0 ? ", compared\n" : ", NOTHING\n";
}
?>
--EXPECT--
tree: wall cpu memory peak, compared
pairs: wall cpu memory peak, compared
cut tree: wall cpu memory peak, compared
samples: wall cpu samples, compared
merged: wall cpu memory peak, compared
