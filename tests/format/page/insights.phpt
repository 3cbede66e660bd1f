--TEST--
Findings stand first in a report and lead to their place, and its queries are those of xhprof queries, as text, sorted by any column
--EXTENSIONS--
pdo
pdo_sqlite
--SKIPIF--
<?php
require __DIR__ . '/page.inc';
need_browser();
if (xhprof_info()['clock'] === 'fake') die('skip the fake clock has findings of its own');
?>
--FILE--
<?php
require __DIR__ . '/page.inc';

$script = page_file('program.php', <<<'PHP'
<?php
class Db
{
	function __construct(private PDO $pdo) {}
	function all(string $sql, array $values = []) { $rows = $this->pdo->prepare($sql); $rows->execute($values); return $rows->fetchAll(); }
}
class Widget
{
	function content(Db $db) { foreach ($db->all('select id from item') as $row) $this->title($db, $row[0]); }
	function title(Db $db, $id) { return $db->all('select title from cat where id = ?', [$id]); }
}
$pdo = new PDO('sqlite::memory:');
$pdo->exec('create table item (id int); create table cat (id int, title text)');
$pdo->exec('insert into item with recursive n(i) as (select 1 union all select i + 1 from n where i < 60) select i from n');
$db = new Db($pdo);
(new Widget)->content($db);
$pdo->query('select 1 as [<img src=x onerror=alert(1)>]');
PHP);
$run = page_file('run.json');
$page = page_file('html');
$settings = array_merge(...array_map(fn($setting) => ['-d', $setting],
	[...(module_path() === null ? [] : ['extension=' . module_path()]), ...array_map(fn($name) => "extension=$name",
		array_filter(['pdo', 'pdo_sqlite'], fn($name) => !in_array($name, tool_modules(), true)))]));
$tool = fn(string ...$words) => run_program(implode(' ',
	array_map(escapeshellarg(...), [PHP_BINARY, '-n', ...$settings, __DIR__ . '/../../../cli/bin/xhprof', ...$words])));
$tool('run', '--quiet', '--mode', 'tree', '--out', $run, '--', $script);
$tool('report', $run, '--out', $page);
$written = page_file('run.html');
$tool('run', '--quiet', '--mode', 'tree', '--out', $written, '--', $script);
$queries = json_decode($tool('queries', $run, '--json', '--limit', '1000'), true);
$advice = json_decode($tool('advise', $run, '--json'), true);
$tool('run', '--quiet', '--mode', 'timeline', '--out', $timed = page_file('timed.json'), '--', $script);
$tool('report', $timed, '--out', $timeline = page_file('timed.html'));
$wall = json_decode($tool('top', $timed, '--json'), true)['summary']['wall_ns'];
foreach ([[0, $wall], [intdiv($wall, 2), $wall - intdiv($wall, 8)], [0, 1]] as [$from, $to]) {
	$parts["from=$from;to=$to"] = json_decode(
		$tool('queries', $timed, '--json', '--limit', '1000', '--between', "{$from}ns..{$to}ns"), true)['queries'];
}

/* What a PHP without php.ini has built in. */
function tool_modules(): array
{
	return array_map(strtolower(...), explode("\n", run_program(escapeshellarg(PHP_BINARY) . ' -n -m')));
}

echo in_browser(<<<'JS'
	const same = (what, is, should) => console.log(what, JSON.stringify(is) === JSON.stringify(should) ? 'the same' : `${JSON.stringify(is)} not ${JSON.stringify(should)}`);
	for (const [name, file] of [['report', data.page], ['run --out', data.written]]) {
		const page = await browser.open(file);
		console.log(`${name}:`, (await tabs(page)).join(' '), '|', await page.getByRole('tab', { selected: true }).innerText());
		const profiler_ns = await page.evaluate(() => JSON.parse(document.getElementById('xhprof').textContent).runs[0].advice.profiler_ns);
		const cost = new RegExp(', [\\d.]+ \\w+, [\\d.]+ %' + (profiler_ns === 0 ? '' : ' without the profiler'));
		console.log((await page.locator('.findings-line').innerText()).replace(/\s+/g, ' ').replace(cost, ', COST'));
		console.log(faults(page));
	}
	const page = await browser.open(data.page);
	await page.waitForSelector('.page[data-state=complete]');
	await page.getByRole('link', { name: /finding/ }).click();
	await page.waitForSelector('.findings');
	await settled(page);
	same('findings', await page.locator('.findings > li > h2').allInnerTexts(), data.advice.findings.map(({ text }) => text));
	same('evidence', await page.locator('.findings li li').allInnerTexts(), data.advice.findings.flatMap(({ evidence }) => evidence));
	same('commands', await page.locator('.findings code').allInnerTexts(), data.advice.findings.map((finding) => finding.try.command));
	await page.locator('.finding-path', { hasText: 'Widget' }).click();
	await settled(page);
	const state = decodeURIComponent(new URL(page.url()).hash);
	console.log(state.replace(/at=\d+/, 'at=N'));
	console.log(await page.locator('footer, .foot').first().innerText());

	await open(page, 'Queries');
	const cells = async (column) => page.locator(`.table-box tbody .col-${column}`).allInnerTexts();
	same('texts', await cells('query'), data.queries.queries.map(({ text }) => text));
	same('calls', await cells('calls'), data.queries.queries.map(({ calls }) => String(calls)));
	same('callers', await cells('caller'), data.queries.queries.map(({ callers: [{ calls, function: name }] }) => `${calls === 1 ? 'once' : `${calls} times`} from ${name}`));
	await page.getByRole('button', { name: 'calls' }).click();
	console.log((await cells('calls')).join(' '));
	await page.locator('.table-box tbody tr', { hasText: 'where id' }).click();
	console.log(await page.locator('.query pre').innerText(), '|', (await page.locator('.query li').first().innerText()).replace(/ *\S*program.php:\d+.*| · .*/s, ''));
	await page.getByRole('searchbox').or(page.locator('input')).first().fill('onerror');
	await settled(page);
	console.log((await cells('query')).join(' | '), await page.locator('img').count());
	await page.setViewportSize({ width: 390, height: 800 });
	console.log(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), faults(page));

	/* A part of the time has the queries of xhprof queries --between: the first one all, the last one none. */
	const timed = await browser.open(data.timeline, { fragment: '#queries' });
	await timed.waitForSelector('.page[data-state=complete]');
	for (const [part, queries] of Object.entries(data.parts)) {
		await show(timed, `#queries;${part}`);
		await timed.waitForSelector('.view-bar');
		await settled(timed);
		const column = (name) => timed.locator(`.table-box tbody .col-${name}`).allInnerTexts();
		const is = [await column('query'), await column('calls'), await column('caller')];
		same('queries of a part', is, [queries.map(({ text }) => text), queries.map(({ calls }) => String(calls)),
			queries.map(({ callers: [{ calls, function: name }], callers }) => `${calls === 1 ? 'once' : `${calls} times`} from ${name}${callers.length > 1 ? ` and ${callers.length - 1} more` : ''}`)]);
		if (part === 'from=0;to=1') console.log(await timed.locator('.table-empty').innerText());
	}
	console.log(faults(timed));
	JS, ['page' => $page, 'written' => $written, 'queries' => $queries, 'advice' => $advice, 'timeline' => $timeline,
	'parts' => $parts]);
?>
--EXPECT--
report: Findings Flame Tree Functions Callers Queries Save | Flame
1 finding SQL: the same text 60 times from Widget::content, COST
quiet
run --out: Findings Flame Tree Functions Callers Queries Save | Flame
1 finding SQL: the same text 60 times from Widget::content, COST
quiet
findings the same
evidence the same
commands the same
#flame;at=N;fn=PDOStatement::execute#select title from cat where id = ?
main()
Widget::content
Widget::title
Db::all
texts the same
calls the same
callers the same
60 1 1 1 1
select title from cat where id = ? | 60 times from Db::all
select ? as [<img src=x onerror=alert(?)>] 0
0 quiet
queries of a part the same
queries of a part the same
queries of a part the same
No queries in this part.
quiet
