--TEST--
Addresses of stores, their SQL, their bytes and their pages say what was asked
--FILE--
<?php
require __DIR__ . '/../../cli/unit/unit.inc';

use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Fleet\Http\HttpResponse;
use XHProf\Fleet\Serve\StorePage;
use XHProf\Fleet\Serve\StoreQuery;
use XHProf\Fleet\Store\ClickHouseStore;
use XHProf\Fleet\Store\Condition;
use XHProf\Fleet\Store\Hints;
use XHProf\Fleet\Store\LabelWeights;
use XHProf\Fleet\Store\ResponseParser;
use XHProf\Fleet\Store\RowBinary;
use XHProf\Fleet\Store\Selection;
use XHProf\Fleet\Store\Sql;
use XHProf\Fleet\Store\Where;
use XHProf\Fleet\View\StoreView;

date_default_timezone_set('UTC');
putenv('COLUMNS=80');
$terminal = new Terminal(fopen('php://memory', 'w'));

/* SQL of anybody's texts. */
same('quoted', ["'a'", "'it\\'s'", "'\\\\'", "'\\n\\0'", "'ü'"], all_of(Sql::quote(...), ['a', "it's", '\\', "\n\0",
	'ü']));
same('names', ['a_1', '`a-b`', '`a\\`b\\\\`', '`1`'], all_of(Sql::name(...), ['a_1', 'a-b', 'a`b\\', '1']));
foreach ([[['host', false, false, ['a']], "host = 'a'"], [['host', false, false, ['a', 'b*']],
	"(host = 'a' OR host LIKE 'b%')"], [['host', false, true, ['a']], "NOT (host = 'a')"], [['k', true, false, ['v']],
	"has(tags, 'k=v')"], [['k', true, false, ['']], "NOT arrayExists(x -> x LIKE 'k=%', tags)"],
	[['k_%', true, false, ['v*']], "arrayExists(x -> x LIKE 'k\\\\_\\\\%=v%', tags)"]] as [$condition, $sql]) {
	same($sql, $sql, Where::of([new Condition(...$condition)]));
}
same('all', ['1', "a = '1' AND b = '2'"], [Where::of([]), Where::of([new Condition('a', false, false, ['1']),
	new Condition('b', false, false, ['2'])])]);
same('conditions', ['host!=a,b', 'k=v', [true, false, false]], [(new Condition('host', false, true, ['a',
	'b']))->text(), (new Condition('k', true, false, ['v']))->text(),
	[(new Condition('k', true, false, ['v']))->isPlain(), (new Condition('k', true, true, ['v']))->isPlain(),
		(new Condition('k', true, false, ['v*']))->isPlain()]]);

/* What is asked for. */
$selection = Selection::of('clickhouse+http://h/db?a.b=1&service=shop&host!=w1&host!=w2&since=2h&until=1h&per=hour,'
	. 'host&timeout=5s&tag_host=x%26y', 1_000_000);
same('the service first', [['service', false, false, ['shop']], ['a.b', true, false, ['1']], ['host', false, true,
	['w1', 'w2']], ['host', true, false, ['x&y']]], array_map(static fn (Condition $one): array => [$one->label,
	$one->isTag, $one->isNot, $one->values], $selection->conditions));
same('its time', [992_800, 996_400, ['hour', 'host'], 'samples'], [$selection->since, $selection->until,
	$selection->per, $selection->kind]);
same('its title', 'shop a.b=1 host!=w1,w2 host=x&y, 1970-01-12 11:46 to 12:46 UTC, per hour and host',
	$selection->title());
same('by default', ['all services, the last 1h', 996_400], [($default = Selection::of('x', 1_000_000))->title(),
	$default->since]);
refused('a time that ends before it begins', 'since=1h is not before until=2h',
	static fn () => Selection::of('?since=1h&until=2h', 1_000_000));
refused('the same time', 'is not before until=now', static fn () => Selection::of('?since=@1000000', 1_000_000));
refused('another kind', 'kind cannot be', static fn () => Selection::of('?kind=x', 5));
$query = StoreQuery::of('service=a%20b&route=&since=1h&secret_env=X&label=host&k=1&k=2');
same('an address', ['a b', '2', 'service=a%20b&route=&since=1h&label=host&k=1&k=2', 'service=a%20b&route=&k=1&k=2'],
	[$query->value('service'), $query->value('k'), $query->text(), $query->choice()->without('since')->text()]);
same('with and without', ['service=a%20b&route=&label=host&k=1&k=2&since=%405&until=%409', './?k=3', './'],
	[$query->at(5, 9)->text(), StoreQuery::of('k=1&k=2')->with('k', '3')->link(), StoreQuery::of('')->link()]);
same('conditions', [['service', 'a b'], ['route', ''], ['k', '1'], ['k', '2']], $query->conditions());

/* Bytes of a store. */
$rows = new RowBinary(pack('P', 5) . "\x02ab" . "\x02\x01a\x00" . pack('P', -1) . "\x81\x01" . str_repeat('x', 129));
same('values', [5, 'ab', ['a', ''], PHP_INT_MAX, str_repeat('x', 129), true], [$rows->int(), $rows->string(),
	$rows->strings(), $rows->sum(), $rows->string(), $rows->isEnd()]);
same('a length of nine bytes', 'ab', (new RowBinary("\x82" . str_repeat("\x80", 7) . "\x00ab"))->string());
foreach ([['string', str_repeat("\x80", 8) . "\x01"], ['string', str_repeat("\xff", 9) . "\x01ab"],
	['string', str_repeat("\x80", 10) . "\x00ab"], ['int', "\1\2\3\4\5\6\7"], ['string', "\x05abcd"], ['string', ''],
	['strings', "\x02\x01a"]] as [$method, $bytes]) {
	refused("$method of " . bin2hex($bytes), 'the answer of the store is incomplete',
		static fn () => (new RowBinary($bytes))->$method());
}
$answer = static fn (string $body, array $headers = [], int $status = 500): HttpResponse => new HttpResponse($status,
	$headers, $body);
foreach ([['Code: 60, e.displayText() = DB::Exception: Table default.samples doesn\'t exist., e.what() = DB::Exception',
	60, "Code: 60, Table default.samples doesn't exist."],
	['Code: 516. DB::Exception: user: Authentication failed. (AUTHENTICATION_FAILED) (version 24.8.1)', 516,
	'Code: 516, user: Authentication failed. (AUTHENTICATION_FAILED)'], ['<html>', 0, 'HTTP 500 <html>']] as [$body,
	$code, $reason]) {
	same("the answer $code", [$code, $reason, $code !== 0], [ResponseParser::code($answer($body)),
		ResponseParser::reason($answer($body)), ResponseParser::advice($answer($body)) !== '']);
}
same('by its header', 241, ResponseParser::code($answer('x', ['x-clickhouse-exception-code' => '241'])));
$hints = new Hints(static fn (string $sql): RowBinary => new RowBinary(match (true) {
	str_contains($sql, "service = 'shp'") => '',
	default => str_contains($sql, 'SELECT DISTINCT service') ? "\x04shop\x04site" : pack('P', 1),
}));
same('a service that is none', ['no profile has service=shp', 'did you mean shop? service is: shop, site'],
	[($problem = $hints->nothing(Selection::of('?service=shp', 5000)))->getMessage(), $problem->advice]);
same('an empty store', 'this store is empty', (new Hints(static fn (): RowBinary => new RowBinary('')))
	->nothing(Selection::of('', 5000))->getMessage());
$weight = static fn (string $name, int $samples): array => ['name' => $name, 'samples' => $samples];
$weights = ['' => [$weight('', 9)], 'host' => [$weight('a', 4), $weight('b', 5)], 'route' => [$weight('/', 9)],
	'service' => [$weight('s', 9)], 'env' => [$weight('p', 8)]];
same('labels', [['service', 'route', 'env', 'host'], ['route' => '/'], 'route=/'], [LabelWeights::labels($weights),
	LabelWeights::alike($weights), LabelWeights::text(['route' => '/', 'env' => ''])]);
same('as URLs have them', ['route', 'host', 'tag_host'], all_of(LabelWeights::name(...), ['tag_route', 'host',
	'tag_host']));

/* What a store has, for a terminal. */
$weight = static fn (string $name, int $samples, int $wall_s): array => ['name' => $name, 'hosts' => 2,
	'samples' => $samples, 'wall_ns' => $wall_s * 1_000_000_000, 'cpu_ns' => 0, 'first' => 0, 'last' => 86_400];
$weights = ['' => [$weight('', 4, 7200)], 'env' => [$weight('live', 4, 7200)], 'service' => [$weight('shop', 4, 7200)],
	'route' => [$weight("/a\e", 3, 5400), $weight('', 1, 1800), $weight('/c', 0, 0)]];
$view = new StoreView($selection = Selection::of('clickhouse+http://h/db?since=@0&until=@3600', 7200), $weights,
	$terminal, 2);
same('its labels', [['service', false, 1], ['route', true, 2], ['env', false, 1]],
	array_map(static fn (array $label): array => [$label['label'], $label['more'], count($label['values'])],
	$view->data()['labels']));
$text = $view->text();
foreach (["2 hosts, 4 samples, wall 2.00 h, CPU ", "  75.0  90.0 min", "1970-01-02 00:00  /a\n", '  -',
	"(more: --limit)\n",
	'all of it: env=live'] as $part) {
	same("store: $part", true, str_contains($text, $part));
}
same('no escape here', false, str_contains($text, "\e"));

/* A page of a store. */
$weights = static fn (string $sql): string => throw new Problem('no answer <b>', 'look & see');
$url = 'clickhouse+http://u@h/db?service=shop';
$page = new StorePage(new ClickHouseStore('clickhouse+http://h/db', $weights), $url,
	$query = StoreQuery::of('since=@0&until=@3600&route=/a%3Cb%3E&before=k%3D1'));
refused('a store that does not answer', 'no answer', static fn () => $page->html());
$html = $page->problem(new Problem('no answer <b>', 'look & see'));
same('the problem', 1, preg_match('~<span class="bad" role="alert">No answer &lt;b&gt;: look &amp; see</span>~',
	$html));
foreach (['<h1>clickhouse+http://h/db', 'name="route" value="/a&lt;b&gt;"', 'value="1970-01-01 00:00Z"',
	'value="1970-01-01 01:00Z"', '<option value="" selected>samples</option>'] as $text) {
	same("the form has $text", true, str_contains($html, $text));
}
same('the times to choose', ['1h', '6h', '1d', '1w', '30d'], preg_match_all('~<a href="[^"]*since=(\w+)[^"]*">\1</a>~',
	$html,
	$found) > 0 ? $found[1] : []);
same('no user in a page', false, str_contains($html, 'u@h'));
finish();
?>
--EXPECT--
all as expected
