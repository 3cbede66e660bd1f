--TEST--
Names of tags, scripts and odd characters are text in a report, in each of its views
--SKIPIF--
<?php
require __DIR__ . '/page.inc';
need_browser();
?>
--FILE--
<?php
require __DIR__ . '/page.inc';

$names = ['</script><img src=x onerror=alert(1)>', '"><svg onload=alert(2)>',
	'<!--<script>alert(3)</script>', "javascript:alert(4)", '__proto__', 'constructor', 'hasOwnProperty',
	"nul\0nul", "right\u{202E}left", "line\nfeed\r\ttab", '${alert(5)}', '{{alert(6)}}',
	str_repeat('long', 25000), "\xFF\xFE not UTF-8", '0', "\u{1F418}"];
$pairs = [];
foreach ($names as $i => $name) {
	$pairs["main()==>$name"] = ['ct' => 1, 'wt' => 100 + $i, 'cpu' => $i, 'mu' => 1000, 'pmu' => 0];
}
$pairs['main()'] = ['ct' => 1, 'wt' => 100000, 'cpu' => 1000, 'mu' => 100000, 'pmu' => 0];
$hostile = '</script><script>alert(7)</script><img src=x onerror=alert(8)>';
$meta = ['url' => "/$hostile", 'SERVER' => ['HTTP_HOST' => $hostile, 'REQUEST_METHOD' => $hostile],
	'xhprof' => ['method' => $hostile, 'status' => $hostile, 'host' => $hostile, 'php' => $hostile],
	'__proto__' => ['url' => 'x']];
$profile = XHProf\Profile::fromPairs($pairs, $meta);
$profile->export('json', $json = page_file('run.json'));

/* The same as paths, below one another, and with files. */
$tree = json_decode($profile->export('json'), true);
$count = count($tree['functions']['name']);
$tree['mode'] = 'tree';
$tree['functions']['file'] = array_fill(0, $count, "/$hostile.php");
$main = $count - 1;
$tree['nodes'] = ['parent' => [null], 'function' => [0], 'level' => [0], 'line' => [0], 'calls' => [1],
	'min_wall_ns' => [1], 'max_wall_ns' => [1], 'wall_ns' => [100000]];
$top = array_search('main()', $tree['functions']['name'], true);
$tree['nodes']['function'][0] = $top;
for ($i = 0; $i < $count; $i++) {
	if ($i !== $top) {
		foreach (['parent' => count($tree['nodes']['parent']) - 1, 'function' => $i,
			'level' => 0, 'line' => 1, 'calls' => 1, 'min_wall_ns' => 1,
			'max_wall_ns' => 1, 'wall_ns' => 100000 - 1000 * count($tree['nodes']['parent'])] as $key => $value) {
			$tree['nodes'][$key][] = $value;
		}
	}
}
foreach (['cpu_ns', 'memory_bytes', 'peak_bytes'] as $key) {
	$tree['nodes'][$key] = $tree['nodes']['wall_ns'];
}
$tree = page_file('tree.json', json_encode($tree));
$reports = [];
foreach (['pairs' => [$json], 'tree' => [$tree], 'diff' => [$tree, $tree]] as $name => $files) {
	tool_json(['report', ...$files, '--out', $reports[$name] = page_file("$name.html")]);
}

echo in_browser(<<<'JS'
	for (const [kind, file] of Object.entries(data)) {
		const page = await browser.open(file);
		const elements = () => page.evaluate(() => document.querySelectorAll('img, svg, iframe, object, embed, script:not([type]), [onerror], [onload]').length);
		const before = await elements();
		let made = 0;
		for (const name of await tabs(page)) {
			await open(page, name);
			made = Math.max(made, (await elements()) - before);
		}
		for (const find of ['</script>', '__proto__', 'alert', '(', '\\', 'not UTF', 'zzz']) {
			for (const view of ['functions', 'flame', 'tree', 'callers']) {
				await show(page, `#${view};find=${encodeURIComponent(find)};fn=${encodeURIComponent('</script><img src=x onerror=alert(1)>')}`);
				made = Math.max(made, (await elements()) - before);
			}
		}
		await show(page, '#functions');
		const text = await page.locator('main').innerText();
		console.log(`${kind}: ${faults(page)}, ${made} elements made, ${text.includes('onerror=alert(1)') ? 'names are text' : 'NAMES ARE GONE'},`,
			`${(await page.title()).includes('alert') || (await page.locator('body').innerText()).includes('alert(7)') ? 'so is the URL' : 'NO URL'}`);
		const links = await page.evaluate(() => [...document.querySelectorAll('a[href]')].map(({ href }) => href).filter((href) => /^(javascript|data|https?):/.test(href) && !/^https:\/\/github\.com\/[\w\/.#-]+$/.test(href)));
		if (links.length > 0) console.log(`  links: ${links.slice(0, 3).join(' ').slice(0, 300)}`);
		await page.context().close();
	}
	JS, $reports);
?>
--EXPECT--
pairs: quiet, 0 elements made, names are text, so is the URL
tree: quiet, 0 elements made, names are text, so is the URL
diff: quiet, 0 elements made, names are text, so is the URL
