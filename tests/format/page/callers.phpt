--TEST--
The callers and callees of a function are those that pprof counts: in Profile, in xhprof show, in the panel and the tab of a report
--SKIPIF--
<?php
require __DIR__ . '/page.inc';
need_browser();
if (!is_file('/usr/share/php/PhpParser/autoload.php')) die('skip needs php-parser');
?>
--EXTENSIONS--
tokenizer
ctype
--INI--
memory_limit=1G
--FILE--
<?php
require '/usr/share/php/PhpParser/autoload.php';
require __DIR__ . '/page.inc';

const FUNCTIONS = 8;

function parsed(): void
{
	$factory = new PhpParser\ParserFactory;
	$parser = method_exists($factory, 'createForNewestSupportedVersion')
		? $factory->createForNewestSupportedVersion() : $factory->create(PhpParser\ParserFactory::PREFER_PHP7);
	$code = file_get_contents('/usr/share/php/PhpParser/PrettyPrinterAbstract.php');
	(new PhpParser\PrettyPrinter\Standard)->prettyPrintFile($parser->parse($code));
}

/* By pprof's rule: an edge has the own time of each path that it is on, once. */
function edges(XHProf\Profile $run): array
{
	$edges = [];
	foreach ($run->stacks() as ['frames' => $frames, 'samples' => $calls, 'wall_ns' => $own_ns]) {
		$seen = [];
		foreach (array_slice($frames, 1) as $i => $callee) {
			$caller = $frames[$i];
			$edges[$caller][$callee] ??= [0, 0];
			$edges[$caller][$callee][0] += isset($seen[$caller][$callee]) ? 0 : $own_ns;
			$seen[$caller][$callee] = true;
		}
		if (isset($callee)) {
			$edges[$caller][$callee][1] += $calls;
		}
		unset($callee);
	}
	return $edges;
}

/* Wall time and calls by name. */
function expected(array $edges, string $name): array
{
	$callers = array_map(fn($of) => $of[$name], array_filter($edges, fn($of) => isset($of[$name])));
	return ['callers' => array_diff_key($callers, [$name => 0]),
		'callees' => array_diff_key($edges[$name] ?? [], [$name => 0])];
}

function rows(array $neighbours): array
{
	return array_map(fn($rows) => array_map(fn($row) => [$row['wall_ns'], $row['calls']], $rows),
		array_intersect_key($neighbours, ['callers' => 0, 'callees' => 0]));
}

function compare(string $what, array $ours, array $theirs): int
{
	foreach (['callers', 'callees'] as $side) {
		ksort($ours[$side]);
		ksort($theirs[$side]);
	}
	if ($ours != $theirs) {
		echo "$what: ", json_encode($ours), "\nnot ", json_encode($theirs), "\n";
	}
	return count($theirs['callers']) + count($theirs['callees']);
}

$runs = ['tree' => run(XHPROF_FLAGS_TREE, 'parsed'), 'pairs' => run(0, 'parsed'),
	'truncated' => run(XHPROF_FLAGS_TREE, 'parsed', ['max_nodes' => 1500])];
$edges = edges($runs['tree']);

/* The functions that are most within themselves. */
$levels = [];
foreach ($runs['tree']->functions(merge_recursion: false) as $name => $row) {
	if (preg_match('/^(.+)@(\d+)$/D', $name, $part) === 1) {
		$levels[$part[1]] = max($levels[$part[1]] ?? 0, (int) $part[2]);
	}
}
arsort($levels);
$functions = array_slice(array_keys(array_intersect_key($levels, $runs['truncated']->functions())), 0, FUNCTIONS);
$files = [];
foreach ($runs as $name => $run) {
	$run->export('json', $json[$name] = page_file("$name.json"));
	$files[$name] = report_of($run, $name);
}

$said = in_browser(<<<'JS'
	const answers = {};
	for (const [name, file] of Object.entries(data.files)) {
		const page = await browser.open(file, { height: 6000 });
		answers[name] = {};
		for (const fn of data.functions) {
			await show(page, `#callers;fn=${encodeURIComponent(fn)};metric=wall`);
			const side = (which) => page.locator(`.flank-${which} tbody tr`).evaluateAll((rows) => rows
				.map((row) => [...row.querySelectorAll('td')])
				.filter((cells) => cells.length > 1 && cells[0].innerText !== 'itself')
				.map((cells) => ({ name: cells[0].title, exact: cells[2].title, shown: cells[2].innerText, share: cells[1].innerText, calls: cells[3].innerText })));
			const panel = (which) => page.locator('.panel .side', { hasText: which }).locator('li button').evaluateAll((rows) => rows
				.map((row) => [row.title, row.querySelector('.amount').innerText]));
			answers[name][fn] = { callers: await side('callers'), callees: await side('callees'),
				panel: { callers: await panel('callers'), callees: await panel('callees') },
				facts: await page.locator('.middle-facts').innerText() };
		}
		if (page.faults.length > 0) console.log(faults(page));
		await page.context().close();
	}
	console.log(JSON.stringify(answers));
	JS, ['files' => $files, 'functions' => $functions]);
$answers = json_decode($said, true) ?? exit($said);

foreach ($runs as $name => $run) {
	$compared = 0;
	$exact = 0;
	foreach ($functions as $function) {
		$neighbours = $run->neighbours($function);
		$rows = rows($neighbours);
		if ($name === 'tree') {
			$exact += compare("$name: $function", $rows, expected($edges, $function));
		}
		$shown = tool_json(['show', $json[$name], '--function', $function]);
		$compared += compare("$name: show $function",
			rows(array_map(fn($side) => is_array($side) ? array_column($side, null, 'name') : [], $shown)), $rows);
		$page = $answers[$name][$function];
		$number = fn(string $text) => (int) preg_replace('/\D/', '', $text);
		$tab = fn(string $side) => array_map(fn($row) => [$number($row['exact']), $number($row['calls'])],
			array_column($page[$side], null, 'name'));
		$compared += compare("$name: tab of $function",
			['callers' => $tab('callers'), 'callees' => $tab('callees')], $rows);
		foreach (['callers', 'callees'] as $side) {
			$most = array_map(fn($row) => $row['shown'], array_column($page[$side], null, 'name'));
			foreach ($page['panel'][$side] as [$other, $amount]) {
				$compared++;
				if (($most[$other] ?? null) !== $amount) {
					echo "$name: panel of $function: $side $other $amount, not ", $most[$other] ?? 'there', "\n";
				}
			}
			foreach ($page[$side] as $row) {
				if ((float) $row['share'] > 100) {
					echo "$name: $side of $function: $row[name] $row[share]\n";
				}
			}
		}
		$by = $neighbours['recursive_calls'];
		if ($by > 0 && !str_contains($page['facts'], number_format($by) . ' by itself')) {
			echo "$name: $function: $page[facts], not $by by itself\n";
		}
	}
	echo $name === 'truncated' && $run->summary()['truncated_calls'] === 0 ? 'not ' : '', "$name: ",
		$compared > 100 ? 'compared' : $compared, $exact > 50 ? ', and with the paths' : '', "\n";
}

/* Levels of recursion bound the pairs: no more than the paths, and of nearly all the same. */
$more = $sum = $least = 0;
foreach ($functions as $function) {
	$known = expected($edges, $function);
	foreach (rows(XHProf\Profile::fromPairs($runs['tree']->pairs())->neighbours($function)) as $side => $rows) {
		foreach ($rows as $other => [$wall_ns, $calls]) {
			[$exact_ns, $exact_calls] = $known[$side][$other];
			$more += $calls !== $exact_calls || $wall_ns > $exact_ns + 1000 * $calls ? 1 : 0;
			$sum += $exact_ns;
			$least += $wall_ns;
		}
	}
}
echo "without paths: $more too much, ", $least > 0.9 * $sum ? 'more than nine tenths of all' : "$least of $sum", "\n";
?>
--EXPECT--
tree: compared, and with the paths
pairs: compared
truncated: compared
without paths: 0 too much, more than nine tenths of all
