--TEST--
A report of samples says what was waited for: its table has the numbers of xhprof top --group-by wait, and leads to who waits
--SKIPIF--
<?php
require __DIR__ . '/page.inc';
need_browser();
?>
--FILE--
<?php
require __DIR__ . '/page.inc';

$stacks = [[['render'], 30, 29], [['render', 'PDO::query', '{tcp 10.0.0.5:3306: SELECT ?}'], 40, 0],
	[['session_start', '{flock sess_ab12…}'], 20, 0], [['render', '{closure:/app/a.php:7}'], 4, 4],
	[['render', '{gc}'], 3, 3], [['sleep', '{sleep}'], 2, 0], [['render', '{wait for CPU}'], 1, 0]];
$rows = array_map(fn (array $stack): array => ['frames' => ['main()', ...$stack[0]], 'samples' => $stack[1],
	'wall_ns' => $stack[1] * 1000000, 'cpu_ns' => $stack[2] * 1000000], $stacks);
$run = XHProf\Profile::fromStacks($rows, [], null,
	array_fill_keys(['render', '{closure:/app/a.php:7}'], ['file' => '/app/a.php', 'line' => 3]));
file_put_contents($file = page_file('json'), $run->export('json'));
$waits = tool_json(['top', $file, '--group-by', 'wait', '--limit', '100'])['waits'];

echo in_browser(<<<'JS'
	const page = await browser.open(data.page, { fragment: '#waits' });
	await page.waitForSelector('.page[data-state=complete]');
	await settled(page);
	const cells = async (column) => page.locator(`.table-box tbody .col-${column}`).evaluateAll((all) => all.map((cell) => cell.title || cell.innerText));
	const [names, walls, weights] = [await cells('name'), await cells('wall'), await cells('weight')];
	console.log(await page.locator('.view-bar span').first().innerText());
	for (const [i, row] of data.waits.entries()) {
		const is = `${names[i]} ${walls[i]} ${weights[i]}`;
		console.log(is, Number(walls[i].replace(/\D/g, '')) === row.own_wall_ns && names[i] === row.name && Number(weights[i]) === row.calls ? '' : JSON.stringify(row));
	}
	console.log(names.length === data.waits.length ? 'no more' : names.join());
	await page.locator('.table-box tbody tr', { hasText: 'flock' }).dblclick();
	await settled(page);
	console.log(decodeURIComponent(new URL(page.url()).hash));
	for (const view of ['flame', 'tree']) {
		await show(page, `#${view}`);
		await page.evaluate(() => document.activeElement.blur());
		await page.keyboard.press('w');
		await settled(page);
		console.log(`w in ${view}:`, await page.evaluate(() => location.hash));
	}
	console.log(faults(page));
	JS, ['page' => report_of($run, 'waits'), 'waits' => $waits]);
?>
--EXPECT--
4 waits, 63.0 % of the wall time
tcp 10.0.0.5:3306: SELECT ? 40,000,000 ns 40
(on a CPU) 36,000,000 ns 37
flock sess_ab12… 20,000,000 ns 20
sleep 2,000,000 ns 2
wait for CPU 1,000,000 ns 1
(not named) 1,000,000 ns 0
no more
#callers;fn={flock sess_ab12…}
w in flame: #flame;order=weight
w in tree: #waits
quiet
