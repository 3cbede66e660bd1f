--TEST--
Differences, functions, lines and distortions have the numbers of their runs, and add up
--FILE--
<?php
require __DIR__ . '/unit.inc';

use XHProf\Cli\Code\Files;
use XHProf\Cli\Code\FunctionCode;
use XHProf\Cli\Comparison\SetDiff;
use XHProf\Cli\Comparison\Threshold;
use XHProf\Cli\Metric\Metric;
use XHProf\Cli\Run\RunSet;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\View\DiffMarkdown;
use XHProf\Cli\View\DiffView;
use XHProf\Cli\View\DistortionView;
use XHProf\Cli\View\FunctionDiffView;
use XHProf\Cli\View\FunctionView;
use XHProf\Cli\View\SourceView;

date_default_timezone_set('UTC');
putenv('COLUMNS=80');
$terminal = new Terminal(fopen('php://memory', 'w'));
$run = static fn (int $calls, int $us, string $name = 'f'): XHProf\Profile => pairs_run(["a==>$name" => [$calls, $us],
	'main()==>a' => [1, 50 + $us], 'main()' => [1, 100 + $us]]);
$sets = static fn (array $first, array $second): array => array_map(static function (array $runs): RunSet {
	$set = RunSet::ofRun($runs[0]);
	array_map($set->add(...), array_slice($runs, 1));

	return $set;
}, [$first, $second]);
$diff = static fn (array $first, array $second, array $thresholds = [],
	string $by = 'own_wt'): DiffView => new DiffView($sets($first, $second)[0], $sets($first, $second)[1],
	array_map(static fn (string $text): Threshold => Threshold::parse($text), $thresholds), $terminal, Metric::of($by));

/* A diff. */
$one = $diff([$run(10, 40)], [$run(30, 120)], ['wt>+10%', 'wt[f]>200us', 'ct>+30']);
$data = $one->data(2);
same('totals', [['ct', 12, 32], ['wt', 140_000, 220_000]], array_map(static fn (array $row): array => [$row['metric'],
	$row['before'], $row['after']], $data['totals']));
same('functions', [['f', 80_000, 20]], array_map(static fn (array $row): array => [$row['name'],
	$row['change']['own_wall_ns'], $row['change']['calls']], array_slice($data['functions'], 0, 1)));
same('only one changed', ['f'], array_keys($one->changed()));
same('thresholds', [[140_000, 220_000, true], [40_000, 120_000, false], [12, 32, false]],
	array_map(static fn (array $check): array => [$check['before'], $check['after'], $check['broken']],
	$data['thresholds']));
same('worse', [true, false, true], [$one->isWorse(), $one->isUnclear(), $data['worse']]);
$text = $one->text(5);
foreach (["wall        140 us    220 us   +80.0 us   +57.1 %\n", "  +80.0 us  40.0 us   120 us       +20  f\n",
	"FAILED  wt>+10%: 140 us -> 220 us  +57.1 %\n", "ok      wt[f]>200us: 40.0 us -> 120 us  +200 %\n"] as $part) {
	same('the diff has "' . trim($part) . '"', true, str_contains($text, $part));
}
same('nothing', ["no function differs\n", []], [strstr(substr($same = $diff([$run(1, 1)], [$run(1, 1)])->text(5),
	(int) strpos($same, 'no function')), "\n", true) . "\n", $diff([$run(1, 1)], [$run(1, 1)])->changed()]);
$two = $diff([$run(1, 40)], [$run(1, 10, 'g')]);
same('a function that one side has', [[true, false], [false, true]], array_map(static fn (string $name): array =>
	[isset($two->diff->before[$name]), isset($two->diff->after[$name])], ['f', 'g']));
refused('neither has it', 'neither run has the function "fg"', static fn () => $diff([$run(1, 1)], [$run(1, 1)],
	['wt[fg]>1us']));
foreach (['mian()' => 'did you mean main()?', 'something' => 'xhprof top FILE lists names'] as $name => $advice) {
	refused("neither has $name", "($advice)", static fn () => $diff([$run(1, 1)], [$run(1, 1)], ["wt[$name]>1us"]));
}
same('texts of a function are one for a threshold', [30_000, 70_000], (static function () use ($diff, $run): array {
	$check = $diff([$run(1, 30, 'q#a')], [$run(1, 70, 'q#a')], ['wt[q]>1s'])->checks[0];

	return [$check['before'], $check['after']];
})());
same('within', ['', '', '+10.0 % to +20.5 %', '-5.00 us to +1.00 ms', ', x', ''], [DiffView::within(Metric::of('wt'),
	null, null), DiffView::within(Metric::of('wt'), [0.1, 0.2], [0.0, 0.0]), DiffView::within(Metric::of('wt'), [0.1,
	0.205], [1.0, 2.0]), DiffView::within(Metric::of('wt'), null, [-5000.0, 1e6]), DiffView::behind('x'),
	DiffView::behind('')]);
same('signed', ['+5.00 us', '-5.00 us', '0', 7, 0], [DiffView::signed(Metric::of('wt'), 5000),
	DiffView::signed(Metric::of('wt'), -5000), DiffView::signed(Metric::of('ct'), 0), DiffView::number(['a' => 7], 'a'),
	DiffView::number(['a' => 'x'], 'a')]);
$five = static fn (int $us): array => array_map(static fn (int $more): XHProf\Profile => $run(10, $us + $more), range(0,
	4));
$many = $diff($five(40), $five(90), ['wt>+10%', 'wt>+35%', 'wt>+60%']);
same('of each threshold', [true, null, false], array_column($many->checks, 'broken'));
same('one cannot be told', true, $many->isUnclear());
same('medians of sets', [142_000, 192_000, true, [5, 5]], [$many->totals[1]['before'], $many->totals[1]['after'],
	$many->checks[0]['broken'], array_values($many->data(1)['runs'])]);
same('the interval has the change', true, ($interval = $many->intervalOf('f'))[0] <= 50_000 && $interval[1] >= 50_000);

/* For a pull request. */
$markdown = (new DiffMarkdown($diff([$run(10, 40, 'a|`<b>*_[x]@me #1!:~\\')], [$run(30, 120,
	'a|`<b>*_[x]@me #1!:~\\')], ['wt>+10%'])))->text(5);
same('each character of a name is a text', true, str_contains($markdown,
	'<code>a&#124;&#96;&lt;b&gt;&#42;&#95;&#91;x&#93;&#64;me &#35;1&#33;&#58;&#126;&#92;</code>'));
foreach (["### xhprof: 1 threshold exceeded, ", "| wall | 140 us | 220 us | +80.0 us +57.1 % |  |\n",
	"* ❌ failed: <code>wt&gt;+10%</code>, 140 us → 220 us +57.1 %\n",
	'| +80.0 us | 40.0 us | 120 us | +20 | <code>a&#124;'] as $part) {
	same("markdown: $part", true, str_contains($markdown, $part));
}
same('nothing differs', true, str_contains((new DiffMarkdown($diff([$run(1, 1)], [$run(1, 1)])))->text(5),
	"No function differs.\n"));
same('cut', 160, preg_match_all('/./su', substr(Text::markdown(str_repeat('a', 999)), 6, -7)));

/* One function in a diff: with its own part the callees add up to it. */
$one = new FunctionDiffView(new SetDiff(...$sets([$run(10, 40)], [$run(30, 120)])), 'a', ['a'], $terminal,
	Metric::of('wt'));
$data = $one->data();
same('its change', [90_000, 170_000, 80_000], [$data['function']['before']['wall_ns'],
	$data['function']['after']['wall_ns'], $data['function']['change']['wall_ns']]);
same('of its callees', ['f' => 80_000, '(own)' => 0], array_combine(array_column($data['callees'], 'name'),
	array_map(static fn (array $row): int => $row['change']['wall_ns'], $data['callees'])));
same('they add up', 80_000, array_sum(array_map(static fn (array $row): int => $row['change']['wall_ns'],
	$data['callees'])));
same('callers', [['main()', 80_000]], array_map(static fn (array $row): array => [$row['name'],
	$row['change']['wall_ns']], $data['callers']));
same('in words', true, str_starts_with($one->words(), '80.0 us slower: 80.0 us in `f`, 20 calls more'));
foreach (["a\n80.0 us slower", "wall               90.0 us    170 us   +80.0 us   +88.9 %\n",
	"  +80.0 us  40.0 us   120 us       +20  f\n", "      0 ns  50.0 us  50.0 us            (own)\n"] as $part) {
	same('function: "' . trim($part) . '"', true, str_contains($one->text(9), $part));
}
same('beyond the limit', true, str_contains($one->text(1), '(1 more)'));
same('of one side', ['Only the run after has it.', 'Only the run before has it.'],
	array_map(static fn (array $runs): string =>
	(new FunctionDiffView(new SetDiff(...$sets(...$runs)), 'g', ['g'], $terminal, Metric::of('wt')))->words(),
	[[[$run(1, 1)], [$run(1, 1, 'g')]], [[$run(1, 1, 'g')], [$run(1, 1)]]]));
$mean = new FunctionDiffView(new SetDiff(...$sets([$run(10, 40), $run(20, 60)], [$run(30, 120)])), 'f', ['f'],
	$terminal, Metric::of('wt'));
same('averages of sets', [15, 50_000], array_map(intval(...), [$mean->data()['function']['before']['calls'],
	$mean->data()['function']['before']['wall_ns']]));

/* One function. */
$texts = pairs_run(['a==>q#x' => [2, 30], 'b==>q#y' => [3, 10], 'b==>q' => [1, 5], 'main()==>a' => [1, 40],
	'main()==>b' => [1, 20], 'q#x==>c' => [4, 6], 'main()' => [1, 100]]);
$view = new FunctionView($texts, 'q', FunctionView::find($texts, 'q'), $terminal, Metric::of('wt'));
$data = $view->data();
same('its texts are one function', [6, 45_000, 39_000], [$data['function']['calls'], $data['function']['wall_ns'],
	$data['function']['own_wall_ns']]);
same('each by itself', ['x' => 30_000, 'y' => 10_000, '(none)' => 5000], array_column($data['texts'], 'wall_ns',
	'name'));
same('callers, the greatest first', ['a' => 30_000, 'b' => 15_000], array_column($data['callers'], 'wall_ns', 'name'));
same('callees', ['c' => 6000], array_column($data['callees'], 'wall_ns', 'name'));
foreach (["q\n6 calls\n", "wall     45.0 us  45.0 %   39.0 us  39.0 %\n", "  66.7  30.0 us        2  a\n",
	"  86.7  39.0 us           (own)\n"] as $part) {
	same('one: "' . trim($part) . '"', true, str_contains($view->text(9), $part));
}
same('the rest is one', true, str_contains($view->text(1), '33.3  15.0 us        4  (1 more)'));
same('found', [['q#x', 'q#y', 'q'], ['a'], ['q#x']], array_map(static function (string $name) use ($texts): array {
	$names = FunctionView::find($texts, $name);
	$name === 'q' && rsort($names) && $names = array_values(array_intersect(['q#x', 'q#y', 'q'], $names));

	return $names;
}, ['q', 'A', '#X']));
refused('several', 'functions match "#"', static fn () => FunctionView::find($texts, '#'));
refused('none', 'did you mean main()?', static fn () => FunctionView::find($texts, 'mian()'));
refused('none by its end', 'did you mean App\A::run?',
	static fn () => FunctionView::find(pairs_run(['main()==>App\A::run' => [1,
	1], 'main()' => [1, 2]]), 'rnu'));

/* Lines. */
$folder = unit_folder();
file_put_contents($file = "$folder/a.php",
	"<?php\nfunction f()\n{\n\t\$a = 1;\n\t  g(\"\e[31m\");\n" . str_repeat("\t// x\n",
	30) . "\th();\n}\n");
touch($file, 1);
$code = new FunctionCode(new Files([], 2.0), 'f', $file, 2, [4, 5, 36]);
$line = static fn (int $number, array $more): array => $more + ['file' => $file, 'function' => 'f', 'line' => $number];
$lines = [4 => $line(4, ['ct' => 10, 'wall_ns' => 1000]), 5 => $line(5, ['ct' => 10, 'wall_ns' => 90_000]),
	36 => $line(36, ['ct' => 0, 'wall_ns' => 0]), 99 => $line(99, ['ct' => 1, 'wall_ns' => 1])];
$view = new SourceView($code, $lines, 100_000, ['samples' => 0, 'wall_ns' => 0], $terminal);
$text = $view->text();
foreach (["     hits      time   per hit       %  line  source\n",
	"       10   1.00 us    100 ns     1.0     4      \$a = 1;\n",
	"       10   90.0 us   9.00 us    90.0     5        g(\" [31m\");\n", "     ⋮\n",
	"1 line is not of this function, but of another one with the same name\n"] as $part) {
	same('source: "' . trim($part) . '"', true, str_contains($text, $part));
}
same('no escape of a terminal', false, str_contains($text, "\e"));
same('for programs', [36, ['line' => 4, 'code' => "\t\$a = 1;", 'ct' => 10, 'wall_ns' => 1000], ['line' => 6,
	'code' => "\t// x"]], [count($view->data()['lines']), $view->data()['lines'][2], $view->data()['lines'][4]]);
$samples = new SourceView($code, [4 => $line(4, ['samples' => 1, 'own_samples' => 1]), 5 => $line(5, ['samples' => 3,
	'own_samples' => 2])], 0, ['samples' => 4, 'wall_ns' => 40 * 1_000_000], $terminal);
same('of samples', true, str_contains($samples->text(), "    50.0    75.0  30.0 ms     5    ")
	&& str_contains($samples->text(), "   own %  incl %     time  line  source\n"));
same('without numbers', true, str_contains((new SourceView($code, [], 0, ['samples' => 0, 'wall_ns' => 0],
	$terminal))->text(), 'the run has no numbers for these lines'));
same('without source', ['it has no file', [['line' => 4, 'ct' => 10, 'wall_ns' => 1000]]],
	[substr(($none = (new SourceView(new FunctionCode(new Files([],
	2.0), 'f', null, null, [4]), [4 => $lines[4]], 1, ['samples' => 0, 'wall_ns' => 0], $terminal))->data())['note'], 0,
	14), $none['lines']]);

/* Distortion. */
$calls = XHProf\Profile::fromPairs(['main()==>f' => ['ct' => 1000, 'wt' => 900, 'cpu' => 900], 'main()' => ['ct' => 1,
	'wt' => 1000, 'cpu' => 1000]]);
$view = new DistortionView($calls, stacks_run(['main()' => 900, 'main();f' => 100]), $terminal);
$data = $view->data(1)['distortion'];
same('shares', ['f', 0.9, 0.1, true, 1000, 2], [$data['functions'][0]['name'], round($data['functions'][0]['traced'],
	3), round($data['functions'][0]['sampled'], 3), $data['functions'][0]['distorted'], $data['samples'],
	$data['distorted']]);
foreach (['in 1,000 samples', '! 2 differ by more than chance', "   1,000    90.0", '× 9.00 !  f',
	'(1 more)'] as $part) {
	same("distortion: $part", true, str_contains($view->text(1), $part));
}
refused('no samples', 'xhprof run --mode both', static fn () => new DistortionView($calls, null, $terminal));
finish();
?>
--EXPECT--
all as expected
