--TEST--
A report of two runs shows the changes that xhprof diff shows, to the nanosecond and byte; of two sets their spread
--SKIPIF--
<?php
require __DIR__ . '/page.inc';
need_browser();
?>
--FILE--
<?php
require __DIR__ . '/page.inc';

function slower(): void
{
	numbers_program();
	fib(9);
	only_after(3);
}
function only_after(int $n): void { leaf($n); take(); }
function faster(): void
{
	numbers_program();
	only_before(2);
}
function only_before(int $n): void { even(2 * $n); }

$before = run(XHPROF_FLAGS_TREE | ALL_METRICS, 'faster');
$after = run(XHPROF_FLAGS_TREE | ALL_METRICS, 'slower');
$pairs = ['tree' => [$before, $after], 'pairs' => [run(ALL_METRICS, 'faster'), run(ALL_METRICS, 'slower')],
	'tree and pairs' => [$before, run(ALL_METRICS, 'slower')],
	'merged' => [$before->merge($before, $before), $after->merge($after)]];
$files = $diffs = [];
foreach ($pairs as $name => $two) {
	foreach ($two as $i => $run) {
		$run->export('json', $json[$i] = page_file(strtr($name, ' ', '-') . "-$i.json"));
	}
	tool_json(['report', ...$json, '--out', $files[$name] = page_file(strtr($name, ' ', '-') . '.html')]);
	$diffs[$name] = tool_json(['diff', ...$json, '--limit', '100000']);
}

$said = in_browser(<<<'JS'
	const tables = {};
	for (const [name, file] of Object.entries(data)) {
		const page = await browser.open(file);
		tables[name] = { title: await page.title() };
		for (const metric of ['wall', 'cpu', 'memory', 'all functions']) {
			await show(page, metric === 'all functions' ? '#functions;metric=wall' : `#changes;metric=${metric}`);
			await page.evaluate(() => { navigator.clipboard.writeText = async (text) => { window.copied = text; }; });
			await page.getByRole('button', { name: 'Copy table' }).click();
			await page.waitForFunction(() => window.copied);
			tables[name][metric] = (await page.evaluate(() => window.copied)).trimEnd().split('\n').slice(1).map((line) => line.split('\t'));
			await page.evaluate(() => { window.copied = undefined; });
		}
		tables[name].head = (await page.locator('header').first().innerText()).replace(/\s+/g, ' ');
		if (page.faults.length > 0) console.log(faults(page));
		await page.context().close();
	}
	console.log(JSON.stringify(tables));
	JS, $files);
$tables = json_decode($said, true) ?? exit($said);
foreach ($tables as $name => $metrics) {
	$rows = array_column($diffs[$name]['functions'], null, 'name');
	$compared = 0;
	foreach (['wall' => 'wall_ns', 'cpu' => 'cpu_ns', 'memory' => 'memory_bytes',
		'all functions' => 'wall_ns'] as $metric => $key) {
		$seen = [];
		foreach ($metrics[$metric] as [$function, $own, $was, $is, $inclusive]) {
			$row = $rows[$function] ?? ['change' => [], 'before' => [], 'after' => []];
			$theirs = [$row['change']["own_$key"] ?? 0, $row['before']["own_$key"] ?? 0, $row['after']["own_$key"] ?? 0,
				$row['change'][$key] ?? 0];
			$seen[$function] = true;
			$compared++;
			if (array_map(intval(...), [$own, $was, $is, $inclusive]) !== $theirs) {
				echo "$name: $metric of $function: $own $was $is $inclusive, not ", implode(' ', $theirs), "\n";
			}
		}
		foreach (array_diff_key($rows, $seen) as $function => $row) {
			if (($row['change']["own_$key"] ?? 0) !== 0 || $metric === 'all functions') {
				echo "$name: $metric of $function is not among the changes\n";
			}
		}
	}
	echo "$name: $metrics[title], ", $compared > 20 ? 'compared' : $compared, "\n";
}
?>
--EXPECT--
tree: diff.tree-0.json → diff.tree-1.json · xhprof, compared
pairs: diff.pairs-0.json → diff.pairs-1.json · xhprof, compared
tree and pairs: diff.tree-and-pairs-0.json → diff.tree-and-pairs-1.json · xhprof, compared
merged: diff.merged-0.json → diff.merged-1.json · xhprof, compared
