--TEST--
On a phone everything can be hit by a finger, the toolbar has two rows, the panel leaves the path free, and tables scroll below their names
--SKIPIF--
<?php
require __DIR__ . '/page.inc';
need_browser();
if (sqlite_settings() === null) die('skip needs the extension sqlite3');
?>
--FILE--
<?php
require __DIR__ . '/page.inc';

$run = run(XHPROF_FLAGS_TIMELINE | ALL_METRICS | XHPROF_FLAGS_ALLOC, 'page_program');
$run->export('json', $before = page_file('before.json'));
tool_json(['report', $before, $before, '--out', $diff = page_file('diff.html')]);
page_program();
xhprof_heap_snapshot($heap = page_file('heap'), ['wait' => true]);
tool_json(['report', $heap, '--out', $snapshot = page_file('heap.html')]);
echo in_browser(<<<'JS'
	/* Controls are beside each other if their middles are. */
	const rowsOf = (page) => page.evaluate(() => new Set([...document.querySelectorAll('.toolbar :is(.tabs, select, input, button:not(.tabs *))')]
		.filter((it) => it.getClientRects().length > 0)
		.map((it) => it.getBoundingClientRect())
		.map(({ top, bottom }) => Math.round((top + bottom) / 10))).size);
	for (const [kind, file] of Object.entries(data)) {
		const page = await browser.open(file, { width: 390, height: 844, fragment: '#flame;fn=leaf' });
		for (const name of await tabs(page)) {
			await open(page, name);
			const small = await page.evaluate(() => [...document.querySelectorAll('button, select, input, summary, a, .twig-mark:not(.leaf), tbody tr')]
				.filter((it) => it.getClientRects().length > 0 && !it.closest('.printed, td a'))
				.map((it) => [it, it.getBoundingClientRect(), parseFloat(getComputedStyle(it, '::after').top) || 0])
				.filter(([it, { height }, more]) => height - 2 * more < 39.5 && !it.closest('td'))
				.map(([it, { height }]) => `${it.tagName} ${it.className} "${it.textContent.slice(0, 20)}" ${height}`));
			if (small.length > 0) console.log(`${kind}, ${name}: ${[...new Set(small)].slice(0, 4).join('; ')}`);
			const cut = await page.evaluate(() => [...document.querySelectorAll('.twig')].filter((it) => it.scrollWidth > it.clientWidth).length);
			if (cut > 0 && kind !== 'heap') console.log(`${kind}, ${name}: ${cut} names are wider than their cell`);
			const over = await page.evaluate(() => {
				const box = (selector) => document.querySelector(selector)?.getBoundingClientRect();
				const [panel, foot] = [box('.panel'), box('.foot')];
				return panel && foot && panel.bottom > foot.top + 0.5 ? `the panel covers ${panel.bottom - foot.top} px of the path` : '';
			});
			if (over !== '') console.log(`${kind}, ${name}: ${over}`);
			const rows = await rowsOf(page);
			if (rows > 2) console.log(`${kind}, ${name}: the toolbar has ${rows} rows`);
		}
		if (kind !== 'heap') {
			await open(page, 'Flame');
			const choices = () => page.evaluate(() => [...document.querySelectorAll('.toolbar .rest > *')].filter((it) => it.getClientRects().length > 0)
				.map((it) => it.ariaLabel ?? it.firstChild.textContent).join(', '));
			console.log(kind, 'choices:', await choices() || 'hidden');
			await page.getByRole('button', { name: 'more choices' }).click();
			await settled(page);
			console.log(await choices());
			await page.locator('.choice', { hasText: 'fold' }).locator('select').selectOption('php');
			await page.getByRole('button', { name: 'more choices' }).click();
			await settled(page);
			console.log(await page.evaluate(() => `${location.hash.includes('fold=php')} ${document.querySelector('.more-choices').className}`), await choices() || 'hidden');
		}
		if (kind === 'run') {
			await show(page, '#functions');
			const seen = () => page.evaluate(() => {
				const box = document.querySelector('.table-box').getBoundingClientRect();
				const inside = (cell) => { const { left, right } = cell.getBoundingClientRect(); return left >= box.left - 1 && right <= box.right + 1; };
				return [...document.querySelectorAll('.table-box thead th')].filter(inside).map((cell) => cell.textContent.replace(/[▾▴]/, '')).join(', ');
			});
			console.log('columns at first:', await seen());
			await page.evaluate(() => { document.querySelector('.table-box').scrollLeft = 9999; });
			await settled(page);
			console.log('at the right:', await seen());
			console.log('the page itself:', await page.evaluate(() => document.documentElement.scrollWidth - innerWidth));
		}
		console.log(kind, faults(page));
		await page.context().close();
	}
	JS, ['run' => report_of($run, 'run'), 'diff' => $diff, 'heap' => $snapshot]);
?>
--EXPECT--
run choices: hidden
by, fold, merge recursion, dark theme, keys and colours
true icon more-choices changed hidden
columns at first: function, own %, own
at the right: function, memory, file
the page itself: 0
run quiet
diff choices: hidden
by, fold, merge recursion, equal totals, dark theme, keys and colours
true icon more-choices changed hidden
diff quiet
heap quiet
