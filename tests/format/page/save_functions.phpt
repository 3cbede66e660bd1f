--TEST--
The functions that a report saves for a spreadsheet are the same whichever tabs were opened before
--SKIPIF--
<?php
require __DIR__ . '/page.inc';
need_browser();
?>
--FILE--
<?php
require __DIR__ . '/page.inc';

$runs = ['tree' => run(XHPROF_FLAGS_TREE | ALL_METRICS, 'numbers_program'),
	'pairs' => run(ALL_METRICS, 'numbers_program')];
$said = in_browser(<<<'JS'
	const table = async (page) => {
		await show(page, '#save;metric=cpu');
		return readFileSync(await saved(page, 'functions'), 'utf8');
	};
	for (const [name, file] of Object.entries(data)) {
		const page = await browser.open(file, { fragment: '#save;metric=cpu' });
		const first = await table(page);
		await show(page, '#functions;metric=memory');
		await show(page, '#functions;metric=wall');
		const second = await table(page);
		const columns = first.split('\n')[0].split('\t');
		const memory = columns.indexOf('own_memory_bytes');
		const filled = first.trimEnd().split('\n').slice(1).filter((line) => line.split('\t')[memory] !== '').length;
		console.log(`${name}: ${first === second ? 'the same' : `${first}\nnot\n${second}`}, memory of ${filled === first.trimEnd().split('\n').length - 1 ? 'all' : filled}, ${faults(page)}`);
		await page.context().close();
	}
	JS, array_map(fn($run, $name) => report_of($run, $name), $runs, array_keys($runs)));
echo $said, "\n";
?>
--EXPECT--
0: the same, memory of all, quiet
1: the same, memory of all, quiet
