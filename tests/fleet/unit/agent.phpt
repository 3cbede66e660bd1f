--TEST--
The agent's parts count, wait, name and judge as they say: sums are all of what was added, labels are bounded
--EXTENSIONS--
zlib
--FILE--
<?php
require __DIR__ . '/../../cli/unit/unit.inc';

use XHProf\Cli\Live\Total;
use XHProf\Cli\Problem;
use XHProf\Fleet\Agent\Backoff;
use XHProf\Fleet\Agent\Batch;
use XHProf\Fleet\Agent\BatchPart;
use XHProf\Fleet\Agent\Labels;
use XHProf\Fleet\Agent\Ledger;
use XHProf\Fleet\Agent\Outcome;
use XHProf\Fleet\Agent\Series;
use XHProf\Fleet\Agent\SpoolEntry;
use XHProf\Fleet\Agent\StackTable;
use XHProf\Fleet\Agent\Sums;
use XHProf\Fleet\Agent\Version;
use XHProf\Fleet\Agent\Weight;
use XHProf\Fleet\Agent\Window;
use XHProf\Fleet\ClickHouse\Body;
use XHProf\Fleet\ClickHouse\SentStacks;
use XHProf\Fleet\Destination\FileDelivery;
use XHProf\Fleet\Destination\FileDestination;
use XHProf\Fleet\Http\HttpResponse;
use XHProf\Fleet\Otlp\Dictionary;
use XHProf\Fleet\Otlp\StackReader;
use XHProf\Fleet\Otlp\Values;
use XHProf\Fleet\Otlp\WireMessage;
use XHProf\Fleet\Pyroscope\IngestName;
use XHProf\Fleet\Pyroscope\Refusals;

$series = static fn (array $tags = [], string $service = 'shop', string $pool = 'www'): Series => new Series($service,
	'prod', 'web1', $pool, '8.4.1', $tags);

/* Waiting: the bound doubles, jitter is below it, and what a server asks for is the least. */
$most = new Backoff(1.0, 10.0, static fn (): float => 1.0);
same('bounds', [1.0, 2.0, 4.0, 8.0, 10.0, 10.0, 6], [$most->failed(null), $most->failed(null), $most->failed(null),
	$most->failed(null), $most->failed(null), $most->failed(null), $most->failures()]);
$most->succeeded();
same('anew', [0, 1.0], [$most->failures(), $most->failed(null)]);
$half = new Backoff(1.0, 300.0, static fn (): float => 0.5);
same('jitter', [0.5, 1.0], [$half->failed(null), $half->failed(null)]);
$none = new Backoff(1.0, 300.0, static fn (): float => 0.0);
same('asked for', [0.0, 30.0, 3600.0, 3600.0, 0.0], [$none->failed(null), $none->failed(30.0), $none->failed(3600.0),
	$none->failed(1e9), $none->failed(-5.0)]);
$asked = new Backoff(1.0, 300.0, static fn (): float => 1.0);
same('jitter above it', 31.0, $asked->failed(30.0));
$long = new Backoff(1.0, 300.0, static fn (): float => 1.0);
for ($i = 0; $i < 5000; $i++) {
	$last = $long->failed(null);
}
same('never longer', 300.0, $last);
$real = new Backoff(2.0, 300.0);
same('random within the bound', true, ($first = $real->failed(null)) >= 0 && $first <= 2.0);

/* Windows end on the clock's boundaries. */
$now = [1000.5, 5.0];
$window = new Window(60, static function () use (&$now): array {
	return $now;
});
$after = static function (float $passed, float $set = 0.0) use (&$now, $window): ?array {
	$now = [$now[0] + $passed + $set, $now[1] + $passed];

	return $window->ended();
};
same('until the boundary', [null, [1000, 1020], null, [1020, 1080]], [$after(19.4), $after(0.1), $after(59.9),
	$after(0.1)]);
same('several at once', [1080, 1200], $after(125.0));
same('within a second of the other clock', [null, null], [$after(1.0, 1.0), $after(1.0, -1.0)]);
same('set forward', [1200, 1208], $after(1.0, 100.0));
same('goes on from there', [1308, 1320], $after(13.0));
same('set back: never empty', [[1320, 1322], [322, 360]], [$after(1.0, -1000.0), $after(40.0)]);
same('ended before its time', [360, 362], $window->end());

$at = [1000.0, 5.0];
$short = new Window(60, static function () use (&$at): array {
	return $at;
});
same('a second at least', [1000, 1001], $short->end());
$at = [5000.0, 5.0];
same('also where the clock was set at once', [1000, 1001], $short->ended());

/* Outcomes of answers. */
foreach ([[200, true, false], [204, true, false], [0, false, false], [408, false, false], [429, false, false], [500,
	false, false], [503, false, false], [400, false, true], [404, false, true], [301, false, true], [499, false,
	true]] as [$status, $isAccepted, $isPoison]) {
	$outcome = Outcome::ofHttp(new HttpResponse($status, [], '', 'e'));
	same("HTTP $status", [$isAccepted, $isPoison, $isAccepted], [$outcome->isAccepted, $outcome->isPoison,
		$outcome->reason === '']);
}
foreach (['5' => 5.0, '0' => 0.0, '' => null, 'Thu, 01 Jan 1970 00:00:00 GMT' => 0.0,
	'Thursday, 01-Jan-70 00:00:00 GMT' => 0.0, '10.5' => null, 'x' => null,
	'1234567890' => null] as $header => $seconds) {
	same("Retry-After: $header", $seconds, Outcome::ofHttp(new HttpResponse(503, ['retry-after' => (string) $header],
		''))->afterS);
}
same('made', [[true, false, '', null], [false, false, 'r', 3.0], [false, true, 'p', null]],
	array_map(static fn (Outcome $one): array => [$one->isAccepted, $one->isPoison, $one->reason, $one->afterS],
	[Outcome::accepted(), Outcome::later('r', 3.0), Outcome::poison('p')]));

/* Labels. */
foreach (["a\nb" => 'a?b', 'Größe' => 'Größe', "\xFFa" => "\u{FFFD}a", "a\u{2028}b" => 'a?b', '<&amp;>' => '<&amp;>',
	"<\u{E4}&amp;" => "<\u{E4}&amp;", str_repeat('x', 201) => str_repeat('x', 200), str_repeat('x',
	199) . 'ä' => str_repeat('x', 199)] as $text => $clean) {
	same('clean ' . json_encode(substr(bin2hex((string) $text), 0, 20)), $clean, Labels::clean((string) $text));
}
same('a character that just fits', str_repeat('x', 198) . 'ä', Labels::clean(str_repeat('x', 198) . 'ä'));
same('tags of a ring', [['a' => '1', 'b' => ''], [], ['(other)' => '(other)'], ['a' => '1']],
	[Labels::tags("a\x001\0b\0"), Labels::tags(''), Labels::tags('(other)'), Labels::tags("a\x001\0b")]);
$labels = new Labels('shop', 'prod', 'web1', 2, Version::fixed('3.1'));
same('of a ring', ['route' => "/a?b", 'version' => '3.1'], $labels->series('www', '8.4.1', ['route' => "/a\nb",
	'' => 'x', 'none' => ''])->tags);
same('its own version', ['version' => '2'], $labels->series('www', '8', ['version' => '2'])->tags);
same('others have none', ['(other)' => '(other)'], $labels->series('www', '8', ['(other)' => '(other)'])->tags);
[$a, $b, $c, $d] = [$series(['r' => 'a']), $series(['r' => 'b']), $series(['r' => 'c', 'k' => '1']),
	$series(['k' => '2', 'r' => 'd'])];
same('two are known', [$a, $b, $a, true, false], [$labels->admit($a), $labels->admit($b), $labels->admit($a),
	$labels->isKnown($series(['r' => 'a'])), $labels->isKnown($c)]);
same('the third is another one', [['k' => '(other)', 'r' => '(other)'], 'www'], [($other = $labels->admit($c))->tags,
	$other->pool]);
same('as is the fourth', Labels::key($other), Labels::key($labels->admit($d)));
for ($i = 0; $i < 99; $i++) {
	$pool = $labels->admit($series(['r' => 'x'], 'shop', "pool$i"))->pool;
}
same('a hundred others have a pool, and no more', ['pool98', '(other)', ''], [$pool,
	($last = $labels->admit($series(['r' => 'x'], 'shop', 'pool99')))->pool, $last->php]);
same('an id of all labels, in any order', [true, false, false, 16], [$series(['a' => '1',
	'b' => '2'])->id() === $series(['b' => '2', 'a' => '1'])->id(),
	$series(['a' => '1'])->id() === $series(['a' => '2'])->id(), $series(['a' => "1\0b"])->id() === $series([],
	'x')->id(), strlen($series()->id())]);
same('names of labels', ['service' => 'shop', 'env' => 'prod', 'host' => 'web1', 'pool' => 'www', 'php' => '8.4.1',
	'tag_host' => 'h', 'route' => '/'], $series(['route' => '/', 'host' => 'h'])->labels());

/* Sums. */
$labels = new Labels('shop', 'prod', 'web1', 2);
$sums = new Sums();
foreach ([['a', 3], ['b', 2], ['a', 4], ['c', 50], ['d', 1]] as [$name, $samples]) {
	$sums->add($series(['r' => $name]), stacks_run(['main();f' => $samples]));
}
$sums->add($series(['(other)' => '(other)']), stacks_run(['main();f' => 5]));
$labels->admit($a);
same('in all', ['samples' => 65, 'weight_ns' => 650_000_000], $sums->total());
same('of those without a place', ['samples' => 5, 'weight_ns' => 50_000_000], $sums->others());
$parts = $sums->parts($labels);
$ofPart = static fn (BatchPart $part): array => [$part->series->tags['r'] ?? '', $part->profile->summary()['samples']];
same('the known one, the heaviest, all others', [['a', 7], ['c', 50], ['', 5], ['(other)', 3]], array_map($ofPart,
	$parts));
same('parts are all of it', $sums->total()['samples'],
	array_sum(array_map(static fn (BatchPart $part): int => $part->profile->summary()['samples'], $parts)));
same('what became others', ['samples' => 8, 'weight_ns' => 80_000_000], $sums->others());
same('nothing is left', [], $sums->parts($labels));
$many = new Sums();
for ($i = 1; $i <= 40; $i++) {
	$many->add($a, stacks_run(['main();f' => $i]));
}
same('many of one', [[1, 820]],
	array_map(static fn (BatchPart $part): array => [$part->profile->functions()['f']['calls'] > 0 ? 1 : 0,
	$part->profile->summary()['samples']], $many->parts(new Labels('', '', ''))));
$traces = new Sums();
foreach ([['', ''], ['t', 's'], ['t', 'u'], ['t', 's']] as [$trace, $span]) {
	$traces->add($a, stacks_run(['main()' => 1]), $trace, $span);
}
same('traces apart', [['', '', 1], ['t', 's', 2], ['t', 'u', 1]],
	sorted(array_map(static fn (BatchPart $part): array => [$part->trace, $part->span,
	$part->profile->summary()['samples']], $parts = $traces->parts(new Labels('', '', '')))));
$batch = new Batch('7f-1', 0x7f, 1, 60, 120, $parts);
same('and together', [4], array_map(static fn (BatchPart $part): int => $part->profile->summary()['samples'],
	array_values($batch->withoutTraces()->parts)));
same('the weight of it', [3, 4, 40_000_000], [($weight = Weight::of($parts))->parts, $weight->samples,
	$weight->wallNs]);
same('no weight', [0, 0, 0], [Weight::of([])->parts, Weight::of([])->samples, Weight::of([])->wallNs]);
same('sums that rings claim', [5, 3, PHP_INT_MAX, PHP_INT_MAX], [Total::plus(2, 3), Total::plus(3, -9),
	Total::plus(PHP_INT_MAX - 1, 5), Total::plus(PHP_INT_MAX, PHP_INT_MAX)]);
$entry = new SpoolEntry('f', 5, 'data!', null);
same('a batch that waits', [[], 0, 5], [$entry->waits, $entry->taken, $entry->bytes]);

/* Where the agent stood. */
$folder = unit_folder();
$place = static fn (int $position): array => ['position' => $position, 'samples' => 1, 'weight_ns' => 2,
	'is_over' => false];
$read = static fn (bool $isStored): ?array => (new Ledger($folder))->read(static fn (string $id): bool => $isStored);
same('nobody knows', null, $read(false));
$ledger = new Ledger($folder);
$ledger->commit(['a' => $place(1)]);
$ledger->begin('x', ['a' => $place(2), 'b' => $place(3)]);
same('before the batch was stored', ['a' => $place(1)], $read(false));
same('after it', ['a' => $place(2), 'b' => $place(3)], $read(true));
$ledger->commit(['b' => ['is_over' => true] + $place(3)]);
same('at the end', [true, 3], [$read(true)['b']['is_over'], $read(true)['b']['position']]);
foreach ([['version' => 2, 'places' => []], ['version' => 1], 5] as $bad) {
	file_put_contents("$folder/rings.state", serialize($bad));
	same('what is none: ' . json_encode($bad), null, $read(true));
}
file_put_contents("$folder/rings.state", serialize(['version' => 1, 'places' => ['a' => ['position' => -1] + $place(1),
	'b' => 5, 'c' => ['samples' => '1'] + $place(1), 'd' => ['is_over' => 1] + $place(4)]]));
same('places that are none', ['d' => $place(4)], $read(false));
$ledger->commit(['a' => $place(0)]);
same('nothing was read yet', 0, $read(false)['a']['position']);
$ledger->forget();
same('forgotten', [null, null], [$read(false), (new Ledger(null))->read(static fn (): bool => true)]);

/* Versions. */
file_put_contents("$folder/composer.json", '{"version":"1.2.3"}');
file_put_contents("$folder/VERSION", "v7\nmore\n");
mkdir("$folder/app/.git/refs/heads", 0700, true);
file_put_contents("$folder/app/.git/HEAD", "ref: refs/heads/main\n");
file_put_contents("$folder/app/.git/refs/heads/main", str_repeat('ab', 20) . "\n");
mkdir("$folder/packed/.git", 0700, true);
file_put_contents("$folder/packed/.git/HEAD", "ref: refs/heads/x\n");
file_put_contents("$folder/packed/.git/packed-refs", "# pack\n" . str_repeat('cd',
	20) . " refs/heads/xx\n" . str_repeat('ef', 20) . " refs/heads/x\n");
mkdir("$folder/evil/.git", 0700, true);
file_put_contents("$folder/evil/.git/HEAD", "ref: refs/../../../composer.json\n");
same('versions', ['1.2.3', 'v7', 'abababababab', 'efefefefefef'],
	array_map(static fn (string $name): string => Version::from("$folder/$name")->text(), ['composer.json', 'VERSION',
	'app', 'packed']));
foreach (['none', 'evil', '.'] as $name) {
	refused("no version: $name", 'no version was found', static fn () => Version::from("$folder/$name"));
}

/* Messages as bytes. */
$message = (new WireMessage())->number(1, 150)->number(2, 0)->bytes(2, 'testing')->bytes(3, '')->entry(3,
	'')->fixed64(4, 1)->entry(5, (new WireMessage())->number(16, 1));
same('a message', '089601' . '1207' . bin2hex('testing') . '1a00' . '210100000000000000' . '2a03800101',
	bin2hex($message->text()));
same('packed numbers', '01ac02', bin2hex(WireMessage::packed([1, 300])));
$values = static function (array ...$samples): ?string {
	$values = new Values(['a', 'b'], ['c', 'd'], 7);
	foreach ($samples as $sample) {
		$values->add(...$sample);
	}

	return $values->message(new Dictionary(), 1, 3, 'id')?->text();
};
same('no value, no message', [null, null], [$values(), $values([1, '', 0], [2, '', -5])]);
same('values of a stack and its tags add up, within an int', bin2hex($values([1, '', 3], [2, '', 4], [1, 'x', 6],
	[3, '', PHP_INT_MAX])), bin2hex($values([1, '', 1], [2, '', 4], [1, 'x', 6], [1, '', 2], [5, '', 0], [3, '',
	PHP_INT_MAX - 1], [3, '', 2], [2, '', -1])));
$type = static fn (int $name): WireMessage => (new WireMessage())->number(1, $name)->number(2, $name + 1);
same('a value in its message', bin2hex((new WireMessage())->entry(1, $type(1))->entry(2, (new WireMessage())
	->number(1, 5)->append('x')->bytes(4, WireMessage::packed([300])))->fixed64(3, 1_000_000_000)
	->number(4, 2_000_000_000)->entry(5, $type(3))->number(6, 7)->bytes(7, 'id')->text()), bin2hex((string) $values([5,
	'x', 300])));
$dictionary = new Dictionary();
same('each once, from 1 on', [1, 2, 1], [$dictionary->function('f', 'a.php', 3), $dictionary->function('f', 'a.php', 4),
	$dictionary->function('f', 'a.php', 3)]);
same('locations', [1, 2, 1], [$dictionary->location(1, 5), $dictionary->location(1, 6), $dictionary->location(1, 5)]);
same('links, of which the first is none', [0, 1, 2, 1], [$dictionary->link(str_repeat("\0", 16), ''),
	$dictionary->link(str_repeat('t', 16), ''), $dictionary->link(str_repeat('t', 16), 'spanspan'),
	$dictionary->link(str_repeat('t', 16), '')]);
$stacks = iterator_to_array((new StackReader(stacks_run(['main();f' => 3, 'main();g' => 4, 'main()' => 1]),
	$dictionary = new Dictionary()))->stacks([['own_wall_ns']]), true);
same('stacks with values are all of the time', [3, 80_000_000, [1, 2, 3]], [count($stacks),
	array_sum(array_column($stacks, 0)), sorted(array_keys($stacks))]);
/* f resumed a fiber that g had begun: f's callee g took longer than f. What f lacks, its caller pays. */
$resumed = XHProf\Profile::parse(json_encode(['format' => 'xhprof', 'version' => 1, 'mode' => 'tree',
	'started_ns' => 0, 'unrecorded_calls' => 0, 'truncated_calls' => 0, 'call_cost_ps' => 0, 'runs' => 1,
	'functions' => ['name' => ['main()', 'f', 'g'], 'file' => [null, null, null], 'line' => [0, 0, 0]],
	'pairs' => ['caller' => [1, 0, null], 'caller_level' => [0, 0, 0], 'callee' => [2, 1, 0],
		'callee_level' => [0, 0, 0], 'calls' => [1, 1, 1], 'wall_ns' => [8, 5, 10]],
	'nodes' => ['parent' => [null, 0, 1], 'function' => [0, 1, 2], 'level' => [0, 0, 0], 'line' => [0, 0, 0],
		'calls' => [1, 1, 1], 'min_wall_ns' => [10, 5, 8], 'max_wall_ns' => [10, 5, 8], 'wall_ns' => [10, 5, 8]]]));
same('the own time of a run with fibers', [[2], [8]],
	array_values(iterator_to_array((new StackReader($resumed, new Dictionary()))->stacks([['own_wall_ns']]))));
/* What f lacks of h, g's callee, is more than its own, and its caller pays the rest. */
$deep = XHProf\Profile::parse(json_encode(['format' => 'xhprof', 'version' => 1, 'mode' => 'tree', 'started_ns' => 0,
	'unrecorded_calls' => 0, 'truncated_calls' => 0, 'call_cost_ps' => 0, 'runs' => 1,
	'functions' => ['name' => ['main()', 'f', 'g', 'h'], 'file' => [null, null, null, null], 'line' => [0, 0, 0, 0]],
	'pairs' => ['caller' => [2, 1, 0, null], 'caller_level' => [0, 0, 0, 0], 'callee' => [3, 2, 1, 0],
	'callee_level' => [0, 0, 0, 0], 'calls' => [1, 1, 1, 1],
	'wall_ns' => [18, 4, 10, 20]], 'nodes' => ['parent' => [null, 0, 1, 2], 'function' => [0, 1, 2, 3],
	'level' => [0, 0, 0, 0], 'line' => [0, 0, 0, 0], 'calls' => [1, 1, 1, 1], 'min_wall_ns' => [20, 10, 4, 18],
	'max_wall_ns' => [20, 10, 4, 18], 'wall_ns' => [20, 10, 4, 18]]]));
same('the own time of a run with fibers, over two callers', [[2], [18]],
	array_values(iterator_to_array((new StackReader($deep, new Dictionary()))->stacks([['own_wall_ns']]))));
$body = new Body();
foreach ($rows = array_map(static fn (int $i): string => str_repeat(chr($i), 30_000), range(65, 70)) as $row) {
	$body->add($row);
}
same('rows and back', implode('', $rows), gzdecode($body->end()));
$sent = new SentStacks();
$hash = pack('P', 0);
$sent->add([$hash], 86_399);
same('sent again the next day', [true, false, false], [$sent->has($hash, 0), $sent->has($hash, 86_400),
	$sent->has(pack('P', 1), 0)]);
same('each at its own hour', [true, false], [($sent->add([pack('P', 3600)], 0)) === null && $sent->has(pack('P', 3600),
	82_799), $sent->has(pack('P', 3600), 82_800)]);
$sent->forget();
same('forgotten', false, $sent->has($hash, 0));
$table = new StackTable();
$text = $table->encode($run = stacks_run(['main();f' => 3, 'main();g' => 4]));
$again = (new StackTable($table->names(), $table->places()))->decode($text);
same('stacks as text and back', [array_map(static fn (array $row): int => $row['calls'], $run->functions()),
	$run->summary()['wall_ns']], [array_map(static fn (array $row): int => $row['calls'], $again->functions()),
	$again->summary()['wall_ns']]);
refused('an unknown function', 'there is no function 9',
	static fn () => (new StackTable(['main()']))->decode('[[1,1,1,9]]'), ValueError::class);

/* Names for Pyroscope. */
foreach ([[$series(), 'samples', 'shop{env=prod,host=web1,pool=www,php=8.4.1}'], [$series([], 'my shop'), 'samples',
	'my_shop{service_name=my shop,env=prod,host=web1,pool=www,php=8.4.1}'], [$series(['kind' => 'x', '__a' => '1',
	'1b' => '2', 'a-b' => '3', 'a.b' => '4', 'r' => '{a,b}']), 'calls',
	'shop{kind=calls,env=prod,host=web1,pool=www,php=8.4.1,tag_1b=2,tag___a=1,a_b=3,a_b_2=4,tag_kind=x,r=(a;b)}'],
		[$series([], '', ''), 'samples', 'php{env=prod,host=web1,php=8.4.1}']] as [$one, $kind, $name]) {
	same("the name $name", $name, IngestName::of($one, $kind));
}
same('24 labels at most', 24,
	substr_count(IngestName::of($series(array_combine(array_map(static fn (int $i): string => "t$i", range(1, 40)),
	array_fill(0, 40, 'v'))), 'samples'), '='));
$refusals = new Refusals();
$refusals->expect(3);
$refusals->refuse('too old');
$answer = static fn (int $status, string $body = ''): HttpResponse => new HttpResponse($status, [], $body);
same('while answers are to come', [true, true], [$refusals->judge($answer(200))->isAccepted,
	$refusals->judge($answer(400, 'bad'))->isAccepted]);
same('the last one', [true, '2 of 4 profiles refused: too old'], [($last = $refusals->judge($answer(200)))->isPoison,
	$last->reason]);
$refusals = new Refusals();
$refusals->expect(1);
same('422 is an outage or not', [false, true], [$refusals->judge($answer(422, 'timeout'))->isPoison,
	$refusals->judge($answer(422, 'invalid_argument'))->isPoison]);

/* Folders. */
foreach (['file:' => 'is not a destination', 'file:x?format=xml' => 'the formats are',
	'file:x?keep=-1' => 'is not a limit', 'file:x?a=b' => 'is not a destination',
	'file:x?format[]=json' => 'is not a destination'] as $url => $why) {
	refused("the place $url", $why, static fn () => FileDestination::of($url));
}
same('names', ['file:/x', 'file:/x?format=json'], [FileDestination::of('file:///x')->name(),
	FileDestination::of('file:/x?format=json')->name()]);
$to = FileDestination::of("file:$folder/out?format=json");
same('made', ["made the folder $folder/out"], $to->setUp());
same('there', ["$folder/out is there"], $to->setUp());
$delivery = $to->send($batch);
while (($outcome = $delivery->poll()) === null);
same('a file for each series, of the window', [true, 1, 4], [$outcome->isAccepted,
	count($files = glob("$folder/out/19700101-000100-shop-*.xhprof.json")),
	XHProf\Profile::load($files[0])->summary()['samples']]);
foreach ([[static fn () => null, [true, false, '']], [static fn () => throw new Problem('full'), [false, false,
	'full']], [static fn () => throw new RuntimeException('no paths'), [false, true, 'no paths']]] as [$write,
	$expected]) {
	$delivery = new FileDelivery($batch, $write, null);
	while (($outcome = $delivery->poll()) === null);
	same("a delivery: $expected[2]", $expected, [$outcome->isAccepted, $outcome->isPoison, $outcome->reason]);
}
$written = [];
$delivery = new FileDelivery($batch, static function (int $place) use (&$written): void {
	$written[] = $place;
}, static function () use (&$written): void {
	$written[] = 'sweep';
});
while ($delivery->poll() === null);
same('each part once, and then the limit', [0, 1, 2, 'sweep'], $written);
$aborted = new FileDelivery($batch, static fn () => throw new Problem('written'), null);
$aborted->abort();
same('nothing more is written', true, $aborted->poll()->isAccepted);

function sorted(array $values): array
{
	sort($values);

	return $values;
}
finish();
?>
--EXPECT--
all as expected
