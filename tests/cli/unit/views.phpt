--TEST--
Tables and sentences over runs have the numbers of the runs, whatever is in their names
--FILE--
<?php
require __DIR__ . '/unit.inc';
require __DIR__ . '/../advise_runs.inc';

use XHProf\Cli\Advise\Advice;
use XHProf\Cli\Advise\Gathered;
use XHProf\Cli\Advise\Recording;
use XHProf\Cli\Advise\Rule\AllRules;
use XHProf\Cli\Breakdown\Queries;
use XHProf\Cli\Code\Files;
use XHProf\Cli\Comparison\SetDiff;
use XHProf\Cli\Comparison\Verdict;
use XHProf\Cli\Comparison\Words;
use XHProf\Cli\Metric\Metric;
use XHProf\Cli\Page\SourceBlock;
use XHProf\Cli\Run\RunSet;
use XHProf\Cli\Saved\Filter;
use XHProf\Cli\Saved\Folder;
use XHProf\Cli\Saved\RunList;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\View\AdviceView;
use XHProf\Cli\View\AllocView;
use XHProf\Cli\View\ListView;
use XHProf\Cli\View\QueriesView;
use XHProf\Cli\View\RunView;
use XHProf\Cli\View\SetView;
use XHProf\Cli\View\StatView;

date_default_timezone_set('UTC');
putenv('COLUMNS=80');
$terminal = new Terminal(fopen('php://memory', 'w'));
$folder = unit_folder();

/* Why, in a sentence. */
$run = static fn (int $calls, int $us): XHProf\Profile => pairs_run(['main()' => [1, 100 + $us], 'main()==>a' => [1,
	50 + $us], 'a==>f' => [$calls, $us]]);
$diff = new SetDiff(RunSet::ofRun($run(10, 40)), RunSet::ofRun($run(30, 120)));
$verdict = new Verdict($diff, Metric::own('wt'));
same('a verdict in words', true, str_contains($text = implode('', array_column((new Words($diff, $verdict))->parts(),
	'text')), 'a > f, 20 calls more') && str_contains($text, '80.0 us'));

/* Events, as a share of CPU time or of another event. */
$summary = ['wall_ns' => 2_000_000_000, 'cpu_ns' => 1_000_000_000, 'peak_bytes' => 2 << 20,
	'events' => ['page-faults' => 1500, 'major-faults' => 15]];
$stat = new StatView($summary, ['cycles' => 'no PMU', 'instructions' => 'no PMU'], $terminal);
same('for programs', ['count' => 15, 'per_second' => 15.0, 'of' => 'page-faults', 'ratio' => 0.01],
	((array) $stat->data()['events'])['major-faults']);
foreach (['0.50 CPUs used', '1,500  page-faults                 # 1,500 a second of CPU time',
	'15  major-faults                # 1.00 % of all page faults', 'not counted: cycles, instructions: no PMU',
	'2.00 MiB  memory at the peak'] as $part) {
	same("it has \"$part\"", true, str_contains($stat->text("a\e[31m"), $part));
}
same('no escape of a terminal', false, str_contains($stat->text("a\e[31m"), "\e"));

/* One run. */
$head = (new RunView($run(2, 10), $terminal, "x\e[31m"))->head();
same('its head', [true, true, false], [str_contains($head, '  wall 110 us'),
	str_contains($head, "\n4 calls  3 functions"), str_contains($head, "\e")]);

/* A set. */
$set = RunSet::ofRun($run(1, 10));
$set->add($run(1, 30));
$set->add($run(1, 20));
same('medians and their range', "\nmedian of 3 runs  wall 120 us (all 110 us to 130 us)\nfile:  it's.json\n"
	. "more:  xhprof diff 'it'\\''s.json' AFTER\n", (new SetView([$set], ["it's.json"], $terminal))->text(5));
same('for programs', ['set', 'x', 3], array_slice(array_values((new SetView([$set], ['x'], $terminal))->data(5)), 0,
	3));

/* A list. */
pairs_run(['main()' => [1, 5]], ['url' => "/a\nb", 'xhprof' => ['method' => 'GET', 'status' => 500]])->export('json',
	"$folder/0123456789abcdef.xhprof.json");
touch("$folder/0123456789abcdef.xhprof.json", 86_400);
file_put_contents("$folder/notes.txt", '');
$list = new ListView(new RunList(new Folder($folder), new Filter(['status' => '5xx'])), $terminal);
same('a line of a list', true, preg_match('/^01-02 00:00:00 +5\.00 us +500  0123456789abcdef  GET \/a b$/m',
	$list->text(9)) === 1);
same('its numbers', [1, 1, 0, 0, 1], array_slice(array_values($list->data(9)), 0, 5));
same('notes', '1 file is not a run; 2 runs are damaged; 1 run lacks what the filter needs', ListView::notes(1, 2,
	1));
same('memory', ['', '+1.00 KiB', '1.00 KiB'], array_map(static fn (?int $bytes,
	bool $isGrowth): string => ListView::memory(['peak_bytes' => $bytes, 'peak_is_growth' => $isGrowth]), [null, 1024,
	1024], [true, true, false]));

/* Queries, allocations, source, advice. */
refused('no allocations', 'this run has no allocations', static fn () => new AllocView($run(1, 1), 'live',
	$terminal, false));
refused('another order', '--by cannot be "x"', static fn () => new AllocView($run(1, 1), 'x', $terminal, false));
same('no source', ['functions' => 0, 'lines' => 0, 'files' => 0, 'left_out' => 0], (new SourceBlock($run(1, 1),
	new Files([], 0.0)))->data());
$asking = planned_run(call('main()', 1, 1, [call('App::list', 1, 1, [call("PDO::query#SELECT a\e FROM b WHERE c = ?",
	60, 6)], ['file' => '/srv/src/a.php'])], ['file' => '/srv/i.php']));
$queries = new QueriesView(new Queries($asking), $asking->summary()['wall_ns'], $terminal, 'total', null, false);
same('a query, its calls, its caller', true, preg_match('/\b60\b/',
	$text = $queries->text(5)) === 1 && str_contains($text, 'SELECT a  FROM b WHERE c = ?') && str_contains($text,
	'App::list') && !str_contains($text, "\e"));
$gathered = new Gathered();
$gathered->add(new Advice(new Recording($asking), AllRules::all()), "r's.json");
$advice = new AdviceView($gathered, 'r', $terminal);
same('a finding, its cost, its share', [[['query-in-loop', 6_000_000, 0.75]], true],
	[array_map(static fn (array $one): array => [$one['id'], $one['cost_ns'], $one['share']],
	$gathered->data()['findings']), str_contains($advice->text(), '6.00 ms')]);
same('in Markdown', true, str_contains($advice->markdown(), 'query-in-loop'));
finish();
?>
--EXPECT--
all as expected
