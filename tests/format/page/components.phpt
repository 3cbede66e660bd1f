--TEST--
A report tells components apart: its table has the numbers of xhprof top --group-by component, each has a hue, and folded each is one frame
--SKIPIF--
<?php
require __DIR__ . '/page.inc';
need_browser();
?>
--FILE--
<?php
require __DIR__ . '/page.inc';

$folder = __DIR__ . '/components.tmp';
foreach (['related-shop' => ['Related', 20000], 'akismet' => ['Akismet', 9]] as $plugin => [$class, $size]) {
	@mkdir("$folder/wp-content/plugins/$plugin", 0777, true);
	file_put_contents("$folder/wp-content/plugins/$plugin/main.php", "<?php\nclass $class\n{\n\tstatic function hook() { return self::work(); }\n\tstatic function work() { return array_sum(range(1, $size)); }\n}\n");
}
file_put_contents("$folder/index.php", <<<'PHP'
<?php
foreach (['related-shop', 'akismet'] as $plugin) require __DIR__ . "/wp-content/plugins/$plugin/main.php";
function render() { return Related::hook() + Akismet::hook(); }
for ($i = 0; $i < 50; $i++) render();
PHP);
$tool = fn(string ...$words) => run_program(implode(' ', array_map(escapeshellarg(...), [PHP_BINARY, '-n', ...(module_path() === null ? [] : ['-d', 'extension=' . module_path()]),
	__DIR__ . '/../../../cli/bin/xhprof', ...$words])));
$run = page_file('run.json');
$tool('run', '--quiet', '--mode', 'tree', '--out', $run, '--', "$folder/index.php");
$tool('report', $run, '--out', $page = page_file('html'));
$rows = array_column(tool_json(['top', $run, '--group-by', 'component', '--limit', '100'])['components'], null, 'name');
exec('rm -r ' . escapeshellarg($folder));

echo in_browser(<<<'JS'
	const page = await browser.open(data.page);
	await page.waitForSelector('.page[data-state=complete]');
	await open(page, 'Components');
	const cells = async (column) => page.locator(`.table-box tbody .col-${column}`).evaluateAll((all) => all.map((cell) => cell.title || cell.innerText));
	const is = Object.fromEntries((await cells('name')).map((name) => [name, {}]));
	for (const column of ['own', 'inclusive', 'calls']) {
		(await cells(column)).forEach((value, i) => { Object.values(is)[i][column] = Number(value.replace(/\D/g, '')); });
	}
	console.log(JSON.stringify(data.rows).length > 0 && Object.keys(is).sort().join(' '));
	for (const [name, row] of Object.entries(data.rows).sort()) {
		const should = { own: row.own_wall_ns, inclusive: row.wall_ns, calls: row.calls };
		console.log(name, JSON.stringify(is[name]) === JSON.stringify(should) ? 'the same' : `${JSON.stringify(is[name])} not ${JSON.stringify(should)}`);
	}
	/* The names of the widest frames from main() down, as a screen reader hears them. */
	const frames = async (fragment) => {
		await show(page, fragment);
		await page.evaluate(() => document.activeElement.blur());
		const names = [];
		for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown']) {
			await page.keyboard.press(key);
			await settled(page);
			names.push((await page.locator('.flame-view [role=status]').innerText()).split(', own')[0]);
		}
		return [...new Set(names)].join(' ');
	};
	console.log(await frames('#flame;fold=component;order=weight'));
	console.log(faults(page));
	JS, ['page' => $page, 'rows' => $rows]);
?>
--EXPECT--
(application) wp-content/plugins/akismet wp-content/plugins/related-shop
(application) the same
wp-content/plugins/akismet the same
wp-content/plugins/related-shop the same
main() render [wp-content/plugins/related-shop]
quiet
