--TEST--
With the system's colours only the tab of the view is marked, and a row, a switch and a bar show what is chosen
--SKIPIF--
<?php
require __DIR__ . '/page.inc';
need_browser();
?>
--FILE--
<?php
require __DIR__ . '/page.inc';

$run = run(XHPROF_FLAGS_TIMELINE | ALL_METRICS | XHPROF_FLAGS_ALLOC, 'page_program');
echo in_browser(<<<'JS'
	const page = await browser.open(data, { forced: true, fragment: '#functions;fn=leaf' });
	const colours = (selector, property) => page.evaluate(([selector, property]) => [...document.querySelectorAll(selector)]
		.map((it) => getComputedStyle(it)[property]), [selector, property]);
	for (const name of ['Functions', 'Memory']) {
		await open(page, name);
		const ground = (await colours('body', 'backgroundColor'))[0];
		const lines = await colours('[role=tab]', 'borderBottomColor');
		const marked = (await tabs(page)).filter((_, i) => lines[i] !== ground);
		console.log('marked:', marked.join(', '));
		await picture(page, `forced_${name.toLowerCase()}`);
	}
	await open(page, 'Functions');
	console.log('the row has an outline:', (await colours('tr.selected', 'outlineStyle')).join(), (await colours('tr:not(.selected):has(td)', 'outlineStyle')).every((style) => style === 'none'));
	const ground = (await colours('body', 'backgroundColor'))[0];
	console.log('bars:', [...new Set(await colours('.share-bar, .side .bar', 'backgroundColor'))].filter((colour) => colour !== ground).length);
	await open(page, 'Memory');
	const [on, off] = [await colours('.switch [aria-pressed=true]', 'borderTopColor'), await colours('.switch [aria-pressed=false]', 'borderTopColor')];
	console.log('the switch:', on[0] !== off[0]);
	console.log(faults(page));
	JS, report_of($run, 'run'));
?>
--EXPECT--
marked: Functions
marked: Memory
the row has an outline: solid true
bars: 1
the switch: true
quiet
