--TEST--
axe, which looks for what keeps people with impairments out, finds nothing in any view of a run, a diff and a snapshot, in either theme
--SKIPIF--
<?php
require __DIR__ . '/page.inc';
need_browser();
need_node_module('axe-core');
if (sqlite_settings() === null) die('skip needs the extension sqlite3');
?>
--FILE--
<?php
require __DIR__ . '/page.inc';

$run = run(XHPROF_FLAGS_TIMELINE | ALL_METRICS | XHPROF_FLAGS_ALLOC, 'numbers_program');
$run->export('json', $after = page_file('after.json'));
run(XHPROF_FLAGS_TIMELINE | ALL_METRICS | XHPROF_FLAGS_ALLOC,
	'program')->export('json', $before = page_file('before.json'));
tool_json(['report', $after, '--out', $report = page_file('run.html')]);
tool_json(['report', $before, $after, '--out', $diff = page_file('diff.html')]);
tool_json(['report', $after, $before, '--out', $faster = page_file('faster.html')]);
xhprof_heap_snapshot($heap = page_file('heap'), ['wait' => true]);
tool_json(['report', $heap, '--out', $snapshot = page_file('heap.html')]);
echo in_browser(<<<'JS'
	const axe = readFileSync(`${process.env.XHPROF_NODE_MODULES}/axe-core/axe.min.js`, 'utf8');
	const seen = new Set();
	for (const [kind, file] of Object.entries(data)) {
		// A theme has colours of its own and nothing else; a narrow page hides and scrolls; a view of another kind of
		// report is made by the same code, and has other colours.
		const narrow = ['color-contrast', 'scrollable-region-focusable', 'target-size', 'aria-hidden-focus'];
		const hows = [[{}], [{ dark: true }, 'color-contrast'], ...(kind === 'run' ? [[{ width: 720, height: 450 }, ...narrow]] : [])];
		for (const [how, ...some] of hows) {
			const page = await browser.open(file, { ...how, fragment: kind === 'heap' ? '' : '#flame;fn=leaf' });
			await page.evaluate(axe);
			for (const name of await tabs(page)) {
				await open(page, name);
				const rules = some.length === 0 && seen.has(name) ? ['color-contrast'] : some;
				seen.add(name);
				const { violations } = await page.evaluate((runOnly) => axe.run(document, { preload: false, resultTypes: ['violations'], ...runOnly }),
					rules.length === 0 ? {} : { runOnly: rules });
				for (const { id, nodes } of violations) {
					console.log(`${kind} ${JSON.stringify(how)} ${name}: ${id}, ${nodes[0].html.slice(0, 100)}`);
				}
			}
			if (page.faults.length > 0) console.log(kind, faults(page));
			await page.context().close();
		}
		console.log(kind);
	}
	JS, ['run' => $report, 'diff' => $diff, 'faster' => $faster, 'heap' => $snapshot]);
?>
--EXPECT--
run
diff
faster
heap
