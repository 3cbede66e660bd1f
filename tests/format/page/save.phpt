--TEST--
A report saves folded stacks and a summary, and names the commands that convert its run
--SKIPIF--
<?php
require __DIR__ . '/page.inc';
need_browser();
?>
--FILE--
<?php
require __DIR__ . '/page.inc';

$profile = run(XHPROF_FLAGS_TREE | ALL_METRICS | XHPROF_FLAGS_ALLOC, 'page_program');
$html = report_of($profile, 'run');
$summary = $profile->summary();
$said = in_browser(<<<'JS'
	const page = await browser.open(data);
	await show(page, '#save');
	const files = {};
	for (const name of ['folded stacks', 'summary']) {
		files[name] = readFileSync(await saved(page, name), 'utf8');
	}
	const lines = await page.locator('.commands li').allInnerTexts();
	await picture(page, 'save');
	console.log(JSON.stringify({ files, lines, faults: faults(page) }));
	JS, $html);
['files' => $files, 'lines' => $commands, 'faults' => $faults] = json_decode($said, true) ?? exit($said);
echo $faults, "\n";

$lines = fn(string $text) => array_map(fn($line) => preg_replace('/^(.*) (\d+)$/', '$2 $1', $line),
	explode("\n", trim($text)));
$ours = $lines($files['folded stacks']);
$theirs = $lines(report_text($profile->export('folded')));
sort($ours);
sort($theirs);
echo 'folded: ', $ours === $theirs ? 'the same as the extension'
	: implode("\n", array_merge(array_diff($ours, $theirs), ['--'], array_diff($theirs, $ours))), "\n";

echo 'summary: ', json_decode($files['summary'], true)['summary'] == $summary ? 'the same' : 'ANOTHER', "\n";

foreach ($commands as $command) {
	echo preg_replace('/\s+/', ' ', $command), "\n";
}

/* Names as a report has them. */
function report_text(string $folded): string
{
	return implode("\n", array_map(report_name(...), explode("\n", $folded)));
}
?>
--EXPECT--
quiet
folded: the same as the extension
summary: the same
Copy xhprof convert RUN --format pprof --out run.pb.gz go tool pprof, Pyroscope, Grafana
Copy xhprof convert RUN --format speedscope --out run.speedscope.json speedscope.app
Copy xhprof convert RUN --format callgrind --out run.callgrind KCachegrind, QCachegrind
