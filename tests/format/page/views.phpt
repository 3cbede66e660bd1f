--TEST--
Each view of each kind of report opens in a browser, wide and narrow, dark and light, without a message or a request
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
$reports = ['run' => report_of($run, 'run'), 'pairs' => report_of(run(ALL_METRICS, 'page_program'), 'pairs')];
$run->export('json', $before = page_file('before.json'));
run(XHPROF_FLAGS_TREE | ALL_METRICS, 'program')->export('json', $after = page_file('after.json'));
tool_json(['report', $before, $after, '--out', $reports['diff'] = page_file('diff.html')]);
page_program();
xhprof_heap_snapshot($heap = page_file('heap'), ['wait' => true]);
tool_json(['report', $heap, '--out', $reports['heap'] = page_file('heap.html')]);

echo in_browser(<<<'JS'
	for (const [kind, file] of Object.entries(data)) {
		// A dark page is as wide as a light one: the narrow dark one is only for the eye.
		const narrowDark = process.env.XHPROF_PICTURES ? [[390, 844, true]] : [];
		for (const [width, height, dark] of [[1440, 900, false], [1440, 900, true], [390, 844, false], ...narrowDark]) {
			const page = await browser.open(file, { width, height, dark });
			const names = await tabs(page);
			if (width === 1440 && !dark) console.log(`${kind}: ${names.join(', ')}`);
			for (const name of names) {
				await open(page, name);
				await picture(page, `${kind}-${name.toLowerCase().replace(/ /g, '-')}-${width}-${dark ? 'dark' : 'light'}`);
				const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
				if (wide > 0) console.log(`  ${name} at ${width}: ${wide} pixels too wide`);
			}
			if (page.faults.length > 0) console.log(`  ${width} ${dark ? 'dark' : 'light'}: ${faults(page)}`);
			await page.context().close();
		}
	}
	JS, $reports);
?>
--EXPECT--
run: Flame, Tree, Functions, Callers, Timeline, Memory, Save
pairs: Flame, Tree, Functions, Callers, Save
diff: Flame, Changes, Tree, Functions, Callers, Save
heap: Types, Holders, Roots, Arrays, Strings, Allocated by, All memory
