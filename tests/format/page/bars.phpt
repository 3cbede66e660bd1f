--TEST--
The bar of the greatest part fills its column, the others are in proportion, whichever metric and view
--SKIPIF--
<?php
require __DIR__ . '/page.inc';
need_browser();
?>
--FILE--
<?php
require __DIR__ . '/page.inc';

/* A path that takes far more memory than is left in the end. */
function bars_program(): void
{
	page_program();
	take();
	take();
	give_back();
}
$run = run(XHPROF_FLAGS_TREE | ALL_METRICS | XHPROF_FLAGS_ALLOC, 'bars_program');
echo in_browser(<<<'JS'
	const page = await browser.open(data);
	for (const view of ['tree', 'functions', 'callers', 'memory']) {
		for (const metric of view === 'memory' ? ['wt'] : ['wt', 'mu']) {
			await show(page, `#${view};metric=${metric};fn=take`);
			const tables = await page.evaluate(() => [...document.querySelectorAll('.table-box')].map((table) => [...table.querySelectorAll('.share')]
				.map((share) => [parseFloat(share.querySelector('.share-bar').style.width), parseFloat(share.textContent.replace('\u2212', '-').replace(/[<, ]/g, ''))])));
			for (const bars of tables) {
				const [most, part] = bars.reduce((most, bar) => bar[1] > most[1] ? bar : most, [0, 0]);
				const other = bars.find(([width, value]) => value >= 1 && Math.abs(width / most - value / part) > 0.02);
				console.log(`${view}, ${metric}: ${bars.length > 0 && part > 0 ? '' : 'NO BARS '}the greatest ${most} %, ${other ? `not in proportion: ${other}` : 'the others in proportion'}`);
			}
		}
	}
	console.log(faults(page));
	JS, report_of($run, 'run'));
?>
--EXPECT--
tree, wt: the greatest 100 %, the others in proportion
tree, mu: the greatest 100 %, the others in proportion
functions, wt: the greatest 100 %, the others in proportion
functions, mu: the greatest 100 %, the others in proportion
callers, wt: the greatest 100 %, the others in proportion
callers, wt: the greatest 100 %, the others in proportion
callers, mu: the greatest 100 %, the others in proportion
callers, mu: the greatest 100 %, the others in proportion
memory, wt: the greatest 100 %, the others in proportion
quiet
