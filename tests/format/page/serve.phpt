--TEST--
In a browser xhprof serve breaks no rule of its own policy, orders by each column, and leads back from a run and a comparison
--SKIPIF--
<?php
require __DIR__ . '/page.inc';
need_browser();
if (!function_exists('pcntl_signal') || PHP_OS_FAMILY === 'Windows') die('skip needs pcntl');
?>
--FILE--
<?php
require __DIR__ . '/page.inc';

$folder = __DIR__ . '/serve.tmp';
@mkdir($folder);
foreach ([['/cart', 300000, 200], ['/about', 100000, 500], ['/buy', 200000, 404]] as $i => [$url, $wall, $status]) {
	$meta = ['url' => $url, 'xhprof' => ['method' => 'GET', 'status' => $status]];
	XHProf\Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => $wall]], $meta)->export('json',
		$file = "$folder/20261122-100000-shop-x-7-00000000000000a$i.xhprof.json");
	touch($file, time() - 60 * $i);
}
$module = module_path();
$process = proc_open([PHP_BINARY, '-n', ...($module === null ? [] : ['-d', "extension=$module"]),
	__DIR__ . '/../../../cli/bin/xhprof', 'serve', $folder, '--listen', '127.0.0.1:0'],
	[['file', '/dev/null', 'r'], ['pipe', 'w'], ['file', '/dev/null', 'w']], $pipes);
$url = trim((string) fgets($pipes[1]));
register_shutdown_function(function () use ($process, $folder) {
	proc_terminate($process);
	proc_close($process);
	array_map(unlink(...), glob("$folder/*"));
	rmdir($folder);
});
echo in_browser(<<<'JS'
	const context = await browser.chromium.newContext();
	context.setDefaultTimeout(PATIENCE);
	const page = await context.newPage();
	const said = [];
	page.on('console', (message) => said.push(message.text()));
	page.on('pageerror', (error) => said.push(error.message));
	const list = () => page.evaluate(() => [...document.querySelectorAll('td.uri')].map((cell) => cell.innerText).join(', '));
	await page.goto(data);
	console.log('first:', await list());
	for (const column of ['Request', 'Request', 'Status', 'Wall', 'Wall', 'Saved']) {
		const before = page.url();
		await Promise.all([page.waitForURL(({ href }) => href !== before), page.getByRole('columnheader', { name: new RegExp(`^${column}`) }).getByRole('link').click()]);
		console.log(`${await page.locator('th[aria-sort]').innerText()}: ${await list()}`);
	}
	await page.goto(`${data}none`);
	console.log('a page that is not there:', (await page.locator('h1').innerText()));
	await page.goto(data);
	await Promise.all([page.waitForURL(/run/), page.getByRole('link', { name: '/buy' }).click()]);
	await settled(page);
	console.log('a run:', await page.locator('h1').innerText());
	await Promise.all([page.waitForURL(data), page.getByRole('link', { name: 'All runs' }).click()]);
	console.log('back:', await list());
	for (const box of (await page.getByRole('checkbox').all()).slice(0, 2)) await box.check();
	await Promise.all([page.waitForURL(/diff/), page.getByRole('button', { name: 'Compare' }).click()]);
	await settled(page);
	console.log('two:', await page.locator('h1').innerText());
	await Promise.all([page.waitForURL(data), page.getByRole('link', { name: 'All runs' }).click()]);
	console.log('back:', await list());
	const follow = (target, url) => Promise.all([page.waitForURL(url), target.click()]);
	await page.goto(`${data}?uri=/c*`);
	await follow(page.getByRole('link', { name: '/cart' }), /run/);
	await settled(page);
	await follow(page.getByRole('link', { name: 'All runs' }), /[?]uri=/);
	console.log('back where it was:', page.url().split('?')[1]);
	await page.goto(data);
	await follow(page.getByRole('link', { name: 'By route' }), /by=route/);
	console.log('groups:', await list());
	for (const route of ['/buy', '/cart']) await page.getByRole('checkbox', { name: `choose ${route}` }).check();
	await follow(page.getByRole('button', { name: 'Compare' }), /diff/);
	await settled(page);
	console.log('two selections:', await page.locator('h1').innerText());
	await follow(page.getByRole('link', { name: 'All runs' }), /[?]by=route$/);
	console.log('back:', page.url().split('?')[1]);
	const stretch = page.locator('.curve a').last();
	console.log('stretch:', (await stretch.locator('title').textContent()).slice(18));
	await Promise.all([page.waitForURL(/until=/), stretch.dispatchEvent('click')]);
	console.log('its runs:', await list());
	for (const width of [390, 1440]) {
		await page.setViewportSize({ width, height: 800 });
		console.log(`at ${width}:`, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth));
	}
	console.log(said.filter((text) => !/404/.test(text)).join('\n') || 'quiet');
	JS, $url);
?>
--EXPECT--
first: GET /cart, GET /about, GET /buy
Request ▴: GET /about, GET /buy, GET /cart
Request ▾: GET /cart, GET /buy, GET /about
Status ▾: GET /about, GET /buy, GET /cart
Wall ▾: GET /cart, GET /buy, GET /about
Wall ▴: GET /about, GET /buy, GET /cart
Saved ▾: GET /cart, GET /about, GET /buy
a page that is not there: No such page
a run: GET /buy
back: GET /cart, GET /about, GET /buy
two: GET /about → GET /cart
back: GET /cart, GET /about, GET /buy
back where it was: uri=%2Fc%2A
groups: /cart, /buy, /about
two selections: route=/buy: 1 run → route=/cart: 1 run
back: by=route
stretch: 1 run, 300 ms
its runs: GET /cart
at 390: 0
at 1440: 0
quiet
