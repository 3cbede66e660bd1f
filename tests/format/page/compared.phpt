--TEST--
A report of two runs begins with the words of xhprof diff, knows functions and paths again, and has before, after and change in every view
--SKIPIF--
<?php
require __DIR__ . '/page.inc';
need_browser();
?>
--FILE--
<?php
require __DIR__ . '/page.inc';

/* Samples of a page: $line is that of its closure, $way the functions between page() and body(). */
function sampled(int $line, array $way, int $body, string $php): XHProf\Profile
{
	$closure = "{closure:src/page.php:$line}";
	$stacks = [[['page', $closure], 40], [['page'], 10], [['page', ...$way], 5],
		[['page', ...$way, 'body', 'row'], $body], [['page', ...$way, 'body', 'strtr'], 20]];
	$rows = array_map(fn (array $stack): array => ['frames' => ['main()', ...$stack[0]], 'samples' => $stack[1],
		'wall_ns' => $stack[1] * 1000000, 'cpu_ns' => 0], $stacks);
	$own = ['file' => '/app/src/page.php', 'line' => 3];

	return XHProf\Profile::fromStacks($rows, ['url' => '/page', 'xhprof' => ['method' => 'GET', 'php' => $php]], null,
		array_fill_keys(['page', ...$way, 'body', 'row'], $own) + [$closure => ['line' => $line] + $own]);
}

$before = page_file('before.json', sampled(12, ['callMacro'], 100, '8.4.1')->export('json'));
$files = [];
foreach (['comment' => [13, ['callMacro'], 100, '8.4.1'],
	'moved' => [13, ['call', 'legacy'], 150, '8.5.0']] as $name => $options) {
	$after = page_file("$name.json", sampled(...$options)->export('json'));
	tool_json(['report', $before, $after, '--out', $files[$name] = page_file("$name.html")]);
	$words[$name] = strtr(tool_json(['diff', $before, $after])['words'], ['`' => '']);
}

$said = in_browser(<<<'JS'
	const plain = (text) => text.replace(/\s+/g, ' ').trim();
	const rows = async (page) => (await page.locator('.table-box tbody tr').allInnerTexts()).map(plain).filter(Boolean);
	for (const [name, file] of Object.entries(data)) {
		const page = await browser.open(file, { fragment: '#flame' });
		console.log(`${name}: ${plain(await page.locator('.page').innerText()).slice(0, 60)}`);
		console.log(`  ${plain(await page.locator('.words p:last-child').innerText())}`);
		console.log(`  ${(await page.locator('.gone').allInnerTexts()).map(plain).join() || 'nothing is gone'}`);
		for (const view of ['changes', 'tree', 'functions', 'callers;fn=body']) {
			await show(page, `#${view}`);
			console.log(`  ${view}:\n    ${(await rows(page)).join('\n    ')}`);
		}
		console.log(`  ${plain(await page.locator('.middle').innerText())}`);
		await show(page, '#changes;fn=row');
		console.log(`  ${plain(await page.locator('.panel').innerText())}`);
		if (name === 'moved') {
			await page.locator('.words a').first().click();
			await settled(page);
			console.log(`  ${plain(await page.locator('.panel h2').innerText())}`);
			await show(page, `#changes;fn=${encodeURIComponent('{closure:src/page.php:13}')}`);
			console.log(`  ${plain(await page.locator('.panel').innerText()).slice(0, 60)}`);
		}
		console.log(`  ${faults(page)}`);
		await page.context().close();
	}
	JS, $files);
echo $said;
foreach ($words as $text) {
	echo str_contains($said, $text) ? "the words of xhprof diff\n" : "other words: $text\n";
}
?>
--EXPECT--
comment: No change. GET /page wall time 175 ms → 175 ms 0 ns, 0.0 % P
  No change.
  nothing is gone
  changes:

  tree:
    ▾ main() 0 ns 175 ms 175 ms 0 ns
    ▾ page 0 ns 175 ms 175 ms 0 ns
    {closure:src /page.php:13} 0 ns 40.0 ms 40.0 ms 0 ns
    ▸ callMacro 0 ns 125 ms 125 ms 0 ns
  functions:
    main() 0 ns 0 ns 0 ns 0 ns 175 ms 175 ms
    page 0 ns 10.0 ms 10.0 ms 0 ns 175 ms 175 ms
    {closure:src /page.php:13} 0 ns 40.0 ms 40.0 ms 0 ns 40.0 ms 40.0 ms
    callMacro 0 ns 5.00 ms 5.00 ms 0 ns 125 ms 125 ms
    body 0 ns 0 ns 0 ns 0 ns 120 ms 120 ms
    row 0 ns 100 ms 100 ms 0 ns 100 ms 100 ms
    strtr 0 ns 20.0 ms 20.0 ms 0 ns 20.0 ms 20.0 ms
  callers;fn=body:
    ▸ callMacro 0 ns 120 ms 120 ms
    row 0 ns 100 ms 100 ms
    strtr 0 ns 20.0 ms 20.0 ms
    itself 0 ns 0 ns 0 ns
  body own 0 ns 0.0 % (before 0 ns, 0 ns) inclusive 120 ms 68.6 % (before 120 ms, 0 ns) page.php:3
  × row page.php:3 no links VS Code PhpStorm Sublime Text Zed own 100 ms 57.1 % before 100 ms 0 ns inclusive 100 ms 57.1 % before 100 ms 0 ns callers (1), change body 0 ns
  quiet
moved: Not comparable: php 8.4.1 -> 8.5.0 50.0 ms slower, the great
  50.0 ms slower, the greatest in row (+50.0 ms); one run each cannot tell a change from noise.
  gone: 5.00 ms in 1 path callMacro
  changes:
    row +50.0 ms 100 ms 150 ms +50.0 ms 100 ms 150 ms
    new legacy +5.00 ms 0 ns 5.00 ms +175 ms 0 ns 175 ms
    gone callMacro -5.00 ms 5.00 ms 0 ns -125 ms 125 ms 0 ns
    main() 0 ns 0 ns 0 ns +50.0 ms 175 ms 225 ms
    page 0 ns 10.0 ms 10.0 ms +50.0 ms 175 ms 225 ms
    new call 0 ns 0 ns 0 ns +175 ms 0 ns 175 ms
    body 0 ns 0 ns 0 ns +50.0 ms 120 ms 170 ms
  tree:
    ▾ main() +50.0 ms 175 ms 225 ms 0 ns
    ▾ page +50.0 ms 175 ms 225 ms 0 ns
    ▾ new call +55.0 ms 120 ms 175 ms 0 ns
    ▾ new legacy +55.0 ms 120 ms 175 ms +5.00 ms
    ▾ body +50.0 ms 120 ms 170 ms 0 ns
    row +50.0 ms 100 ms 150 ms +50.0 ms
    strtr 0 ns 20.0 ms 20.0 ms 0 ns
    gone callMacro -5.00 ms 5.00 ms 0 ns -5.00 ms
    {closure:src /page.php:13} 0 ns 40.0 ms 40.0 ms 0 ns
  functions:
    row +50.0 ms 100 ms 150 ms +50.0 ms 100 ms 150 ms
    new legacy +5.00 ms 0 ns 5.00 ms +175 ms 0 ns 175 ms
    gone callMacro -5.00 ms 5.00 ms 0 ns -125 ms 125 ms 0 ns
    main() 0 ns 0 ns 0 ns +50.0 ms 175 ms 225 ms
    page 0 ns 10.0 ms 10.0 ms +50.0 ms 175 ms 225 ms
    {closure:src /page.php:13} 0 ns 40.0 ms 40.0 ms 0 ns 40.0 ms 40.0 ms
    new call 0 ns 0 ns 0 ns +175 ms 0 ns 175 ms
    body 0 ns 0 ns 0 ns +50.0 ms 120 ms 170 ms
    strtr 0 ns 20.0 ms 20.0 ms 0 ns 20.0 ms 20.0 ms
  callers;fn=body:
    ▸ legacy +170 ms 0 ns 170 ms
    callMacro -120 ms 120 ms 0 ns
    row +50.0 ms 100 ms 150 ms
    strtr 0 ns 20.0 ms 20.0 ms
    itself 0 ns 0 ns 0 ns
  body own 0 ns 0.0 % (before 0 ns, 0 ns) inclusive 170 ms 75.6 % (before 120 ms, +50.0 ms) page.php:3
  × row page.php:3 no links VS Code PhpStorm Sublime Text Zed own 150 ms 66.7 % before 100 ms +50.0 ms inclusive 150 ms 66.7 % before 100 ms +50.0 ms callers (1), change body +50.0 ms
  row
  × {closure:src/page.php:13} before: {closure:src/page.php:12
  quiet
the words of xhprof diff
the words of xhprof diff
