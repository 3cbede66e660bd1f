--TEST--
The tables of a report have all rows for the keyboard and the scroll bar, and those in sight in the page
--SKIPIF--
<?php
require __DIR__ . '/page.inc';
need_browser();
?>
--FILE--
<?php
require __DIR__ . '/page.inc';

const FUNCTIONS = 3000;

function many(): void
{
	$code = '';
	for ($i = 0; $i < FUNCTIONS; $i++) {
		$code .= "function many_$i() { static \$calls = 0; \$calls++; }\n";
	}
	eval($code);
	for ($i = 0; $i < FUNCTIONS; $i++) {
		"many_$i"();
	}
}

$run = run(XHPROF_FLAGS_TREE | ALL_METRICS, 'many');
$functions = count($run->functions());

echo in_browser(<<<'JS'
	const page = await browser.open(data.html, { fragment: '#functions' });
	const table = page.locator('table[role=grid]');
	const attribute = async (name) => Number(await table.getAttribute(name));
	console.log('rows to a screen reader:', await attribute('aria-rowcount') - data.functions - 1);

	/* The rows in the page, and how far they fall short of what is in sight. */
	const sight = () => page.evaluate(() => {
		const box = document.querySelector('.table-box').getBoundingClientRect();
		const head = document.querySelector('.table-box thead').getBoundingClientRect();
		const rows = [...document.querySelectorAll('.table-box tbody tr')].map((row) => row.getBoundingClientRect());
		const gaps = rows.filter((row, i) => i > 0 && Math.abs(row.top - rows[i - 1].bottom) > 0.5).length;
		return { rows: rows.length, gap: rows[0].top > head.bottom + 0.5 || rows.at(-1).bottom < box.bottom - 1.5 || gaps > 0 };
	});
	const seen = [];
	for (const part of [0, 0.001, 0.1234, 0.5, 0.9999, 1]) {
		await page.evaluate((part) => {
			const box = document.querySelector('.table-box');
			box.scrollTop = part * (box.scrollHeight - box.clientHeight);
		}, part);
		await settled(page);
		seen.push(await sight());
	}
	console.log('at most 60 rows in the page:', seen.every(({ rows }) => rows <= 60), '- a gap:', seen.some(({ gap }) => gap));

	await table.focus();
	const selected = () => page.locator('tr[aria-selected=true]').getAttribute('aria-rowindex');
	const pressed = async (key) => {
		await page.keyboard.press(key);
		await settled(page);
		return Number(await selected());
	};
	console.log('Home, Down, End, Up:', await pressed('Home'), await pressed('ArrowDown'),
		await pressed('End') - data.functions - 1, await pressed('ArrowUp') - data.functions - 1);

	await page.getByRole('button', { name: 'function', exact: true }).click();
	await settled(page);
	console.log('sorted by name:', await page.locator('th[aria-sort]').innerText(), await page.locator('th[aria-sort]').getAttribute('aria-sort'));
	await page.getByLabel('search functions').fill('many_299');
	await settled(page);
	console.log('search:', await attribute('aria-rowcount') - 1, 'rows, the first', await page.locator('tbody td').first().innerText());

	await show(page, '#tree');
	const tree = page.locator('table[role=treegrid]');
	await tree.focus();
	console.log('main():', await pressed('Home'), 'open', await page.locator('tr[aria-selected=true]').getAttribute('aria-expanded'));
	await page.keyboard.press('ArrowLeft');
	await settled(page);
	console.log('left:', await tree.getAttribute('aria-rowcount') - 1, 'row');
	await page.keyboard.press('ArrowRight');
	await settled(page);
	console.log('right:', await tree.getAttribute('aria-rowcount') > 1 ? 'more rows' : 'no more rows');

	await show(page, '#callers;fn=many_7');
	console.log('called by:', await page.locator('.flank-callers .cut-name').first().innerText());
	console.log(faults(page));
	JS, ['html' => report_of($run, 'run'), 'functions' => $functions]);
?>
--EXPECT--
rows to a screen reader: 0
at most 60 rows in the page: true - a gap: false
Home, Down, End, Up: 2 3 0 -1
sorted by name: function▴ ascending
search: 11 rows, the first many_299
main(): 2 open true
left: 1 row
right: more rows
called by: many
quiet
