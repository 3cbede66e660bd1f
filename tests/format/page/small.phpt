--TEST--
On a page that is zoomed to 200 % ten rows of each table are in sight, the head of a phone's page is short, and what it leaves out is behind a button
--SKIPIF--
<?php
require __DIR__ . '/page.inc';
need_browser();
if (sqlite_settings() === null) die('skip needs the extension sqlite3');
?>
--FILE--
<?php
require __DIR__ . '/page.inc';

function more(): void { $GLOBALS['more'][] = str_repeat('y', leaf(300000)); }
function waves(): void { for ($i = 0; $i < 6; $i++) { more(); more(); page_program(); } }

$run = run(XHPROF_FLAGS_TIMELINE | ALL_METRICS | XHPROF_FLAGS_ALLOC, 'waves');
$run->export('json', $after = page_file('after.json'));
run(XHPROF_FLAGS_TIMELINE | ALL_METRICS | XHPROF_FLAGS_ALLOC,
	'page_program')->export('json', $before = page_file('before.json'));
tool_json(['report', $after, '--out', $report = page_file('run.html')]);
tool_json(['report', $before, $after, '--out', $diff = page_file('diff.html')]);
echo in_browser(<<<'JS'
	const inSight = (page) => page.evaluate(() => {
		const box = document.querySelector('.table-box').getBoundingClientRect();
		return [...document.querySelector('main table').querySelectorAll('tbody tr')].filter((row) => {
			const { top, bottom } = row.getBoundingClientRect();
			return top >= box.top - 0.5 && bottom <= box.bottom + 0.5;
		}).length;
	});
	const topOfMain = (page) => page.evaluate(() => document.querySelector('main').getBoundingClientRect().top);
	// What there is of it: whether there are findings depends on the times of the run.
	const parts = (page, isInSight) => page.evaluate((is) => ['.places', '.findings-line', '.warnings'].filter((selector) => {
		const part = document.querySelector(selector);
		return part && (part.getClientRects().length > 0) === is;
	}).join(' '), isInSight);
	const hidden = (page) => parts(page, false);
	for (const [kind, file] of Object.entries(data)) {
		const page = await browser.open(file, { width: 720, height: 450, fragment: '#callers;fn=leaf' });
		for (const name of await tabs(page)) {
			await open(page, name);
			await picture(page, `small_${kind}_${name.toLowerCase()}`);
			if (await page.locator('main table').count() === 0) continue;
			const rows = await inSight(page);
			console.log(`${kind}, ${name}: ${rows >= 10 ? 'at least ten rows' : `${rows} rows`}`);
		}
		console.log('the page itself:', await page.evaluate(() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight].join()));
		console.log('in sight:', await parts(page, true) || 'none of it');
		const button = page.getByRole('button', { name: 'more about the run' });
		await button.click();
		console.log('opened:', await button.getAttribute('aria-expanded'), await hidden(page));
		console.log(faults(page));
		const phone = await browser.open(file, { width: 390, height: 844, fragment: '#functions' });
		const top = await topOfMain(phone);
		console.log(`${kind} on a phone: ${top <= 190 ? 'the head is short' : `the head has ${top} px`}, ${await inSight(phone) >= 10 ? 'at least ten rows' : 'few rows'}`);
		await picture(phone, `small_${kind}_phone`);
		const large = await browser.open(file, { fragment: '#functions' });
		console.log('on a large page nothing is hidden:', await hidden(large) === '', await large.locator('.more-facts').isVisible());
	}
	JS, ['run' => $report, 'diff' => $diff]);
?>
--EXPECT--
run, Tree: at least ten rows
run, Functions: at least ten rows
run, Callers: at least ten rows
run, Memory: at least ten rows
the page itself: 0,0
in sight: none of it
opened: true
quiet
run on a phone: the head is short, at least ten rows
on a large page nothing is hidden: true false
diff, Changes: at least ten rows
diff, Tree: at least ten rows
diff, Functions: at least ten rows
diff, Callers: at least ten rows
the page itself: 0,0
in sight: none of it
opened: true
quiet
diff on a phone: the head is short, at least ten rows
on a large page nothing is hidden: true false
