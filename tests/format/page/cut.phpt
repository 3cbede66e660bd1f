--TEST--
A report that was cut off anywhere in its data says so, and never shows an empty page
--SKIPIF--
<?php
require __DIR__ . '/page.inc';
need_browser();
?>
--FILE--
<?php
require __DIR__ . '/page.inc';

$html = run(XHPROF_FLAGS_TREE, 'page_program')->export('html');
$files = ['whole' => report_of(run(XHPROF_FLAGS_TREE, 'page_program'), 'whole')];
$data = strpos($html, 'id="xhprof"');
foreach (['in the style' => strpos($html, '</style>') - 500, 'at half' => intdiv(strlen($html), 2),
	'before the data' => $data - 60, 'in the head' => $data + 100, 'in a block' => strpos($html, 'id="a-parent"') + 30,
	'in the script' => strlen($html) - 1000] as $where => $length) {
	$files[$where] = page_file(strtr($where, ' ', '_') . '.html', substr($html, 0, $length));
}
echo in_browser(<<<'JS'
	const context = await browser.chromium.newContext();
	context.setDefaultTimeout(PATIENCE);
	for (const [where, file] of Object.entries(data)) {
		const page = await context.newPage();
		await page.goto(`file://${file}`);
		await page.waitForFunction(() => document.body.innerText.trim() !== '' && !document.querySelector('progress'));
		const text = await page.evaluate(() => document.body.innerText);
		console.log(`${where}: ${/cut off/.test(text) ? text : text.split('\n').length > 5 ? 'shown' : text}`);
		await page.close();
	}
	JS, $files);
?>
--EXPECT--
whole: shown
in the style: This report is cut off: the end of the file is missing. Copy or download it again.
at half: This report is cut off: the end of the file is missing. Copy or download it again.
before the data: This report is cut off: the end of the file is missing. Copy or download it again.
in the head: This report is cut off: the end of the file is missing. Copy or download it again.
in a block: This report is cut off: the end of the file is missing. Copy or download it again.
in the script: This report is cut off: the end of the file is missing. Copy or download it again.
