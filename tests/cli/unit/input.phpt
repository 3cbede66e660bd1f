--TEST--
Words stand for the runs that are asked for, merged or in groups
--FILE--
<?php
require __DIR__ . '/unit.inc';

use XHProf\Cli\Input\MergedRuns;
use XHProf\Cli\Input\RunFinder;
use XHProf\Cli\Input\RunGroups;
use XHProf\Cli\Run\Reduction;
use XHProf\Cli\Saved\Dimension;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\View\GroupView;
use XHProf\Cli\View\LeftOut;
use XHProf\Cli\View\SpreadView;

putenv('COLUMNS=80');
$folder = unit_folder();
$files = route_runs($folder);

/* Groups, and all merged into one. */
same('percentiles', [5, 1, 5, 9, 10], [RunGroups::percentile([5], 50), RunGroups::percentile([1, 2], 50),
	RunGroups::percentile(range(1, 10), 50), RunGroups::percentile(range(1, 10), 90), RunGroups::percentile(range(1,
	10), 91)]);
$groups = new RunGroups($files, Dimension::of(new Arguments(['--group-by', 'uri'], ['group-by' => true])),
	Reduction::none());
same('groups, the greatest first', [['/b', 1, 10_000_000, 10_000_000, 10_000_000], ['/a', 3, 6_000_000, 2_000_000,
	3_000_000]], array_map(static fn (array $group): array => [$group['value'], $group['runs'], $group['total_ns'],
	$group['p50_ns'], $group['p95_ns']], $groups->groups()));
same('they are all', [$groups->runs, $groups->total_ns], [array_sum(array_column($groups->groups(), 'runs')),
	array_sum(array_column($groups->groups(), 'total_ns'))]);
$terminal = new Terminal(fopen('php://memory', 'w'));
$view = new GroupView($groups, $terminal);
same('as a table', ['uri', 4, ['62.5', '37.5']], [$view->data(1)['group_by'], $view->data(1)['runs'],
	array_map(static fn (string $line): string => strtok($line, ' '), array_slice(explode("\n", $view->text(5)), 1,
	2))]);
$merged = new MergedRuns($files, 4, Reduction::none());
same('one of all', [16_000_000, 8, 4, 4_000_000, 2_000_000, 10_000_000], [$merged->profile->summary()['wall_ns'],
	$merged->profile->functions()['f']['calls'], $merged->spread()['count'], $merged->spread()['mean_ns'],
	$merged->spread()['p50_ns'], $merged->spread()['p95_ns']]);
same('the slowest, the hosts', [[10_000_000, 3_000_000, 2_000_000], ['h1' => 3, 'h2' => 1]],
	[array_column($merged->spread()['slowest'], 'wall_ns'), $merged->spread()['hosts']]);
same('in words', true, str_starts_with((new SpreadView($merged, $terminal))->text(),
	"over 4 runs: wall  mean 4.00 ms  p50 2.00 ms  p95 10.0 ms\nslowest: 0000000000000003"));
foreach ([15, 16, 17, 32, 33] as $count) {
	$many = new MergedRuns(array_fill(0, $count, $files[0]), $count, Reduction::none());
	same("$count runs, 16 at a time", [$count, $count, $count * 1_000_000], [$many->count(),
		$many->profile->summary()['runs'], $many->profile->summary()['wall_ns']]);
}
file_put_contents($cut = unit_folder() . '/cut.json', '{');
same('4 runs and a damaged one are all that there are', ['over 4 runs: wall',
	'over 4 runs, the newest of 6 (--max-runs): wall'], array_map(
	static fn (int $found): string => explode('  ', (new SpreadView(new MergedRuns([...$files, $cut], $found,
	Reduction::none()), $terminal))->text())[0], [5, 6]));
same('left out', ['', "5 runs were left out:\n  a\n  b\n  c\n", "1 run was left out:\n  a\n"], [LeftOut::text([],
	$terminal), LeftOut::text(['a', 'b', 'c', 'd', 'e'], $terminal), LeftOut::text(['a'], $terminal)]);
$finder = static fn (array $words,
	string ...$options): array => array_map(static fn (string $file): string => substr(basename($file), 0, 16),
	(new RunFinder(new Arguments($options, ['uri' => true, 'since' => true, 'max-runs' => true, 'host' => true,
	'dir' => true, 'slower-than' => true, 'status' => true, 'trace' => true])))->files($words));
foreach ([[[$folder], [], ['0000000000000003']], [[$folder], ['--uri=/a'], ['0000000000000002', '0000000000000001',
	'0000000000000000']], [[$folder], ['--uri=/a', '--max-runs=2'], ['0000000000000002', '0000000000000001']],
	[["$folder/*0.*", $files[2]], [], ['0000000000000000', '0000000000000002']],
	[["$folder/*"], ['--host=h2'], ['0000000000000002']]] as [$words, $options, $found]) {
	same('files of ' . basename($words[0]) . ' ' . implode(' ', $options), $found, $finder($words, ...$options));
}
refused('none', 'no run matches these options', static fn () => $finder([$folder], '--uri=/c'));
refused('no file of a pattern', 'no file matches', static fn () => $finder(["$folder/x*"]));
finish();
?>
--EXPECT--
all as expected
