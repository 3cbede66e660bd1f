--TEST--
Runs and sets are read, added up, reduced and written as files and options say
--FILE--
<?php
require __DIR__ . '/unit.inc';

use XHProf\Cli\Foreign\LoadLimit;
use XHProf\Cli\Foreign\PairsFile;
use XHProf\Cli\Problem;
use XHProf\Cli\Run\LineChoice;
use XHProf\Cli\Run\Reduction;
use XHProf\Cli\Run\RunFile;
use XHProf\Cli\Run\RunFormat;
use XHProf\Cli\Run\RunSet;
use XHProf\Cli\Run\SetFile;
use XHProf\Cli\Terminal\Arguments;

$folder = unit_folder();
$run = static fn (int $us): XHProf\Profile => pairs_run(['main()' => [1, $us],
	'main()==>f' => [2, intdiv($us, 2)]]);

/* Reading. */
$classic = ['main()' => ['ct' => 1, 'wt' => 5], 'main()==>f' => ['ct' => 2, 'wt' => 3]];
file_put_contents("$folder/a.xhprof", serialize($classic));
file_put_contents("$folder/b.jsonl", json_encode(['profile' => $classic, 'meta' => ['url' => '/x']]) . "\n");
$run(5)->export('json', "$folder/c.json");
foreach (['a.xhprof', 'b.jsonl', 'c.json'] as $name) {
	same("$name holds the run", [5000, 2], [RunFile::load("$folder/$name")->summary()['wall_ns'],
		RunFile::load("$folder/$name")->functions()['f']['calls']]);
	same("$name is of pairs", $name !== 'c.json', PairsFile::is("$folder/$name"));
}
same('meta', '/x', RunFile::load("$folder/b.jsonl")->meta()['url']);
same('the head of an array', ['total' => ['wall_ns' => 5000]], PairsFile::head("$folder/a.xhprof"));
same('of another one', null, PairsFile::head("$folder/b.jsonl"));
same('a part of a text', 'a:2', PairsFile::text("$folder/a.xhprof", 3));
refused('more than the limit', XHProf\Profile::TOO_LARGE_REASON, static fn () => PairsFile::load("$folder/a.xhprof",
	filesize("$folder/a.xhprof") - 1));
try {
	PairsFile::load("$folder/a.xhprof", 5);
} catch (Problem $problem) {
	same('its code', XHProf\Profile::TOO_LARGE, $problem->getCode());
}
same('exactly the limit', 5000, PairsFile::load("$folder/a.xhprof",
	filesize("$folder/a.xhprof"))->summary()['wall_ns']);
foreach (['a:1:{' => 'it is damaged', 'O:8:"stdClass":0:{}' => 'cannot be read as a profile',
	serialize(['main()' => 5]) => 'its array', serialize([['a' => ['b' => []]]]) => 'it is damaged',
	'{"profile":1}' => 'it has no arrays', "{\"profile\":{},\"meta\":{}}\n{}" => 'several lines',
	'{"profile":[],"meta":5}' => 'it has no arrays', 	'' => 'cannot be read as a profile'] as $text => $why) {
	file_put_contents("$folder/bad", $text);
	refused('the file ' . json_encode($text), $why, static fn () => RunFile::load("$folder/bad"));
}
refused('no file', 'no such file', static fn () => RunFile::load("$folder/nothing"));
refused('a folder', 'a folder, not a file', static fn () => RunFile::load($folder));
refused('a format without paths', 'pprof needs call paths', static fn () => RunFile::save($run(5), 'pprof',
	"$folder/x.pprof"));
refused('a format of timelines', 'perfetto needs a timeline', static fn () => RunFile::save($run(5), 'perfetto',
	"$folder/x.pftrace"));
$tree = static fn (): XHProf\Profile => XHProf\Profile::fromStacks([['frames' => ['main()', 'f'],
	'samples' => 1, 'wall_ns' => 5, 'cpu_ns' => 0]]);
refused('a format of allocations', 'folded-alloc needs allocations, which this run does not have',
	static fn () => RunFile::save($tree(), 'folded-alloc', "$folder/x.folded-alloc"));
RunFile::save($run(6), 'json', "$folder/saved.json");
same('saved, for this user only', [6000, 0600], [RunFile::load("$folder/saved.json")->summary()['wall_ns'],
	fileperms("$folder/saved.json") & 0777]);

/* Sets in files. */
$set = RunSet::ofRun($run(5));
$set->add(pairs_run(['main()' => [1, 9], "main()==>\xFF" => [1, 1]]));
SetFile::save($set, ['a.php', "\xFF"], $file = "$folder/a.set.json");
same('a set and back', $set->data(), SetFile::load($file)->data());
same('its sum', [2, 14_000], [SetFile::profile($file)->summary()['runs'], RunFile::load($file)->summary()['wall_ns']]);
same('it is one', [true, false, false], [SetFile::is($file), SetFile::is("$folder/a.xhprof"), SetFile::is($folder)]);
SetFile::save(RunSet::ofRun($run(5)), [], "$folder/one.set.json");
same('of one run', 1, SetFile::load("$folder/one.set.json")->count());
$text = file_get_contents($file);
foreach ([[substr($text, 0, -2), 'it is damaged'], [str_replace('"version":1,"generator"', '"version":2,"generator"',
	$text), 'a set of version 2'],
	[str_replace('"count":2', '"count":3', $text), 'does not have a number for each run'],
	[str_replace('"main()"', '"main"', $text), 'it has no runs'], [preg_replace('/"count":2.*(?=,\n"merged")/s',
	'"count":0', $text), 'it has no runs'],
	[str_replace("\n\"merged\":{", "\n\"merged\":{{", $text), 'the sum of its runs is damaged']] as [$bad, $why]) {
	file_put_contents($file, $bad);
	refused("a set: $why", $why, static fn () => SetFile::load($file));
}

/* Formats. */
foreach (['a.json' => 'json', 'a.json.gz' => 'json.gz', 'a.trace.json' => 'chrome', 'a.trace.json.gz' => 'chrome.gz',
	'a.speedscope.json' => 'speedscope', 'a.rate.json' => 'json', 'a.xhprof.json' => 'json',
	'a.set.json.gz' => 'json.gz', 'a.firefox.json' => 'firefox', 'a.pb.gz' => 'pprof', 'callgrind.out.5' => 'callgrind',
	'a.xhgui.jsonl.gz' => 'xhgui.gz', '/dev/null' => null, 'a' => null, 'a.folded' => 'folded',
	'a.track.json' => 'json', 'a.traces.json' => 'json'] as $file => $format) {
	same("the format of $file", $format, RunFormat::of($file));
}
refused('an ending', 'its ending names no known format', static fn () => RunFormat::of('a.txt'));
/* What no ending is near is refused, too: with a guess the file would not be what its name says. */
foreach (['a.perfeto-trace' => '.perfetto-trace', 'a.pb-gz' => '.pb.gz', 'a.pb.gzip' => '.pb.gz', 'a.JSON' => '.json',
	'a.speedscope.jsn' => '.speedscope.json', 'a.speedscop.json' => '.speedscope.json',
	'b.a.spedscope.json.gz' => '.speedscope.json.gz',
	'run.2026-11-30.htm' => '.html', 'run.2026-11-30' => null, 'a.txt' => null, 'a.b c' => null] as $file => $near) {
	try {
		same("the format of $file", 'none', RunFormat::of($file));
	} catch (Problem $problem) {
		same("the ending that $file is near to", $near,
			preg_match('/^did you mean (\S+)\?/', $problem->advice, $found) === 1 ? $found[1] : null);
	}
}
foreach (['.hidden', 'a.', 'x.y/a'] as $file) {
	same("the format of $file", null, RunFormat::of($file));
}
foreach (RunFormat::names() as $format) {
	same("$format has an ending that stands for it", $format, RunFormat::of('run' . RunFormat::ending($format)));
}
foreach (['a.chrome.json' => 'chrome', 'a.chrome.json.gz' => 'chrome.gz', 'a.folded-live' => 'folded-live',
	'a.folded-alloc' => 'folded-alloc'] as $file => $format) {
	same("the format of $file, as the extension names it", $format, RunFormat::of($file));
}
same('the ending that is written', ['.chrome.json', '.chrome.json.gz'], all_of(RunFormat::ending(...), ['chrome',
	'chrome.gz']));
same('the mode that is needed', ['hier', 'hier', 'tree', 'tree', 'tree', 'timeline', 'timeline'],
	all_of(RunFormat::mode(...), ['json', 'html', 'pprof', 'folded-live', 'firefox', 'perfetto.gz', 'log']));
foreach (['a.json' => true, 'a.chrome.json' => true, 'a.callgrind' => true, 'x/callgrind.out.5' => true,
	'a.perfetto-trace' => true, 'a.pftrace' => true, 'a.folded-live' => true, 'a.folded.gz' => true,
	'a.xhgui.jsonl' => true,
	'a.php' => false, 'a' => false, 'a.html' => false, 'a.log' => false, 'callgrind.out/a.php' => false,
	'json' => false] as $file => $is) {
	same("$file is named as a saved run", $is, RunFormat::isRunName($file));
}

/* The limit of files, as PHP writes it. */
$limit = ini_get('xhprof.max_load_bytes');
foreach (['1000' => 1000, '2K' => 2048, '3m' => 3 << 20, '1G' => 1 << 30, '0' => 0] as $text => $bytes) {
	ini_set('xhprof.max_load_bytes', (string) $text);
	same("xhprof.max_load_bytes=$text", $bytes, LoadLimit::bytes());
}
ini_set('xhprof.max_load_bytes', (string) $limit);

/* A sum of runs: f takes 30 and 50 of 100 and 160 us. */
$one = pairs_run(['main()' => [1, 100], 'main()==>f' => [2, 40], 'f==>g' => [4, 10]]);
$two = pairs_run(['main()' => [1, 160], 'main()==>f' => [6, 50], 'main()==>h' => [1, 60]]);
$sum = $one->merge($two);
same('a sum has both', [2, 260_000], [$sum->summary()['runs'], $sum->summary()['wall_ns']]);
foreach ($one->functions() + $two->functions() as $name => $any) {
	foreach (['calls', 'wall_ns', 'own_wall_ns'] as $key) {
		same("$key of $name in the sum", ($one->functions()[$name][$key] ?? 0) + ($two->functions()[$name][$key] ?? 0),
			$sum->functions()[$name][$key]);
	}
}
foreach ([$one, $two, $sum] as $run) {
	same('own times are all of a run', $run->summary()['wall_ns'], array_sum(array_column($run->functions(),
		'own_wall_ns')));
}

/* Sets. */
$set = RunSet::ofRun($one);
same('one run has no medians', [false, 1], [$set->isMany(), $set->count()]);
$set->add($two);
$set->add(pairs_run(['main()' => [1, 130], 'main()==>f' => [4, 30]]));
same('values in order', [100_000, 160_000, 130_000], $set->values(null, 'wall_ns'));
same('a run without the function has none', [[30_000, 50_000, 30_000], [10_000, 0, 0], [0, 60_000, 0]],
	[$set->values('f', 'own_wall_ns'), $set->values('g', 'wall_ns'), $set->values('h', 'wall_ns')]);
same('an unknown function, an unknown key', [[0, 0, 0], null, null], [$set->values('x', 'wall_ns'), $set->values('f',
	'cpu_ns'), $set->values(null, 'cpu_ns')]);
same('medians', ['calls' => 4, 'wall_ns' => 40_000, 'own_wall_ns' => 30_000], $set->medians('f'));
same('a rare function', 0, $set->medians('h')['wall_ns']);
same('of nobody', null, $set->medians('x'));
same('all of it', ['median' => 130_000, 'range' => [100_000.0, 160_000.0], 'interval' => null], $set->total('wall_ns'));
same('data is padded', [10_000, 0, 0], $set->data()['functions']['g']['wall_ns']);
$texts = RunSet::ofRun(pairs_run(['main()' => [1, 100], 'main()==>q#a' => [1, 10], 'main()==>q#b' => [1, 20],
	'main()==>qq' => [1, 40]]));
same('with its texts', [[30_000], [0]], [$texts->values('q', 'wall_ns', true), $texts->values('q', 'wall_ns')]);
$renamed = $set->renamed(['g' => 'f', 'h' => 'i']);
same('two of one name are one', [[40_000, 50_000, 30_000], [0, 60_000, 0], [0, 0, 0]], [$renamed->values('f',
	'own_wall_ns'), $renamed->values('i', 'wall_ns'), $renamed->values('g', 'wall_ns')]);
same('the set itself stays', [10_000, 0, 0], $set->values('g', 'wall_ns'));
refused('samples and calls', 'samples and others of calls', static fn () => $set->add(stacks_run(['main()' => 1])));
refused('no run', 'none of these runs could be read', static fn () => (new RunSet())->profile());
$same = RunSet::ofRun($one);
for ($i = 1; $i < 5; $i++) {
	$same->add($one);
}
same('five runs have an interval', [100_000.0, 100_000.0], $same->total('wall_ns')['interval']);
$four = RunSet::ofRun($one);
for ($i = 1; $i < 4; $i++) {
	$four->add($one);
}
same('four have none', null, $four->total('wall_ns')['interval']);

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
refused('hidden without paths', 'cannot hide functions', static fn () => $reduction('--hide',
	'f')->apply(pairs_run(['main()' => [1, 1]])));
refused('a time of a run that has none', 'this run has no timeline',
	static fn () => $reduction('--between', '0..1s')->apply(pairs_run(['main()' => [1, 1]])));

/* Lines. */
same('words', ['a', 'b c'], (new LineChoice(' a, ,b c,'))->words);
same('no option', [], (new LineChoice(null))->words);
refused('an empty option', 'names no function', static fn () => new LineChoice(' ,'));
same('missing', ['c', 'art.php'], LineChoice::missing(['Cart::total', '\app\cart::TOTAL', 'Cart.php', 'src/Cart.php',
	'./src/Cart.php', 'Ca*.php', 'c', 'art.php'], ['App\Cart::total'], ['/app/src/Cart.php']));
finish();
?>
--EXPECT--
all as expected
