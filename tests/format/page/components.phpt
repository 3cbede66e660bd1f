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
	file_put_contents("$folder/wp-content/plugins/$plugin/main.php", "<?php\nclass $class\n{\n\tstatic function hook() "
		. "{ return self::work(); }\n\tstatic function work() { return array_sum(range(1, $size)); }\n}\n");
}
file_put_contents("$folder/index.php", <<<'PHP'
<?php
foreach (['related-shop', 'akismet'] as $plugin) require __DIR__ . "/wp-content/plugins/$plugin/main.php";
function render() { return Related::hook() + Akismet::hook(); }
for ($i = 0; $i < 50; $i++) render();
PHP);
$tool = fn(string ...$words) => run_program(implode(' ', array_map(escapeshellarg(...),
	[PHP_BINARY, '-n', ...(module_path() === null ? [] : ['-d', 'extension=' . module_path()]),
		__DIR__ . '/../../../cli/bin/xhprof', ...$words])));
$run = page_file('run.json');
$tool('run', '--quiet', '--mode', 'timeline', '--out', $run, '--', "$folder/index.php");
$tool('report', $run, '--out', $page = page_file('html'));
$components = fn(string $run): array =>
	array_column(tool_json(['top', $run, '--group-by', 'component', '--limit', '100'])['components'], null, 'name');
$rows = $components($run);
rename("$folder/wp-content/plugins/akismet", "$folder/wp-content/plugins/jetpack");
file_put_contents("$folder/index.php",
	strtr(file_get_contents("$folder/index.php"), ['akismet' => 'jetpack', '< 50' => '< 70']));
$tool('run', '--quiet', '--mode', 'tree', '--out', $after = page_file('after.json'), '--', "$folder/index.php");
$tool('report', $run, $after, '--out', $diff = page_file('diff.html'));
$both = array_map($components, [$run, $after]);
exec('rm -r ' . escapeshellarg($folder));

echo in_browser(<<<'JS'
	const page = await browser.open(data.page);
	await page.waitForSelector('.page[data-state=complete]');
	await open(page, 'Components');
	const cells = async (column, from = page) => from.locator(`.table-box tbody .col-${column}`).evaluateAll((all) => all.map((cell) => cell.title || cell.innerText));
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

	/* The colours of the view that are cool, as components have them, the greatest first. */
	const hues = async (fragment) => {
		await show(page, fragment);
		return page.evaluate(() => {
			const canvas = document.querySelector('main canvas:last-of-type');
			const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
			const counts = new Map();
			for (let i = 0; i < data.length; i += 4) {
				const [r, g, b, a] = data.slice(i, i + 4);
				if (a === 255 && Math.max(r, g, b) - Math.min(r, g, b) > 12 && b > r) counts.set(`${r},${g},${b}`, (counts.get(`${r},${g},${b}`) ?? 0) + 1);
			}
			return [...counts].sort(([, a], [, b]) => b - a).map(([colour]) => colour);
		});
	};
	const [greatest] = await hues('#flame');
	console.log('the same hue in the timeline:', (await hues('#timeline')).includes(greatest) ? 'yes' : greatest);
	console.log(faults(page));

	const diff = await browser.open(data.diff, { fragment: '#components' });
	await diff.waitForSelector('.page[data-state=complete]');
	await settled(diff);
	const own = { was: 0, is: 1 };
	const names = await cells('name', diff);
	for (const [column, run] of Object.entries(own)) {
		const values = (await cells(column, diff)).map((value) => Number(value.replace(/\D/g, '')));
		for (const [i, name] of [...names.entries()].sort(([, a], [, b]) => (a < b ? -1 : 1))) {
			const should = data.both[run][name]?.own_wall_ns ?? 0;
			console.log(column, name, values[i] === should ? 'the same' : `${values[i]} not ${should}`);
		}
	}
	const text = await diff.locator('.table-box tbody tr').allInnerTexts();
	console.log(text.map((row) => row.replace(/\s+/g, ' ').trim()).filter((row) => /^(new|gone) /.test(row)).map((row) => row.split(' ').slice(0, 2).join(' ')).sort().join(', '));
	const calls = Object.fromEntries((await cells('calls', diff)).map((value, i) => [names[i], value]));
	console.log(calls['wp-content/plugins/related-shop']);
	console.log(faults(diff));
	JS, ['page' => $page, 'rows' => $rows, 'diff' => $diff, 'both' => $both]);
?>
--EXPECT--
(application) wp-content/plugins/akismet wp-content/plugins/related-shop
(application) the same
wp-content/plugins/akismet the same
wp-content/plugins/related-shop the same
main() render [wp-content/plugins/related-shop]
the same hue in the timeline: yes
quiet
was (application) the same
was wp-content/plugins/akismet the same
was wp-content/plugins/jetpack the same
was wp-content/plugins/related-shop the same
is (application) the same
is wp-content/plugins/akismet the same
is wp-content/plugins/jetpack the same
is wp-content/plugins/related-shop the same
gone wp-content/plugins, new wp-content/plugins
51 → 71
quiet
