--TEST--
A report of two sets says of noise what xhprof diff says: medians, how many runs, and a skewed interval from end to end
--SKIPIF--
<?php
require __DIR__ . '/page.inc';
need_browser();
?>
--FILE--
<?php
require __DIR__ . '/page.inc';
require_once __DIR__ . '/../../../cli/autoload.php';

use XHProf\Cli\Run\RunSet;
use XHProf\Cli\Run\SetFile;

/* Runs of which one in three takes twice as long: an interval of their medians is skewed. */
function set_of(string $name, int $runs, int $percent): string
{
	$set = new RunSet();
	for ($i = 0; $i < $runs; $i++) {
		$part = (100 + $i % 5) * ($i % 3 === 0 ? 2 : 1);
		$set->add(XHProf\Profile::fromPairs([
			'main()==>slow' => ['ct' => 7, 'wt' => $part * $percent],
			'main()==>same' => ['ct' => 2, 'wt' => 3000 + $i],
			'main()' => ['ct' => 1, 'wt' => $part * $percent + 5000],
		]));
	}
	SetFile::save($set, ['app.php'], $file = page_file($name));
	return $file;
}

$files = $diffs = [];
foreach (['three' => [3, 3, 130], 'twenty' => [20, 20, 110],
	'slower' => [20, 20, 300]] as $name => [$before, $after, $percent]) {
	$sets = [set_of("$name-before.set.json", $before, 100), set_of("$name-after.set.json", $after, $percent)];
	tool_json(['report', ...$sets, '--out', $files[$name] = page_file("$name.html")]);
	$diffs[$name] = tool_json(['diff', ...$sets]);
}
tool_json(['report', set_of('one.set.json', 20, 100), '--out', $files['one'] = page_file('one.html')]);

$said = in_browser(<<<'JS'
	const plain = (text) => text.replace(/\s+/g, ' ').trim();
	const answers = {};
	for (const [name, file] of Object.entries(data)) {
		const page = await browser.open(file);
		answers[name] = { head: plain(await page.locator('.facts-line').innerText()) };
		if (name !== 'one') {
			await show(page, '#changes;fn=slow');
			const cells = page.locator('.table-box tbody tr', { hasText: 'slow' }).locator('td');
			answers[name].row = (await cells.allInnerTexts()).map(plain);
			answers[name].titles = await cells.evaluateAll((cells) => cells.map(({ title }) => title));
			answers[name].bar = plain(await page.locator('.view-bar').innerText());
			answers[name].panel = plain(await page.locator('.panel .facts').innerText());
		}
		answers[name].faults = faults(page);
		await page.context().close();
	}
	console.log(JSON.stringify(answers));
	JS, $files);
$answers = json_decode($said, true) ?? exit($said);

$number = fn(string $title) => (int) strtr($title, [',' => '', ' ns' => '']);
foreach ($answers as $name => $answer) {
	echo "$name: $answer[head]\n";
	if ($name !== 'one') {
		echo '  ', strstr($answer['bar'], ' Copy', true), "\n  ", implode(' | ', $answer['row']),
			"\n  $answer[panel]\n";
		$row = array_column($diffs[$name]['functions'], null, 'name')['slow'];
		// own change, [95 % between,] own before, own after, inclusive, the same before, after, calls
		$at = count($answer['titles']) - 7;
		$ours = array_map($number,
			[$answer['titles'][1], $answer['titles'][$at + 1], $answer['titles'][$at + 2], $answer['titles'][$at + 3]]);
		$theirs = [$row['change']['own_wall_ns'], $row['before']['own_wall_ns'], $row['after']['own_wall_ns'],
			$row['change']['wall_ns']];
		echo '  ',
			$ours === $theirs ? 'as in xhprof diff' : implode(' ', $ours) . ', not ' . implode(' ', $theirs), "\n";
	}
	echo $answer['faults'] === 'quiet' ? '' : "  $answer[faults]\n";
}
?>
--EXPECT--
three: wall time 15.2 ms → 18.3 ms, medians of 3 and 3 runs +3.06 ms, +20.1 %
  2 functions changed: medians of 3 and 3 runs
  slow | +3.06 ms | 10.2 ms | 13.3 ms | +3.06 ms | 10.2 ms | 13.3 ms | 7
  own 13.3 ms 72.6 % before 10.2 ms +3.06 ms inclusive 13.3 ms 72.6 % before 10.2 ms +3.06 ms calls 7 before 7 0
  as in xhprof diff
twenty: wall time 15.4 ms → 16.4 ms, medians of 20 and 20 runs +1.04 ms, +6.7 % 95 % from -34.5 % to +76.5 %: cannot tell
  2 functions changed: medians of 20 and 20 runs
  slow | +1.04 ms | cannot tell | 10.4 ms | 11.4 ms | +1.04 ms | 10.4 ms | 11.4 ms | 7
  own 11.4 ms 69.5 % before 10.4 ms +1.04 ms inclusive 11.4 ms 69.5 % before 10.4 ms +1.04 ms calls 7 before 7 0
  as in xhprof diff
slower: wall time 15.4 ms → 36.1 ms, medians of 20 and 20 runs +20.7 ms, +135 % 95 % from +44.2 % to +325 %
  2 functions changed: medians of 20 and 20 runs
  slow | +20.7 ms | +11.1 ms … +49.7 ms | 10.4 ms | 31.1 ms | +20.7 ms | 10.4 ms | 31.1 ms | 7
  own 31.1 ms 86.1 % before 10.4 ms +20.7 ms inclusive 31.1 ms 86.1 % before 10.4 ms +20.7 ms calls 7 before 7 0
  as in xhprof diff
one: 15.4 ms wall (95 % from 15.2 ms to 25.0 ms) 10 calls medians of 20 runs
