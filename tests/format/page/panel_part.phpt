--TEST--
Under a part of the time the panel beside Timeline and Memory has the numbers of that part, as xhprof top --between has them, and says which time they are of
--SKIPIF--
<?php
require __DIR__ . '/page.inc';
need_browser();
?>
--FILE--
<?php
require __DIR__ . '/page.inc';

function first(): int { return leaf(1) + array_sum(range(1, 3)); }
function last(): int { return leaf(2); }

function phases(): void
{
	for ($i = 0; $i < 30; $i++) first();
	for ($i = 0; $i < 60; $i++) last();
}

$run = run(XHPROF_FLAGS_TIMELINE | ALL_METRICS | XHPROF_FLAGS_ALLOC, 'phases');
$run->export('json', $json = page_file('run.json'));
/* Until the first call of last(), however long those of first() took. */
$calls = array_filter(json_decode($run->export('chrome'), true)['traceEvents'],
	fn (array $event): bool => $event['ph'] === 'X');
$at_us = fn (string $name): float =>
	min(array_column(array_filter($calls, fn (array $event): bool => $event['name'] === $name), 'ts'));
$to = (int) (1000 * ($at_us('last') - $at_us('main()'))) - 1;
$top = tool_json(['top', $json, '--limit', '10000', '--between', "0ns..{$to}ns"]);
$leaf = array_column($top['functions'], null, 'name')['leaf'];
echo in_browser(<<<'JS'
	const panel = async (page) => (await page.locator('.panel .facts dd').allInnerTexts()).join(' | ');
	const said = async (page) => (await page.locator('.panel .range').allInnerTexts()).filter((text) => !text.includes('each')).map((text) => text.replace(/[\d.]+ [mu]s/, 'N')).join();
	const page = await browser.open(data.run, { fragment: '#functions;fn=leaf' });
	await page.waitForSelector('.page[data-state=complete]');
	const whole = await panel(page);
	const part = `;from=0;to=${data.to}`;
	await show(page, `#functions;fn=leaf${part}`);
	const wanted = await panel(page);
	const own = await page.locator('.panel .facts dd').first().getAttribute('title');
	console.log('the part is another:', wanted !== whole, 'as xhprof top has it:', Number(own.replace(/\D/g, '')) === data.own || own);
	for (const view of ['timeline', 'memory', 'timeline;metric=live_bytes', 'flame']) {
		await show(page, `#${view};fn=leaf${part}`);
		await page.waitForSelector('.panel');
		await settled(page);
		console.log(`${view}: ${await panel(page) === wanted ? 'of the part' : await panel(page)}, ${await said(page)}`);
		await picture(page, `panel_part_${view.replace(/\W.*/, '')}`);
	}
	await show(page, `#timeline;fn=last${part}`);
	console.log('what did not run in it:', await said(page));
	await show(page, `#timeline;fn=leaf`);
	console.log('no part:', await panel(page) === whole, `"${await said(page)}"`);
	await page.getByRole('button', { name: /first|range/ }).first().click();
	await settled(page);
	console.log(await page.locator('.panel h2').innerText(), faults(page));
	JS, ['run' => report_of($run, 'run'), 'to' => $to,
	'own' => $leaf['own_ns'] ?? $leaf['own_wall_ns'] ?? array_keys($leaf)]);
?>
--EXPECT--
the part is another: true as xhprof top has it: true
timeline: of the part, wall time from 0 to N
memory: of the part, wall time from 0 to N
timeline;metric=live_bytes: of the part, wall time from 0 to N
flame: of the part, wall time from 0 to N
what did not run in it: in the whole run, not the part
no part: true ""
first quiet
