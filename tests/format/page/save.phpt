--TEST--
What a report saves as pprof, speedscope and folded stacks adds up to the run
--SKIPIF--
<?php
require __DIR__ . '/page.inc';
need_browser();
need_program('go');
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
	for (const [name, ending] of [['pprof', 'pb.gz'], ['speedscope', 'json'], ['folded stacks', 'txt'], ['summary', 'json']]) {
		files[name] = readFileSync(await saved(page, name)).toString('base64');
	}
	console.log(JSON.stringify({ files, faults: faults(page) }));
	JS, $html);
['files' => $files, 'faults' => $faults] = json_decode($said, true) ?? exit($said);
$files = array_map(base64_decode(...), $files);
echo $faults, "\n";

$lines = fn(string $text) => array_map(fn($line) => preg_replace('/^(.*) (\d+)$/', '$2 $1', $line), explode("\n", trim($text)));
$ours = $lines($files['folded stacks']);
$theirs = $lines(report_text($profile->export('folded')));
sort($ours);
sort($theirs);
echo 'folded: ', $ours === $theirs ? 'the same as the extension' : implode("\n", array_merge(array_diff($ours, $theirs), ['--'], array_diff($theirs, $ours))), "\n";

$scope = json_decode($files['speedscope'], true);
foreach ($scope['profiles'] as $one) {
	$open = $at = 0;
	foreach ($one['events'] as $event) {
		$open += $event['type'] === 'O' ? 1 : -1;
		$backward = ($backward ?? false) || $event['at'] < $at;
		$at = $event['at'];
	}
	$total = ['wall time' => $summary['wall_ns'], 'CPU time' => $summary['cpu_ns']][$one['name']] ?? null;
	echo "speedscope: $one[name], ", $open === 0 && !$backward ? 'well formed' : 'BROKEN', $total === null ? '' : ', off by ' . ($at - $total), "\n";
}

$pprof = page_file('pb.gz', $files['pprof']);
$top = run_program('PPROF_TMPDIR=' . escapeshellarg(sys_get_temp_dir()) . ' go tool pprof -sample_index=wall -raw ' . escapeshellarg($pprof));
preg_match('/^Samples:\n(.*)\n/m', $top, $types);
preg_match_all('/^ +([\d -]+): [\d ]*$/m', $top, $rows);
foreach (preg_split('/ +/', trim($types[1] ?? '')) as $i => $type) {
	$sums[preg_replace('~/.*|\[.*~', '', $type)] = array_sum(array_map(fn($row) => (int) preg_split('/ +/', trim($row))[$i], $rows[1]));
}
echo 'pprof: ', implode(' ', array_keys($sums)), ', calls off by ', $sums['calls'] - $summary['calls'], ', wall off by ', $sums['wall'] - $summary['wall_ns'],
	', cpu off by ', $sums['cpu'] - $summary['cpu_ns'], "\n";
echo 'summary: ', json_decode($files['summary'], true)['summary'] == $summary ? 'the same' : 'ANOTHER', "\n";

/* Names as a report has them. */
function report_text(string $folded): string
{
	return implode("\n", array_map(report_name(...), explode("\n", $folded)));
}
?>
--EXPECT--
quiet
folded: the same as the extension
speedscope: wall time, well formed, off by 0
speedscope: CPU time, well formed, off by 0
speedscope: memory grown, well formed
speedscope: peak grown, well formed
speedscope: allocated, well formed
speedscope: blocks allocated, well formed
speedscope: alive at the end, well formed
speedscope: blocks alive at the end, well formed
speedscope: alive at the peak, well formed
speedscope: temporary blocks, well formed
pprof: calls wall cpu memory_grown memory_freed peak_grown alloc_space alloc_objects inuse_space inuse_objects at_peak_bytes temporary, calls off by 0, wall off by 0, cpu off by 0
summary: the same
