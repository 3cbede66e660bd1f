--TEST--
A report is used by the keyboard alone: tabs, timeline, search and flame graph, and a screen reader hears where it is
--SKIPIF--
<?php
require __DIR__ . '/page.inc';
need_browser();
?>
--FILE--
<?php
require __DIR__ . '/page.inc';

$run = run(XHPROF_FLAGS_TIMELINE | ALL_METRICS, 'page_program');
echo in_browser(<<<'JS'
	const page = await browser.open(data);
	const press = async (...keys) => {
		for (const key of keys) {
			await page.keyboard.press(key);
			await settled(page);
		}
	};
	const chosen = () => page.evaluate(() => document.querySelector('[role=tab][aria-selected=true]').textContent);
	const focused = () => page.evaluate(() => document.activeElement === document.body ? 'the page' : document.activeElement.textContent);
	const extra = () => page.evaluate(() => Object.fromEntries([...location.hash.matchAll(/;(from|to)=(\d+)/g)].map(([, key, value]) => [key, Number(value)])));
	const fn = () => page.evaluate(() => decodeURIComponent(/;fn=([^;]*)/.exec(location.hash)?.[1] ?? ''));
	const find = page.getByLabel('search functions');

	console.log('-- tabs');
	await page.getByRole('tab', { name: 'Flame' }).focus();
	await press('ArrowRight');
	console.log(await chosen(), '- focus on', await focused());
	await press('End', 'ArrowRight', 'ArrowLeft', 'ArrowLeft');
	console.log(await chosen(), '- focus on', await focused());
	console.log('in the order of Tab:', await page.locator('[role=tab][tabindex="0"]').count());

	console.log('-- timeline, before any click');
	for (const way of ['by key', 'by mouse']) {
		await show(page, '#functions');
		await page.evaluate(() => document.activeElement.blur());
		await (way === 'by key' ? press('l') : page.getByRole('tab', { name: 'Timeline' }).click());
		await page.waitForSelector('.timeline canvas');
		await settled(page);
		await press('+');
		const near = await extra();
		await press('ArrowRight');
		const right = await extra();
		await press('ArrowLeft');
		const left = await extra();
		await press('-', '0');
		console.log(`${way}: + ${near.to - near.from > 0}, right ${right.from > near.from}, left ${Math.abs(left.from - near.from) <= 2}, 0 ${JSON.stringify(await extra())}`);
	}

	// These keys choose views and colours elsewhere.
	await press('w');
	const near = await extra();
	await press('d');
	const right = await extra();
	await press('a');
	const left = await extra();
	await press('s', '0');
	console.log(`w ${near.to - near.from > 0}, d ${right.from > near.from}, a ${Math.abs(left.from - near.from) <= 2}, then ${await chosen()} ${JSON.stringify(await extra())}`);
	const canvas = await page.locator('.timeline canvas').boundingBox();
	await page.mouse.move(canvas.x + 64 + (canvas.width - 64) / 4, canvas.y + 100);
	await press('w');
	const here = await extra();
	const whole = 2 * (here.to - here.from);
	console.log('zooms at the pointer', Math.round(8 * here.from / whole), Math.round(8 * here.to / whole), 'of 8');
	await page.mouse.move(0, 0);
	await press('0');

	console.log('-- search');
	// Times differ from run to run: so do the order of rows, and the part of the timeline that a call needs. Two paths of
	// one name may be equally long: a row of the tree is known by the names above it.
	const place = async () => page.evaluate((fn) => {
		const number = (key) => Number(new RegExp(`;${key}=(\\d+)`).exec(location.hash)?.[1] ?? 0);
		const row = document.querySelector('tr.selected');
		const path = [];
		for (let above = row; above; above = above.previousElementSibling) {
			if (above === row || Number(above.ariaLevel) < path[0].level) {
				path.unshift({ level: Number(above.ariaLevel), name: above.cells[0].textContent });
			}
		}
		return { fn, at: number('at'), from: number('from'), to: number('to'), row: row?.textContent, index: row?.ariaRowIndex, path };
	}, await fn());
	const is = (a, b) => a.fn === b.fn && a.at === b.at && a.row === b.row && a.from >= b.from - 2 && a.to <= b.to + 2;
	for (const view of ['flame', 'tree', 'functions', 'timeline', 'callers']) {
		await show(page, `#${view}`);
		await find.fill('/^(leaf|fib|even)$/');
		const seen = [];
		for (const key of ['Enter', 'Enter', 'Shift+Enter']) {
			await find.press(key);
			await settled(page);
			seen.push(await place());
		}
		const [first, second, last] = seen;
		console.log(`${view}: ${seen.every(({ fn }) => /^(leaf|fib|even)$/.test(fn)) ? 'matches' : 'others'}, ${JSON.stringify(first) === JSON.stringify(second) ? 'one place' : 'other places'}, and back ${is(last, first)}`);
	}
	await find.press('Escape');
	await settled(page);
	console.log(`Esc: "${await find.inputValue()}", focus on ${await focused()}`);
	await press('n');
	console.log(`n: ${await fn()}`);

	console.log('-- names');
	const names = await page.evaluate(() => [...document.querySelectorAll('button:not(.link), summary')].filter((button) => {
		const name = button.getAttribute('aria-label') ?? button.textContent;
		return !/[a-z]{3}/i.test(name);
	}).map(({ outerHTML }) => outerHTML.slice(0, 80)));
	console.log('buttons without a name in words:', names.length, names.join(' '));

	console.log('-- flame graph');
	await show(page, '#flame');
	await page.evaluate(() => document.activeElement.blur());
	const heard = async () => (await page.locator('.flame-view [role=status]').innerText()).replace(/[\d.,]+ (ns|us|ms|s|%)/g, 'N $1').replace(/ (ns|us|ms|s)\b/g, '');
	const role = () => page.locator('.flame canvas').evaluate((it) => `${it.role}, ${it.tabIndex}`);
	console.log('a screen reader leaves it the arrow keys:', await role(), await page.locator('.flame-view [role=status]').getAttribute('aria-live'));
	console.log(`at first "${await heard()}"`);
	await press('ArrowDown');
	console.log(await heard());
	await press('ArrowDown');
	const first = await heard();
	await press('ArrowRight');
	console.log('another:', first !== await heard());
	await press('ArrowLeft', 'Enter');
	console.log('Enter:', (await heard()) === `zoomed to ${first}`, await page.evaluate(() => /;at=\d/.test(location.hash)));
	await press('ArrowUp', 'ArrowDown');
	console.log('and down again:', (await heard()) === first);

	console.log('-- copy');
	const copied = async () => {
		await page.evaluate(() => navigator.clipboard.writeText('as before'));
		await page.keyboard.press('Control+c');
		return (await page.evaluate(() => navigator.clipboard.readText())).replace(/inc:\d+/g, 'inc:N');
	};
	await show(page, '#flame');
	console.log('nothing selected:', await copied());
	await find.fill('/^odd_names$/');
	await find.press('Enter');
	await find.press('Escape');
	await settled(page);
	console.log(await copied());
	await page.evaluate(() => getSelection().selectAllChildren(document.querySelector('.crumbs button')));
	console.log('a text:', await copied());
	await show(page, '#timeline;fn=leaf');
	await page.evaluate(() => getSelection().removeAllRanges());
	console.log('timeline:', await copied());
	console.log(faults(page));
	JS, report_of($run, 'run'));
?>
--EXPECT--
-- tabs
Tree - focus on Tree
Timeline - focus on Timeline
in the order of Tab: 1
-- timeline, before any click
by key: + true, right true, left true, 0 {}
by mouse: + true, right true, left true, 0 {}
w true, d true, a true, then Timeline {}
zooms at the pointer 1 5 of 8
-- search
flame: matches, other places, and back true
tree: matches, other places, and back true
functions: matches, other places, and back true
timeline: matches, other places, and back true
callers: matches, other places, and back true
Esc: "/^(leaf|fib|even)$/", focus on the page
n: fib
-- names
buttons without a name in words: 0
-- flame graph
a screen reader leaves it the arrow keys: application, 0 polite
at first ""
main(), own N, inclusive N N %, 1 call, depth 1
another: true
Enter: true true
and down again: true
-- copy
nothing selected: as before
odd_names (program.inc:N)
page_program (page/page.inc:N)
main()
a text: main()
timeline: leaf (program.inc:N)
quiet
