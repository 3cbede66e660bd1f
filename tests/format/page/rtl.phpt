--TEST--
A name that is written from right to left leaves the numbers beside it in their order
--SKIPIF--
<?php
require __DIR__ . '/page.inc';
need_browser();
?>
--FILE--
<?php
require __DIR__ . '/page.inc';

eval("function \u{5E9}\u{5DC}\u{5D5}\u{5DD}_1() { \$GLOBALS['held'][] = str_repeat('x', 10000); leaf(1); }
function turned_\u{202E}_1() { \u{5E9}\u{5DC}\u{5D5}\u{5DD}_1(); }");
$run = run(XHPROF_FLAGS_TIMELINE | ALL_METRICS | XHPROF_FLAGS_ALLOC, "turned_\u{202E}_1");
echo in_browser(<<<'JS'
	const page = await browser.open(data);
	const fn = encodeURIComponent('\u05e9\u05dc\u05d5\u05dd_1');
	/* Texts with such a name in an element that has something else as well. */
	const mixed = () => page.evaluate(() => {
		const walker = document.createTreeWalker(document.querySelector('.page'), NodeFilter.SHOW_TEXT);
		const found = [];
		let names = 0;
		while (walker.nextNode()) {
			const text = walker.currentNode;
			if (/[\u05d0-\u05ff\u202e]/.test(text.data) && !text.parentElement.closest('.printed')) {
				names++;
				let box = text.parentElement;
				while (!/isolate/.test(getComputedStyle(box).unicodeBidi)) box = box.parentElement;
				if (/\s\d|\u00b7|\u203a|\u2039/.test(box.textContent)) found.push(box.outerHTML.slice(0, 100));
			}
		}
		return `${names > 0 ? 'names' : 'NO NAMES'}, ${found.length} beside something${found.map((one) => ` ${one}`)[0] ?? ''}`;
	});
	for (const view of ['flame', 'tree', 'functions', 'callers', 'memory', 'timeline']) {
		await show(page, `#${view};fn=${fn}`);
		if (view === 'timeline') {
			await page.waitForSelector('.timeline canvas');
			await settled(page);
			for (let y = 350; y > 180 && !/\u05e9|\u202e/.test(await page.locator('.view-line').innerText()); y -= 8) await page.mouse.move(600, y);
		}
		if (view === 'flame') {
			await page.evaluate(() => document.activeElement.blur());
			for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
		}
		await settled(page);
		console.log(`${view}: ${await mixed()}`);
	}
	console.log(faults(page));
	JS, report_of($run, 'run'));
?>
--EXPECT--
flame: names, 0 beside something
tree: names, 0 beside something
functions: names, 0 beside something
callers: names, 0 beside something
memory: names, 0 beside something
timeline: names, 0 beside something
quiet
