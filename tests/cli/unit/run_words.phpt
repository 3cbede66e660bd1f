--TEST--
What is written of runs is read: metrics, thresholds, sizes, points in time, traces, files and parts
--FILE--
<?php
require __DIR__ . '/unit.inc';

use XHProf\Cli\Breakdown\Library;
use XHProf\Cli\Breakdown\Waits;
use XHProf\Cli\Comparison\Renaming;
use XHProf\Cli\Comparison\StableName;
use XHProf\Cli\Comparison\Threshold;
use XHProf\Cli\Growth\Sizes;
use XHProf\Cli\Metric\Events;
use XHProf\Cli\Metric\Metric;
use XHProf\Cli\Run\LineChoice;
use XHProf\Cli\Run\LoadLimit;
use XHProf\Cli\Run\Reduction;
use XHProf\Cli\Run\RunFile;
use XHProf\Cli\Saved\Dimension;
use XHProf\Cli\Saved\Failure;
use XHProf\Cli\Saved\Filter;
use XHProf\Cli\Saved\TraceId;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\TimeExpression;

date_default_timezone_set('UTC');

/* Metrics. */
foreach (['wt' => 'wall_ns', 'wall' => 'wall_ns', 'own_wall' => 'own_wall_ns', 'ct' => 'calls', 'calls' => 'calls',
	'cpu' => 'cpu_ns', 'own_cpu' => 'own_cpu_ns', 'memory' => 'memory_bytes',
	'own_mu' => 'own_memory_bytes', 'peak' => 'peak_bytes', 'own_pmu' => 'own_peak_bytes'] as $name => $key) {
	same("Metric $name", $key, Metric::of($name)->key);
}
foreach (['wt' => ['own_wt', 'wt'], 'own_wt' => ['own_wt', 'wt'], 'ct' => ['ct', 'ct'], 'own_peak' => ['own_pmu',
	'pmu']] as $name => $both) {
	same("$name without and with callees", $both, [Metric::own($name)->name, Metric::inclusive($name)->name]);
}
same('no event', false, Metric::of('wt')->isEvent);
same('labels', ['wall', 'own wall', 'calls', 'own peak'], [Metric::of('wt')->label, Metric::of('own_wt')->label,
	Metric::of('ct')->label, Metric::of('own_pmu')->label]);
same('texts', ['1.50 us', '1,500', '1.46 KiB'], [Metric::of('wt')->text(1500), Metric::of('ct')->text(1500),
	Metric::of('mu')->text(1500)]);
same('kinds', [[true, false], [false, true], [false, false]],
	array_map(static fn (string $name): array => [Metric::of($name)->isTime(), Metric::of($name)->isCount()],
	['own_cpu', 'ct', 'pmu']));
same('those of a row', ['ct', 'wt', 'mu'], array_map(static fn (Metric $metric): string => $metric->name,
	Metric::in(['memory_bytes' => 1, 'calls' => 1, 'wall_ns' => 1, 'own_cpu_ns' => 1])));
same('its value', 7, Metric::of('wt')->value(['wall_ns' => 7]));
refused('no value', 'the run has no "cpu" (a part of a timeline has no CPU time',
	static fn () => Metric::of('cpu')->value(['wall_ns' => 7]));
refused('no metric', 'there is no metric "wal" (did you mean wall?', static fn () => Metric::of('wal'));
refused('own calls', 'there is no metric', static fn () => Metric::of('own_uri'));

/* Thresholds at their limits. */
foreach (['wt>+10%' => [[100, 110, false], [100, 111, true], [0, 0, false], [0, 1, true], [-100, -89, true]],
	'wt>=+10%' => [[100, 109, false], [100, 110, true]],
	'wt<-10%' => [[100, 90, false], [100, 89, true]],
	'wt<=-10%' => [[100, 91, false], [100, 90, true]],
	'wt>+5us' => [[1000, 6000, false], [1000, 6001, true]],
	'wt>5us' => [[9000, 5000, false], [0, 5001, true]],
	'wt>5m' => [[0, 300_000_000_000, false], [0, 300_000_000_001, true]],
	'wt>+1H' => [[1, 3_600_000_000_001, false], [1, 3_600_000_000_002, true]],
	'cpu>+1m30s' => [[1, 90_000_000_001, false], [1, 90_000_000_002, true]],
	'wt>-1.5 s 1ms' => [[1_501_000_000, 0, false], [1_501_000_000, 1, true]],
	'ct>100' => [[0, 100, false], [0, 101, true]],
	'mu>+2KiB' => [[0, 2048, false], [0, 2049, true]],
	'mu>+1MiB' => [[0, 1 << 20, false], [0, (1 << 20) + 1, true]],
	'mu>1GiB' => [[0, 1 << 30, false], [0, (1 << 30) + 1, true]],
	'mu>-1KiB' => [[2048, 1024, false], [2048, 1025, true]],
	'wt>0' => [[5, 0, false], [5, 1, true]]] as $text => $cases) {
	foreach ($cases as [$before, $after, $isBroken]) {
		same("$text of $before and $after", $isBroken, Threshold::parse($text)->isBroken($before, $after));
	}
}
$threshold = Threshold::parse('own_wt[PDO::query#a > b]>=+5ms');
same('of a function', ['PDO::query#a > b', 'own_wt', true, false], [$threshold->function, $threshold->metric->name,
	$threshold->isOwn(), $threshold->isGrowth]);
same('an interval beyond, within, around', [true, false, null], [Threshold::parse('wt>+5ns')->isBrokenWithin(5.1, 9.0),
	Threshold::parse('wt>+5ns')->isBrokenWithin(1.0, 5.0), Threshold::parse('wt>+5ns')->isBrokenWithin(5.0, 5.1)]);
same('sets', [true, false, null], [Threshold::parse('wt>+5ns')->isBrokenBySets([1, 1, 1, 1, 1], [9, 9, 9, 9, 9]),
	Threshold::parse('wt>+5ns')->isBrokenBySets([1, 1, 1, 1, 1], [6, 6, 6, 6, 6]),
	Threshold::parse('wt>+5ns')->isBrokenBySets([1, 1, 1, 1, 1], [1, 1, 6, 9, 9])]);
$growth = Threshold::parse('own_growth[f]>1.2');
same('growth', [true, 'own_wt', true, false], [$growth->isGrowth, $growth->metric->name, $growth->isBroken(0, 2),
	$growth->isBroken(0, 1)]);
foreach (['wt' => 'is no threshold', 'wt>10%' => 'a percentage needs + or -',
	'wt>5' => 'its unit is one of ns, us, ms, s', 'mu>+5ms' => 'its unit is one of B', 'ct>5ms' => 'calls have no unit',
	'wt>5y' => 'its unit is one of ns, us, ms, s, m, h, d, w', 'wt>5 5ms' => 'its unit', 'wt>0.1ns' => 'its unit',
	'ct>5m' => 'calls have no unit', 'ct>5 5m' => 'calls have no unit', 'mu>1m' => 'its unit is one of B',
	'mu>1MiB1KiB' => 'its unit is one of B', 'wt>+10%5ms' => 'is no threshold', 'growth>+1' => 'growth is an exponent', 'growth>1s' => 'growth is an exponent',
		'xx>1' => 'no metric', "wt>+5ms\n" => 'is no threshold'] as $text => $why) {
	refused("threshold $text", $why, static fn () => Threshold::parse($text));
}
file_put_contents($file = unit_folder() . '/thresholds', "# all\nwt>+10%\n\n own_wt[q#1]>1ms # c\n");
same('a file of them', ['wt>+10%', 'own_wt[q#1]>1ms'], array_map(static fn (Threshold $one): string => $one->text,
	Threshold::ofFile($file)));
file_put_contents($file, "wt>+10%\nwt>5\n");
refused('its line', ', line 2: "wt>5"', static fn () => Threshold::ofFile($file));
file_put_contents($file, "#\n");
refused('an empty one', 'it has no threshold', static fn () => Threshold::ofFile($file));
refused('a folder', 'no such file', static fn () => Threshold::ofFile(unit_folder()));

/* Sizes. */
$sizes = Sizes::of(['N=400, 100,200.5']);
same('sizes ascend', ['N', ['100', '200.5', '400'], 'N=200.5'], [$sizes->name, $sizes->sizes, $sizes->named(1)]);
same('a command for each', [['a100', '100-100'], ['a200.5', '200.5-200.5'], ['a400', '400-400']],
	$sizes->commands(['a{N}', '{N}-{N}']));
same('none', null, Sizes::of([]));
refused('no place', 'no word of the command contains {N}', static fn () => $sizes->commands(['{n}', 'N']));
foreach (['N=1,2' => 'from 3 to 50', 'N=1,2,2.0' => '2.0 is given twice', 'N=1,2,0' => '"0" is no size',
	'N=1,2,-3' => 'is no size', 'N=1,2,' => '"" is no size', '1,2,3' => 'takes a name',
	'N=1,2,1e3' => 'is no size'] as $text => $why) {
	refused("--vary $text", $why, static fn () => Sizes::of([$text]));
}
same('50 sizes, and not 51', 50, count(Sizes::of(['N=' . implode(',', range(1, 50))])->sizes));
refused('51 sizes', 'not 51', static fn () => Sizes::of(['N=' . implode(',', range(1, 51))]));
refused('two of them', 'given 2 times', static fn () => Sizes::of(['N=1,2,3', 'M=1,2,3']));

/* Points in time. */
foreach (['1h' => 996_400, '1w1h' => 391_600, '@5' => 5, '1970-01-02' => 86_400, '1970-01-02 00:01' => 86_460,
	'1970-01-02T00:00:05Z' => 86_405, '1970-01-02 00:00+01:00' => 82_800, '5' => null, 'tomorrow' => null,
	'1970-01-02 ' => null, '@' => null, '-1h' => null] as $text => $time) {
	same("the time $text", $time, TimeExpression::of((string) $text, 1_000_000));
}
same('of another text', ['--since 5: give a unit, as in 5s', '--since takes an age or a date, not "x"'],
	[TimeExpression::problem('--since', '5')->getMessage(), TimeExpression::problem('--since', 'x')->getMessage()]);

/* Traces. */
$id = '0af7651916cd43dd8448eb211c80319c';
same('an id, and a header', [$id, $id], [TraceId::read(strtoupper($id)), TraceId::read("00-$id-b7ad6b7169203331-01")]);
foreach (['', str_repeat('0', 32), "{$id}0", substr($id, 1), "$id\n", "00-$id"] as $text) {
	refused('the trace ' . json_encode($text), '--trace takes the id', static fn () => TraceId::read($text));
}
foreach (require __DIR__ . '/../../live/trace/headers.inc' as $what => [$header, , $counts]) {
	if ($counts) {
		same("--trace, $what", TRACE, TraceId::read($header));
	} else {
		refused("--trace, $what", '--trace takes the id', static fn () => TraceId::read($header));
	}
}
same('for people', ["trace=$id  span=ab", "trace=$id", ''], [TraceId::text(['trace' => $id, 'span' => 'ab']),
	TraceId::text(['trace' => $id]), TraceId::text(['span' => 'ab'])]);
same('none was given', null, TraceId::of(new Arguments([], ['trace' => true])));

/* Libraries. */
foreach (['/app/vendor/a/b/src/C.php' => true, 'vendor/a/b.php' => true, 'C:\app\vendor\a\b.php' => true,
	'/app/wp-includes/x.php' => true, '/app/src/vendors/x.php' => false, '/app/myvendor/x.php' => false,
	'/app/src/x.php' => false] as $name => $has) {
	same("Library::has($name)", $has, Library::has($name));
}
same('the package', ['/app/vendor/a/b', '/app/src/x.php', '/app/vendor/a'], [Library::part('/app/vendor/a/b/src/C.php'),
	Library::part('/app/src/x.php'), strtr(Library::part('/app/vendor/a'), [])]);

/* The limit of files, as PHP writes it. */
$limit = ini_get('xhprof.max_load_bytes');
foreach (['1000' => 1000, '2K' => 2048, '3m' => 3 << 20, '1G' => 1 << 30, '0' => 0] as $text => $bytes) {
	ini_set('xhprof.max_load_bytes', (string) $text);
	same("xhprof.max_load_bytes=$text", $bytes, LoadLimit::bytes());
}
ini_set('xhprof.max_load_bytes', (string) $limit);

/* What groups are told apart by. */
$dimension = static fn (string $by): ?Dimension => Dimension::of(new Arguments(["--group-by=$by"],
	['group-by' => true]));
$request = ['meta' => ['url' => '/a', 'xhprof' => ['method' => 'GET', 'host' => 'h', 'tags' => ['k' => 'v']]]];
$command = ['meta' => ['url' => 'a.php', 'xhprof' => ['host' => 'cli']]];
foreach (['uri' => ['/a', 'a.php'], 'method uri' => ['GET /a', 'a.php'], 'host' => ['h', '(none)'], 'tag:k' => ['v',
	'(none)'], 'tag:x' => ['(none)', '(none)']] as $by => $values) {
	same("by $by", $values, [$dimension($by)->in($request), $dimension($by)->in($command)]);
}
same('of parts', [true, true, false], [$dimension('component')->isOfParts(), $dimension('wait')->isOfParts(),
	$dimension('uri')->isOfParts()]);
same('of nothing', null, $dimension(''));
refused('rings have no hosts', 'do not say which host', static fn () => $dimension('host')->ofRings());
refused('an unknown one', 'did you mean uri?', static fn () => $dimension('url'));
refused('a tag without a key', 'cannot be "tag:"', static fn () => $dimension('tag:'));
same('a hint for --by', ['to see rows by method uri: --group-by "method uri"', null], [Dimension::hint('method uri'),
	Dimension::hint('wt')]);

/* Other names. */
same('old and new', ['A::b', 'C::d'], Renaming::parse(' A::b => C::d '));
same('one name', ['new', null], [Renaming::of('old', 'old', 'new'), Renaming::of('older', 'old', 'new')]);
same('one text on both sides', ['New\X::f', null, null, 'New\::f'], [Renaming::of('Old\X::f', 'Old\*::f', 'New\*::f'),
	Renaming::of('Old\X::g', 'Old\*::f', 'New\*::f'), Renaming::of('Old\:f', 'Old\*::f', 'New\*::f'),
	Renaming::of('Old\::f', 'Old\*::f', 'New\*::f')]);
same('the text may not be taken twice', null, Renaming::of('aba', 'ab*ba', 'x*'));
foreach (['a', 'a=>', '=>b', 'a=>b=>c', 'a*=>b', 'a*b*=>c*d*'] as $text) {
	refused("--rename $text", "takes 'old=>new'", static fn () => Renaming::parse($text));
}
same('an unknown name', ['--rename: the run before has no function "fooo"', 'did you mean foo?'],
	[($unknown = Renaming::unknown('before', 'fooo', ['foo']))->getMessage(), $unknown->advice]);

/* Lines. */
same('words', ['a', 'b c'], (new LineChoice(' a, ,b c,'))->words);
same('no option', [], (new LineChoice(null))->words);
refused('an empty option', 'names no function', static fn () => new LineChoice(' ,'));
same('missing', ['c', 'art.php'], LineChoice::missing(['Cart::total', '\app\cart::TOTAL', 'Cart.php', 'src/Cart.php',
	'./src/Cart.php', 'Ca*.php', 'c', 'art.php'], ['App\Cart::total'], ['/app/src/Cart.php']));

/* Why a request failed. */
foreach ([['uncaught E at a.php:5', ['kind' => 'exception', 'class' => 'E', 'file' => '/x/a.php', 'line' => 5]],
	['uncaught exception', ['kind' => 'exception', 'file' => '/x/a.php']], ['memory_limit hit',
	['kind' => 'memory_limit']],
	['max_execution_time hit at a.php:1', ['kind' => 'time_limit', 'file' => 'a.php', 'line' => 1]], ['SIGTERM',
		['kind' => 'signal', 'signal' => 15]], ['signal 9', ['kind' => 'signal', 'signal' => 9]], [null,
		['kind' => 'exit']], [null, 'x']] as [$text, $failure]) {
	same('Failure ' . json_encode($failure), $text, Failure::text($failure));
}
same('with its folder', 'E_ERROR at /x/a.php:5', Failure::text(['kind' => 'error', 'error' => 'E_ERROR',
	'file' => '/x/a.php', 'line' => 5], true));

/* Parts of a run. */
$options = ['hide' => true, 'hide-function' => true, 'fold' => true, 'component' => true, 'min-share' => true,
	'between' => true, 'lane' => true];
$reduction = static fn (string ...$words): Reduction => Reduction::of(new Arguments($words, $options));
same('nothing', [true, [], true], [$reduction()->isEmpty(), $reduction()->options, Reduction::none()->isEmpty()]);
same('a time', ['from_ns' => 1_200_000_000, 'to_ns' => 1_500_000_000], $reduction('--between', '1.2s..1.5s')->options);
same('from the start', ['from_ns' => 0, 'to_ns' => 1], $reduction('--between', '0..1ns')->options);
foreach (['1s', '1s..1s', '2s..1s', '1s..2s..3s', '..1s', '1..2'] as $text) {
	refused("--between $text", '--between takes two times', static fn () => $reduction('--between', $text));
}
same('shares', [0.01, 0.01, 1.0, []], [$reduction('--min-share', '1%')->options['threshold'], $reduction('--min-share',
	'0.01')->options['threshold'], $reduction('--min-share', '100%')->options['threshold'], $reduction('--min-share',
	'0')->options]);
foreach (['101%', '1.1', '-1%', '1 %', 'x', ''] as $text) {
	refused("--min-share $text", '--min-share takes a share', static fn () => $reduction("--min-share=$text"));
}
same('a lane', ['lane' => 3], $reduction('--lane', '3')->options);
refused('a lane that is no number', '--lane takes the number', static fn () => $reduction('--lane', 'x'));
refused('a component without a name', '--component takes FILES=NAME', static fn () => $reduction('--component',
	'src/*'));
$all = $reduction('--component', 'src/*=a', '--min-share', '1%', '--fold', 'f');
same('of a part', ['fold', 'components'], array_keys($all->ofPart()->options));
same('without rules', ['fold', 'threshold'], array_keys($all->withoutRules()->options));
refused('hidden without paths', 'functions cannot be hidden', static fn () => $reduction('--hide',
	'f')->apply(pairs_run(['main()' => [1, 1]])));
refused('a time of a run that has none', 'this run does not know when something was',
	static fn () => $reduction('--between', '0..1s')->apply(pairs_run(['main()' => [1, 1]])));

/* Formats. */
foreach (['a.json' => 'json', 'a.json.gz' => 'json.gz', 'a.trace.json' => 'chrome', 'a.trace.json.gz' => 'chrome.gz',
	'a.speedscope.json' => 'speedscope', 'a.firefox.json' => 'firefox', 'a.pb.gz' => 'pprof',
	'callgrind.out.5' => 'callgrind',
	'a.xhgui.jsonl.gz' => 'xhgui.gz', '/dev/null' => null, 'a' => null, 'a.folded' => 'folded'] as $file => $format) {
	same("the format of $file", $format, RunFile::formatOf($file));
}
refused('an ending', 'its ending stands for no format', static fn () => RunFile::formatOf('a.txt'));
foreach (array_keys(RunFile::FORMATS) as $format) {
	same("$format has an ending that stands for it", $format, RunFile::formatOf('run' . RunFile::ending($format)));
}
foreach (['a.chrome.json' => 'chrome', 'a.chrome.json.gz' => 'chrome.gz', 'a.folded-live' => 'folded-live',
	'a.folded-alloc' => 'folded-alloc'] as $file => $format) {
	same("the format of $file, as the extension names it", $format, RunFile::formatOf($file));
}
same('the ending that is written', ['.trace.json', '.trace.json.gz'], all_of(RunFile::ending(...), ['chrome',
	'chrome.gz']));
foreach (['a.json' => true, 'a.chrome.json' => true, 'a.callgrind' => true, 'x/callgrind.out.5' => true,
	'a.perfetto-trace' => true, 'a.pftrace' => true, 'a.folded-live' => true, 'a.folded.gz' => true,
	'a.xhgui.jsonl' => true,
	'a.php' => false, 'a' => false, 'a.html' => false, 'a.log' => false, 'callgrind.out/a.php' => false,
	'json' => false] as $file => $is) {
	same("$file is named as a saved run", $is, RunFile::isRunName($file));
}

/* Runs of a folder. */
$facts = ['uri' => '/cart?id=1', 'host' => 'Shop.example', 'status' => 503, 'wall_ns' => 5_000_000, 'trace' => $id,
	'damaged' => false];
foreach ([[['uri' => '/cart'], true], [['uri' => '/cart?id=2'], false], [['uri' => '/ca*'], true], [['uri' => '/car'],
	false], [['uri' => '.cart'], false], [['host' => 'shop.*'], true], [['host' => 'shop'], false],
	[['slower-than' => '5ms'], true],
	[['slower-than' => '5001us'], false], [['status' => '5xx'], true], [['status' => '500,503'], true],
		[['status' => '500,50'], false], [['status' => '4xx'], false], [['trace' => $id], true],
		[['trace' => strrev($id)], false], [[], true],
	[['uri' => '/cart', 'status' => '200'], false]] as [$wanted, $isAdmitted]) {
	same('Filter ' . json_encode($wanted), $isAdmitted, ($filter = new Filter($wanted))->admits($facts));
	same('it looks inside: ' . json_encode($wanted), $wanted !== [], $filter->looksInside());
}
$filter = new Filter(['uri' => '/a', 'since' => '@5']);
same('what does not say is counted, unless it is damaged', [false, false, 1, 5],
	[$filter->admits(['uri' => null] + $facts), $filter->admits(['uri' => null, 'damaged' => true] + $facts),
	$filter->silent, $filter->since]);
same('empty', [true, false, false], [(new Filter([]))->isEmpty(), (new Filter(['since' => '@5']))->isEmpty(),
	(new Filter(['uri' => '/']))->isEmpty()]);
same('no time', 0, (new Filter([]))->since);
refused('no status', '--status takes a status', static fn () => new Filter(['status' => '6xx']));
refused('no age', '--since 5: give a unit', static fn () => new Filter(['since' => '5']));

/* Events. */
same('names', ['a', 'b'], Events::split('a,,b,'));
refused('no event', 'there is no event "x"', static fn () => new Events(['x']));
same('no key', false, Events::isKey('wall_ns'));
same('none granted', [[], '', 0, ''], [($none = new Events([]))->granted, $none->sampled, $none->period,
	$none->refusals()]);
foreach (Events::known() as $event => $one) {
	same("$event is known, with and without callees", [true, true], [Events::isKey($event),
		Events::isKey("own_$event")]);
	same("$event is a metric", [$event, true, 'own_' . $event], [Metric::of($event)->key, Metric::of($event)->isEvent,
		Metric::own($event)->key]);
	refused("$event:0", 'has no period', static fn () => new Events(["$event:0"]));
	same("$event is granted or refused", [1, $one['refused'] === null],
		[count(($asked = new Events([$event]))->granted) + count($asked->refused), $asked->granted !== []]);
}

/* Names that stay. */
foreach (['f' => 'f', 'load::/srv/app/src/a.php' => 'load::src/a.php',
	'{closure:/srv/app/src/a.php:12}' => '{closure:src/a.php}', '{closure:App\X::f():7}' => '{closure:App\X::f()}',
	'X@anonymous:src/a.php:3::f' => 'X@anonymous:src/a.php::f',
	'__TwigTemplate_0123456789abcdef0123456789abcdef::display' => '__TwigTemplate_*::display',
		'cafe_decade' => 'cafe_decade'] as $name => $stable) {
	same("StableName $name", [$stable, $stable !== $name], [StableName::of($name), StableName::isUnstable($name)]);
}
same('classes', ['A\B', '', 'X', ''], all_of(StableName::classOf(...), ['A\B::f', 'f', 'X::{closure:X::f():3}',
	'load::a/b.php']));

/* Waits. */
same('waits', [true, true, true, false, false, false], all_of(Waits::is(...), ['{tcp 127.0.0.1:80}', '{sleep}',
	'{system call 5}', '{gc}', 'sleep', '{closure}']));
same('servers', ['unix /run/x', 'dns', 'file /a: b'], all_of(Waits::server(...), ['unix /run/x: SELECT 1: 2',
	'dns: a.b', 'file /a: b']));
finish();
?>
--EXPECT--
all as expected
