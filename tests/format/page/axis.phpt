--TEST--
A part of the time, a fiber or a process has in all views of a report the numbers of xhprof top --between --lane, and the link carries it
--SKIPIF--
<?php
require __DIR__ . '/page.inc';
need_browser();
?>
--FILE--
<?php
require __DIR__ . '/page.inc';

function pause(int $n): int
{
	leaf($n);
	Fiber::suspend();
	even(2);
	return leaf($n);
}

function fibers_program(): void
{
	$fibers = [];
	for ($i = 0; $i < 3; $i++) {
		$fibers[] = $fiber = new Fiber('pause');
		$fiber->start($i);
		even(2 * $i);
	}
	foreach ($fibers as $fiber) {
		$fiber->resume();
	}
	gc_collect_cycles();
	numbers_program();
}

/* Three processes, two requests each, one sample in 20 ms for 10 s. */
function pool(): XHProf\Profile
{
	$at = $node = $lane = [];
	for ($i = 0; $i < 1500; $i++) {
		$at[] = intdiv($i, 3) * 20_000_000 + $i % 3;
		$lane[] = $i % 3;
		$node[] = $i % 7 === 0 ? 2 : 1;
	}
	$rows = fn (array $of): array => array_map(fn (int $of): int => $of, $of);
	$own = array_replace([0, 0, 0], array_count_values($node));
	$wall = [1500 * 20_000_000, 1500 * 20_000_000, $own[2] * 20_000_000];
	file_put_contents($file = page_file('pool.tmp'), json_encode(['format' => 'xhprof', 'version' => 1,
		'mode' => 'sample', 'started_ns' => 0, 'unrecorded_calls' => 0, 'truncated_calls' => 0,
		'call_cost_ps' => 0, 'runs' => 1, 'samples' => 1500, 'displaced' => 0, 'interval_ns' => 20_000_000,
		'functions' => ['name' => ['main()', 'work', 'rest'], 'file' => [null, null, null], 'line' => [0, 0, 0]],
		'pairs' => ['caller' => [1, 0, null], 'caller_level' => [0, 0, 0], 'callee' => [2, 1, 0],
			'callee_level' => [0, 0, 0], 'calls' => [$own[2], 1500, 1500], 'wall_ns' => [$wall[2], $wall[1], $wall[0]],
			'cpu_ns' => [$wall[2], $wall[1], $wall[0]]], 'nodes' => ['parent' => [null, 0, 1], 'function' => [0, 1, 2],
				'level' => [0, 0, 0], 'line' => [0, 0, 0], 'calls' => $rows($own), 'min_wall_ns' => [null, null, null],
				'max_wall_ns' => [null, null, null], 'wall_ns' => $wall, 'cpu_ns' => $wall],
		'moments' => ['at_ns' => $at, 'node' => $node, 'samples' => array_fill(0, 1500, 1), 'off_cpu' => array_fill(0,
			1500, 0), 'lane' => $lane, 'request' => array_map(fn (int $at): int => $at < 4_000_000_000 ? 1 : 2, $at),
			'wall_ns' => array_fill(0, 1500, 20_000_000)]]));
	return XHProf\Profile::load($file);
}

$runs = ['calls' => run(XHPROF_FLAGS_TIMELINE | ALL_METRICS, 'fibers_program'), 'pool' => pool()];
xhprof_sample_enable(['interval' => 500, 'memory' => true]);
for ($end = hrtime(true) + 200_000_000; hrtime(true) < $end; ) {
	numbers_program();
	$kept = [...array_slice($kept ?? [], -20), str_repeat('x', 100_000)];
}
$runs['samples'] = xhprof_stop();
$wall = $runs['calls']->summary()['wall_ns'];
$parts = ['calls' => [[intdiv($wall, 4), intdiv($wall, 2), -1], [0, $wall, 2], [1, $wall - 1, 0]],
	'samples' => [[20_000_000, 120_000_001, -1]],
	'pool' => [[0, 1_000_000_000, -1], [2_000_000_000, 6_000_000_001, 1]]];
$metrics = ['calls' => ['wall', 'memory'], 'samples' => ['wall', 'cpu', 'samples', 'memory', 'peak'],
	'pool' => ['wall', 'cpu', 'samples']];
foreach ($runs as $name => $run) {
	$run->export('json', $json[$name] = page_file("$name.json"));
	$files[$name] = report_of($run, $name);
}

$said = in_browser(<<<'JS'
	const tables = {};
	for (const [name, file] of Object.entries(data.files)) {
		tables[name] = [];
		for (const [from, to, lane] of data.parts[name]) {
			const part = `from=${from};to=${to}` + (lane < 0 ? '' : `;lane=${lane}`);
			const page = await browser.open(file, { fragment: `#save;${part}` });
			const table = {};
			for (const metric of data.metrics[name]) {
				await show(page, `#save;metric=${metric};${part}`);
				table[metric] = readFileSync(await saved(page, 'functions'), 'utf8').replace(/\n+$/, '').split('\n').slice(1).map((line) => line.split('\t'));
			}
			tables[name].push(table);
			if (page.faults.length > 0) console.log(faults(page));
			await page.context().close();
		}
	}
	console.log(JSON.stringify(tables));

	const page = await browser.open(data.files.calls);
	const fragment = () => page.evaluate(() => location.hash);
	const numbers = (text) => Object.fromEntries([...text.matchAll(/(from|to|lane)=(\d+)/g)].map(([, key, value]) => [key, Number(value)]));
	const strip = page.locator('.strip canvas');
	const box = await strip.boundingBox();
	await page.mouse.move(box.x + box.width / 4, box.y + 10);
	await page.mouse.down();
	await page.mouse.move(box.x + box.width / 2, box.y + 10);
	await page.mouse.up();
	await settled(page);
	const { from, to } = numbers(await fragment());
	console.log('brush', Math.round(4 * from / data.wall) / 4, Math.round(4 * to / data.wall) / 4);
	for (const view of ['Tree', 'Functions', 'Callers', 'Flame']) {
		await open(page, view);
		const kept = numbers(await fragment());
		console.log(view, kept.from === from && kept.to === to ? 'same part' : await fragment());
	}
	await page.getByLabel('fiber', { exact: true }).selectOption('2');
	console.log('fiber', numbers(await fragment()).lane);
	await page.getByRole('button', { name: 'Whole run' }).click();
	console.log('whole', await fragment());
	const violet = () => strip.evaluate((canvas) => {
		const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
		copy.drawImage(canvas, 0, 0);
		const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
		let count = 0;
		for (let i = 0; i < data.length; i += 4) {
			count += data[i] === 196 && data[i + 1] === 160 && data[i + 2] === 255 ? 1 : 0;
		}
		return count;
	});
	const found = [await violet()];
	for (const name of ['main()', 'nothing']) {
		await page.getByLabel('search functions').fill(name);
		await settled(page);
		found.push(await violet());
	}
	await page.getByLabel('search functions').fill('');
	await settled(page);
	console.log('found', found.map((count) => count > 0).join(' '));
	await strip.focus();
	await page.keyboard.press('+');
	await page.keyboard.press('ArrowRight');
	await settled(page);
	const keys = numbers(await fragment());
	console.log('keys', Math.round(8 * keys.from / data.wall) / 8, Math.round(8 * keys.to / data.wall) / 8);
	await open(page, 'Timeline');
	await page.getByRole('button', { name: 'Next GC pause' }).click();
	const pause = numbers(await fragment());
	await show(page, `#save;from=${pause.from};to=${pause.to}`);
	const rows = readFileSync(await saved(page, 'functions'), 'utf8').split('\n').map((line) => line.split('\t'));
	const gc = rows.find(([name]) => name === '{gc}');
	console.log('pause', gc && Number(gc[2]) === pause.to - pause.from);
	console.log(faults(page));

	const samples = await browser.open(data.files.pool, { fragment: '#heatmap' });
	const cells = await samples.locator('.heatmap canvas').boundingBox();
	await samples.mouse.click(cells.x + 240, cells.y + 120);
	await settled(samples);
	const hash = await samples.evaluate(() => location.hash);
	const cell = numbers(hash);
	console.log('heatmap', hash.split(';')[0], cell.to - cell.from, cell.from % 20000000);
	await open(samples, 'Timeline');
	await show(samples, '#timeline');
	const lanes = await samples.locator('.timeline canvas').boundingBox();
	await samples.mouse.dblclick(lanes.x + 64 + (lanes.width - 64) * 0.2, lanes.y + 30);
	await settled(samples);
	console.log('request', JSON.stringify(numbers(await samples.evaluate(() => location.hash))));
	await picture(samples, 'axis');
	console.log(faults(samples));
	JS, ['files' => $files, 'parts' => $parts, 'metrics' => $metrics, 'wall' => $wall]);
[$first, $rest] = explode("\n", $said, 2);
$tables = json_decode($first, true) ?? exit($said);
$keys = ['wall' => 'wall_ns', 'cpu' => 'cpu_ns', 'memory' => 'memory_bytes', 'peak' => 'peak_bytes'];
foreach ($tables as $name => $ofParts) {
	foreach ($ofParts as $i => $ofMetrics) {
		[$from, $to, $lane] = $parts[$name][$i];
		$top = tool_json(['top', $json[$name], '--limit', '10000', '--between', "{$from}ns..{$to}ns",
			...($lane < 0 ? [] : ['--lane', (string) $lane])]);
		$rows = array_column($top['functions'], null, 'name');
		$compared = 0;
		foreach ($ofMetrics as $metric => $lines) {
			if (count($lines) !== count($rows)) {
				echo "$name $i $metric: ", count($lines), ' functions, not ', count($rows), "\n";
			}
			foreach ($lines as [$function, $own, $inclusive, $calls]) {
				$row = $rows[$function] ?? ['calls' => '?'];
				$ours = [$own, $inclusive];
				$theirs = $metric === 'samples' ? [$own, (string) $row['calls']]
					: [(string) ($row["own_{$keys[$metric]}"] ?? '?'), (string) ($row[$keys[$metric]] ?? '?')];
				if ($name === 'calls') {
					[$ours[], $theirs[]] = [$calls, (string) $row['calls']];
				}
				if ($ours !== $theirs) {
					echo "$name $i: $metric of $function: ", json_encode($ours), ', not ', json_encode($theirs), "\n";
				}
				$compared++;
			}
		}
		echo "$name $i: ", $compared > 2 ? 'compared' : 'NOTHING', "\n";
	}
}
echo $rest;
?>
--EXPECT--
calls 0: compared
calls 1: compared
calls 2: compared
pool 0: compared
pool 1: compared
samples 0: compared
brush 0.25 0.5
Tree same part
Functions same part
Callers same part
Flame same part
fiber 2
whole #flame
found false true false
keys 0.375 0.875
pause true
quiet
heatmap #flame 20000000 0
request {"from":0,"to":4000000000,"lane":0}
quiet
