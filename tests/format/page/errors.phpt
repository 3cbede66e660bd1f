--TEST--
The page of a run of samples has the errors of xhprof top, of functions by the metric that is shown and of waits, and its head says by what samples were taken and why
--SKIPIF--
<?php
require __DIR__ . '/page.inc';
need_browser();
?>
--FILE--
<?php
require __DIR__ . '/page.inc';
require __DIR__ . '/../samples.inc';

$run = sampled_run(['url' => 'x'], ['timer' => ['runs' => 1, 'reason' => 'the system does not permit perf']]);
$run->export('json', $json = page_file('json'));
$waits = tool_json(['top', $json, '--group-by', 'wait'])['waits'];

$said = in_browser(<<<'JS'
	const plain = (text) => text.replace(/\s+/g, ' ').trim();
	const page = await browser.open(data.run, { width: 1600 });
	await page.waitForSelector('.page[data-state=complete]');
	const table = async (fragment) => {
		await show(page, fragment);
		const cells = async (column) => (await page.locator(`.table-box tbody .col-${column}`).allInnerTexts()).map(plain);
		const names = await cells('name');
		const own = await cells(fragment.startsWith('#waits') ? 'part' : 'ownpart');
		const inclusive = fragment.startsWith('#functions') ? await cells('inclusivepart') : own;
		const error = (text) => text.replace(/.*±/, '±');
		return Object.fromEntries(names.map((name, i) => [name, [own[i], inclusive[i]].map(error)]));
	};
	const head = async () => (await page.locator('.summary .warnings li').allInnerTexts()).map((text) => plain(text).replace(/ ?\?.*/, ''));
	const answers = {};
	for (const metric of ['wall', 'cpu']) {
		answers[metric] = await table(`#functions;metric=${metric}`);
		answers[`head of ${metric}`] = await head();
		await picture(page, `errors_${metric}`);
	}
	answers.waits = await table('#waits');
	for (const metric of ['wall', 'cpu']) {
		answers[`part of ${metric}`] = await table(`#functions;metric=${metric};from=0;to=550000000`);
		answers[`components of ${metric}`] = await table(`#components;metric=${metric}`);
	}
	answers.faults = faults(page);
	const other = await browser.open(data.perf);
	answers.perf = (await other.locator('.summary .warnings li').allInnerTexts()).map((text) => plain(text).replace(/ ?\?.*/, ''));
	console.log(JSON.stringify(answers));
	JS, ['run' => report_of($run, 'run'), 'perf' => report_of(sampled_run(['url' => 'x'],
	['perf' => ['runs' => 1, 'reason' => 'the first choice where the system permits it']]), 'perf')]);
$answers = json_decode($said, true) ?? exit($said);

$text = fn(float $points): string => sprintf('±%.1f', $points);
foreach (['wall' => '', 'cpu' => 'cpu_'] as $metric => $key) {
	foreach ($run->functions() as $name => $row) {
		$theirs = [$text($row["{$key}share_error_points"]), $text($row["incl_{$key}share_error_points"])];
		echo "$metric $name ", implode(' ', $answers[$metric][$name]),
			$answers[$metric][$name] === $theirs ? '' : ', not ' . implode(' ', $theirs), "\n";
	}
	echo '  ', implode("\n  ", $answers["head of $metric"]), "\n";
}
foreach ($waits as $row) {
	$ours = $answers['waits'][$row['name']][0];
	echo "wait $row[name] $ours",
		$ours === $text($row['share_error_points']) ? '' : ', not ' . $text($row['share_error_points']), "\n";
}
foreach (['part', 'components'] as $of) {
	foreach (['wall', 'cpu'] as $metric) {
		$errors = array_merge(...array_values($answers["$of of $metric"]));
		echo "$of by $metric: ", count($errors) > 0 && preg_grep('/^±\d+\.\d$/', $errors) === $errors
			? 'all have errors' : json_encode($answers["$of of $metric"]), "\n";
	}
}
echo '  ', implode("\n  ", $answers['perf']), "\n";
echo $answers['faults'], "\n";
?>
--EXPECT--
wall {sleep} ±2.8 ±2.8
wall a ±3.2 ±2.8
wall b ±1.5 ±1.5
wall main() ±0.5 ±0.5
  shares are within ±3.2 points, 13.6 % inferred
  sampled by timer signals: the system does not permit perf
cpu {sleep} ±2.9 ±2.9
cpu a ±7.5 ±2.9
cpu b ±7.5 ±7.5
cpu main() ±2.9 ±2.9
  shares of CPU time are within ±7.5 points, 13.6 % inferred
  sampled by timer signals: the system does not permit perf
wait sleep ±2.8
wait (on a CPU) ±5.9
wait (not named) ±5.4
part by wall: all have errors
part by cpu: all have errors
components by wall: all have errors
components by cpu: all have errors
  shares are within ±3.2 points, 13.6 % inferred
  sampled by perf signals: the first choice where the system permits it
quiet
