--TEST--
Under a part of the time the view Memory shows who made memory grow in it, as xhprof top --between has it; without a timeline of memory it says that sites have no times
--SKIPIF--
<?php
require __DIR__ . '/page.inc';
need_browser();
?>
--FILE--
<?php
require __DIR__ . '/page.inc';

function more(): void { $GLOBALS['more'][] = str_repeat('y', leaf(300000)); }
function none(): void { $GLOBALS['more'] = []; }

function waves(): void
{
	for ($i = 0; $i < 6; $i++) {
		more();
		more();
		$i === 3 && none();
		numbers_program();
	}
}

$run = run(XHPROF_FLAGS_TIMELINE | ALL_METRICS | XHPROF_FLAGS_ALLOC, 'waves');
$run->export('json', $json = page_file('run.json'));
$wall = $run->summary()['wall_ns'];
$parts = [[0, intdiv($wall, 3)], [intdiv($wall, 3), $wall - 1], [intdiv($wall, 2), intdiv($wall, 2) + 100]];
$plain = run(XHPROF_FLAGS_TIMELINE | XHPROF_FLAGS_ALLOC, 'waves');
$said = in_browser(<<<'JS'
	const view = async (page) => {
		await page.evaluate(() => { navigator.clipboard.writeText = async (text) => { window.copied = text; }; });
		await page.getByRole('button', { name: 'Copy table' }).click();
		return (await page.evaluate(() => window.copied)).trim().split('\n').map((line) => line.split('\t'));
	};
	const all = [];
	const page = await browser.open(data.run, { fragment: '#memory' });
	const whole = await view(page);
	for (const [from, to] of data.parts) {
		await show(page, `#memory;sites=functions;from=${from};to=${to}`);
		all.push(await view(page));
	}
	console.log(JSON.stringify(all));
	await show(page, `#memory;from=${data.parts[0][0]};to=${data.parts[0][1]}`);
	const note = await page.locator('.view-note').innerText();
	console.log(note.split('.').slice(0, 2).join('.'), / \(\+/.test(note));
	console.log((await page.locator('main thead th').allInnerTexts()).join(', '));
	console.log((await page.locator('.view-bar span').first().innerText()).replace(/[\d.]+ [KMi]*B/g, 'N').replace(/\d+ paths?/g, 'P paths'));
	await picture(page, 'memory_part');
	await page.locator('main tbody tr').first().dblclick();
	await settled(page);
	console.log(await page.evaluate(() => location.hash.replace(/(at|from|to)=\d+/g, '$1')));
	await show(page, '#memory');
	console.log('whole again', JSON.stringify(await view(page)) === JSON.stringify(whole), whole[0].join(' '));
	console.log(faults(page));
	const plain = await browser.open(data.plain, { fragment: `#memory;from=0;to=${data.parts[0][1]}` });
	console.log(await plain.locator('.view-note').innerText());
	console.log((await view(plain))[0].join(' '));
	console.log(faults(plain));
	JS, ['run' => report_of($run, 'run'), 'plain' => report_of($plain, 'plain'), 'parts' => $parts]);
[$first, $rest] = explode("\n", $said, 2);
$tables = json_decode($first, true) ?? exit($said);
foreach ($tables as $i => $lines) {
	[$from, $to] = $parts[$i];
	$top = tool_json(['top', $json, '--limit', '10000', '--between', "{$from}ns..{$to}ns"]);
	$theirs = $ours = [];
	foreach ($top['functions'] as ['name' => $name, 'own_memory_bytes' => $grown]) {
		if ($grown !== 0) {
			$theirs[$name] = $grown;
		}
	}
	foreach (array_slice($lines, 1) as [$name, $grown]) {
		$ours[$name] = (int) $grown;
	}
	ksort($ours);
	ksort($theirs);
	echo "part $i: ",
		count($ours) > ($i === 2 ? -1 : 1) && $ours === $theirs ? 'equal' : json_encode([$ours, $theirs]), "\n";
}
echo $rest;
?>
--EXPECT--
part 0: equal
part 1: equal
part 2: equal
Allocations have no times. These calls made memory in use grow or shrink true
grown by, grown %, grown▾
N grown by P paths, N freed by P paths
#flame;metric=memory;at;fn=str_repeat;from;to
whole again true function live_bytes live at_peak_bytes alloc_bytes allocs temporary path
quiet
Allocation sites are those of the whole run: they have no times.
function live_bytes live at_peak_bytes alloc_bytes allocs temporary path
quiet
