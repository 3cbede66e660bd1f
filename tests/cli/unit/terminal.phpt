--TEST--
Numbers, times and texts are written as people read them, and fit into cells whatever bytes they have
--FILE--
<?php
require __DIR__ . '/unit.inc';
require __DIR__ . '/units_table.inc';

use XHProf\Cli\JsonName;
use XHProf\Cli\Terminal\Columns;
use XHProf\Cli\Terminal\Duration;
use XHProf\Cli\Terminal\ExitStatus;
use XHProf\Cli\Terminal\Json;
use XHProf\Cli\Terminal\Pattern;
use XHProf\Cli\Terminal\Output;
use XHProf\Cli\Terminal\Screen;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\TimeExpression;
use XHProf\Cli\Terminal\Units;

date_default_timezone_set('UTC');

/* Units: three digits. The table has times, sizes, counts and shares. */
same('spans', ['90 s', '2 min', '59 min', '60 min', '90 min', '2 h', '2.5 h', '16.7 h'],
	all_of(Units::span(...), [90, 120, 3540, 3600, 5400, 7200, 9000, 59_970]));
same('round spans', ['0 ns', '100 ms', '1 s', '10 s', '100 s', '10 min', '100 min', '240 h'],
	all_of(Units::span(...), [0, 0.1, 1, 10, 100, 600, 6000, 864_000]));
same('a brief count', ['999,999', '1.00M', '99.99M', '100M'], all_of(Units::brief(...), [999_999, 1_000_000, 99_990_000,
	100_000_000]));
same('of one, of none, of an odd plural', ['1 query', '0 runs', '2,000 queries'], [Units::of(1, 'query', 'queries'),
	Units::of(0, 'run'), Units::of(2000, 'query', 'queries')]);
same('change', ['', 'new', '+12.0 %', '-50.0 %', '+100 %', '+1000 %', '+50.0 %'], [Units::change(5, 5),
	Units::change(0, 3), Units::change(100, 112), Units::change(10, 5),
	Units::change(1, 2), Units::change(1, 11), Units::change(-10, -5)]);
same('counts with their signs', ['+1,234', '0', '-5'], all_of(Units::signed(...), [1234, 0, -5]));
same('an interval', '-0.3 % to +12.0 %', Units::range([-0.003, 0.12]));
same('what stat counts in a second', ['12.3M', '1.0G', '3.0G'], all_of(Units::number(...), [12_345_678.9, 999_950_000,
	3e9]));
same('units.json, with which the page of a report is compared: see units_table.inc', units_json(),
	file_get_contents(__DIR__ . '/units.json'));

/* Durations. The rule is in tests/cli/durations_settings.phpt: these are longer than any setting. */
foreach (['52w1d1us' => 31_536_000_000_001_000, '7625w' => 4_611_600_000_000_000_000, '7626w' => PHP_INT_MAX >> 1,
	'7625w7625w' => PHP_INT_MAX >> 1, '4611686018427387903ns' => PHP_INT_MAX >> 1,
	'4611686018427387902ns1ns' => PHP_INT_MAX >> 1, '9223372036854775808h' => PHP_INT_MAX >> 1,
	'4611686018.427387902s' => (PHP_INT_MAX >> 1) - 1, "1s\n" => 1_000_000_000, "1s\0" => null, "1s\n\0" => null,
	] as $text => $ns) {
	same("Duration::parse($text)", $ns, Duration::parse($text));
}
foreach (Duration::UNITS as $unit => $ns) {
	same("1$unit spelled", "1$unit", Duration::spelled($ns));
	same("1$unit parsed", $ns, Duration::parse("1$unit"));
}
same('spelled without a fraction', ['90s', '1001us', '0s'], [Duration::spelled(90_000_000_000),
	Duration::spelled(1_001_000), Duration::spelled(0)]);
same('the least and the most are allowed', [10, 20], [Duration::of('--x', '10ns', 'us', 10, 20), Duration::of('--x',
	'20ns', 'us', 10, 20)]);
refused('one less than the least', 'from 10ns to 20ns, not 9ns', static fn () => Duration::of('--x', '9ns', 'us', 10,
	20));
refused('one more than the most', 'from 10ns to 20ns, not 21ns', static fn () => Duration::of('--x', '21ns', 'us', 10,
	20));
refused('no most', '10ns at least', static fn () => Duration::of('--x', '9ns', 'us', 10));
refused('no unit', '--x 5: give a unit, as in 5ms', static fn () => Duration::of('--x', '5', 'ms'));
same('zero needs none', 0, Duration::of('--x', '0', 'ms'));

/* Text in cells. */
same('what fits is filled up', 'abc  ', Text::fit('abc', 5));
same('exactly', 'abcde', Text::fit('abcde', 5));
same('the middle goes, and the end has two thirds', 'App…:total', Text::fit('App\Cart::total', 10));
same('wide characters take two cells', ['漢字 ', '漢…', '…字'], [Text::fit('漢字', 5), Text::start('漢字', 3), Text::end('漢字',
	3)]);
same('a wide one that would be cut in half is left out', '…漢 ', Text::fit('漢字漢', 4));
same('a base and its accent are one', ["e\u{301}…", "…e\u{301}"], [Text::start("e\u{301}xyz", 2),
	Text::end("xyze\u{301}", 2)]);
same('the start and the end of what fits', ['abc', 'abc'], [Text::start('abc', 3), Text::end('abc', 3)]);
same('the start and the end of what does not', ['ab…', '…cd'], [Text::start('abcd', 3), Text::end('abcd', 3)]);
same('no cell is left open', [10, 10, 10], array_map(static fn (string $text): int => cells_of(Text::fit($text, 10)),
	['abc', 'abcdefghijklmnop', '漢字漢字漢字漢字']));
same('control characters become blanks', 'a b c d', Text::plain("a\n\rb\e\x07c\u{202E}d"));
same('C1 and line separators, too', 'a b c', Text::plain("a\u{9B}b\u{2028}c"));
same('bytes that are not UTF-8 are Latin-1', 'aÿbÃ¤', Text::plain("a\xFFb\xC3\xA4"));
same('nothing that a terminal obeys', 0, preg_match('/[\x00-\x1F\x7F]/', Text::plain(implode('', array_map(chr(...),
	range(0, 127))))));
same('cut leaves no blanks, and never less than 12 cells', ['abc', 'abcdefghijkl'], [Text::cut('abc', 40),
	Text::cut('abcdefghijkl', 3)]);
same('code that is no function', ['compile of a.php', 'code of a.php', 'eval of a.php', 'f'],
	all_of(Text::function(...), ['load::a.php', 'run_init::a.php', 'eval::a.php', 'f']));
same('and back', ['load::a.php', 'run_init::a.php', 'eval::a.php', 'f'], all_of(Text::inData(...), ['compile of a.php',
	'code of a.php', 'eval of a.php', 'f']));
same('wrap', "aa bb\ncc\ndddddddd", Text::wrap('aa bb cc dddddddd', 5));
same('wrap counts cells', "漢 漢\n漢", Text::wrap('漢 漢 漢', 5));
same('right', ['   ab', '  ±ab', 'abcdef'], [Text::right('ab', 5), Text::right('±ab', 5), Text::right('abcdef', 5)]);
same('wrapped', "  <aaaaaaaaaa bbbbbbbbb>\n  <c>\n", Text::wrapped('aaaaaaaaaa bbbbbbbbb c', 2, 22,
	static fn (string $line): string => "<$line>"));
same('never narrower than 20 cells', " aaaaaaaaaaaaa bbbbbb\n", Text::wrapped('aaaaaaaaaaaaa bbbbbb', 1, 5,
	static fn (string $line): string => $line));
same('wrapped nothing', '', Text::wrapped('', 2, 22, static fn (string $line): string => "<$line>"));
same('nearest', ['calls', 'wall', 'peak', null, null], [Text::nearest('cals', ['calls', 'cpu']), Text::nearest('WALL',
	['wall']), Text::nearest('paek', ['peak']), Text::nearest('zzzzz', ['calls']),
	Text::nearest('xy', ['ab'])]);
same('two letters that changed places are one error', 'abcd', Text::nearest('abdc', ['abxx', 'abcd']));
same('two errors in five letters, and not in four', ['abxye', null], [Text::nearest('abcde', ['abxye']),
	Text::nearest('abcd', ['abxy'])]);
same('words of other lengths', ['abcdefg', null], [Text::nearest('abcdef', ['abcdefg']), Text::nearest('ab',
	['abcd'])]);
same('a hint', ['did you mean --out? ', ''], [Text::hint('oot', ['out'], '--'), Text::hint('zzz', ['out'])]);
same('one of those', 'b', Text::oneOf('--x', 'b', ['a', 'b']));
refused('none of those', '--x cannot be "c" (it is one of: aaaa, bbbb)', static fn () => Text::oneOf('--x', 'c',
	['aaaa', 'bbbb']));

/* Columns: what says least goes first, so that the name can be read. */
$columns = ['calls' => ['calls', 7], 'wall' => ['wall', 9], 'share' => ['%', 6]];
$all = new Columns($columns, ['share', 'calls'], 80, ['a name']);
same('all fit', [true, 24, 56], [$all->has('share'), $all->cells(), $all->free]);
same('a line and its heading', ['  calls     wall     %  ', '      7     1 ms        '], [$all->heading(),
	$all->line(['calls' => '7', 'wall' => '1 ms', 'gone' => 'x'])]);
$exact = new Columns($columns, ['share', 'calls'], 44, [str_repeat('x', 20)]);
same('exactly room for the name', [true, 20], [$exact->has('share'), $exact->free]);
$narrow = new Columns($columns, ['share', 'calls'], 43, [str_repeat('x', 20)]);
same('one cell less', [false, true, 25], [$narrow->has('share'), $narrow->has('calls'), $narrow->free]);
$least = new Columns($columns, ['share', 'calls'], 30, [str_repeat('x', 99)]);
same('the last ones stay', [false, false, true, 19], [$least->has('share'), $least->has('calls'), $least->has('wall'),
	$least->free]);
same('a long name needs 28 cells', true, (new Columns($columns, ['share', 'calls'], 52, [str_repeat('x',
	99)]))->has('share'));
same('and not one less', false, (new Columns($columns, ['share', 'calls'], 51, [str_repeat('x', 99)]))->has('share'));

/* A file is no terminal: no colours, and its width is that of COLUMNS within bounds. */
$stream = fopen('php://memory', 'w+');
foreach (['10' => 40, '40' => 40, '100' => 100, '160' => 160, '9999' => 160, '0' => 80,
	'x' => 80] as $value => $width) {
	putenv("COLUMNS=$value");
	same("COLUMNS=$value", $width, (new Terminal($stream))->width);
}
same('no colours', 'a', (new Terminal($stream))->style('a', 'red'));
(new Terminal($stream))->write('text');
rewind($stream);
same('what was written', 'text', stream_get_contents($stream));
/* The other end of a terminal of nobody's is one. */
$tty = @fopen('/dev/ptmx', 'r+');
$were = array_map(getenv(...), $names = ['NO_COLOR', 'TERM']);
foreach ([['', 'xterm', true], ['', '', true], ['1', 'xterm', false], ['0', 'xterm', false], ['', 'dumb', false],
	['1', 'dumb', false]] as [$no, $term, $has]) {
	putenv("NO_COLOR=$no");
	putenv("TERM=$term");
	$one = new Terminal($tty ?: $stream);
	same("NO_COLOR=$no TERM=$term", $has && $one->isTerminal ? "\e[31ma\e[0m" : 'a', $one->style('a', 'red'));
	same('no style', 'a', $one->style('a', ''));
}
foreach ($were as $i => $was) {
	putenv($names[$i] . ($was === false ? '' : "=$was"));
}

/* Keys. */
same('keys', ['up', 'down', 'page up', 'a', 'ü', 'enter', 'escape'], Screen::decode("\e[A\eOB\e[5~aü\r\e"));
same('a sequence that is no key, a control character, a key that ends us', ['x', 'interrupt', 'tab'],
	Screen::decode("\e[1;5Cx\x01\x03\t"));

/* JSON. */
same('JSON has its schema first', "{\"schema\":\"xhprof-top\",\"version\":1,\"a\":\"/ü\",\"b\":1.0}\n",
	Json::encode('top', ['a' => '/ü', 'b' => 1.0], 0));
same('JSON of bytes', '{"schema":"xhprof-x","version":1,"aÿ":["Ã¤ÿ","ä",{"5":"ÿ"},[],{},1,null]}' . "\n",
	Json::encode('x', ["a\xFF" => ["\xC3\xA4\xFF", 'ä', (object) [5 => "\xFF"], [], (object) [], 1, null]], 0));
refused('JSON of no number', 'Inf and NaN cannot be JSON encoded', static fn () => JsonName::encode(INF),
	JsonException::class);
same('names in JSON', ['f', 'ü', ['latin1' => 'ÿ']], [JsonName::of('f'), JsonName::of('ü'), JsonName::of("\xFF")]);
foreach (['f', 'ü', "\xFF", "a\xC3", "\x80\xBF\xC0\xFF", implode('', array_map(chr(...), range(0, 255)))] as $name) {
	same('a name and back: ' . bin2hex($name), $name, JsonName::read(json_decode(json_encode(JsonName::of($name)),
		true)));
}
same('no name', ['', '', ''], [JsonName::read(null), JsonName::read(5), JsonName::read(['latin1' => 5])]);
same('statuses', [0, 1, 2, 3], [ExitStatus::OK, ExitStatus::WORSE, ExitStatus::PROBLEM, ExitStatus::UNCLEAR]);

/* Points in time. */
foreach (['1h' => 996_400, '1w1h' => 391_600, '@5' => 5, '1970-01-02' => 86_400, '1970-01-02 00:01' => 86_460,
	'1970-01-02T00:00:05Z' => 86_405, '1970-01-02 00:00+01:00' => 82_800] as $text => $time) {
	same("the time $text", $time, TimeExpression::of('--since', (string) $text, 1_000_000));
}
foreach (['5', 'tomorrow', '1970-01-02 ', '@', '-1h'] as $text) {
	refused("the time $text", $text === '5' ? '--since 5: give a unit, as in 5s'
		: "--since takes an age or a date, not \"$text\"",
		static fn () => TimeExpression::of('--since', $text, 1_000_000));
}

/* Patterns, as the extension matches them. */
preg_match_all('/^PATTERN\((\w+), "(.*)", "(.*)", (true|false)\)$/m',
	(string) file_get_contents(__DIR__ . '/../../base/patterns.inc'), $cases, PREG_SET_ORDER);
same('cases', true, count($cases) > 40);
foreach ($cases as [, $kind, $pattern, $text, $isMatch]) {
	$matches = ['TEXT' => Pattern::isText(...), 'FUNCTION' => Pattern::isFunction(...), 'FILE' => Pattern::isFile(...)];
	same("$kind \"$pattern\", \"$text\"", $isMatch === 'true',
		$matches[$kind](stripcslashes($pattern), stripcslashes($text)));
}
same('a host', [true, false, true], [Pattern::isName('SHOP.*', 'shop.example'), Pattern::isName('shop', 'shop.example'),
	Pattern::isName('shop-?', 'Shop-1')]);
/* The standard output. */
same('all of it, and its reader is there', ['a text', true], stdout_of(static fn (): bool => Output::write('a text')));
same('a run', ['json', true], [json_decode(stdout_of(static fn () => Output::export(pairs_run(['main()' => [1, 5]]),
	'json'))[0], true)['format'] === 'xhprof' ? 'json' : '', Output::write('')]);

/* Cells, of what these tests have. */
function cells_of(string $text): int
{
	return preg_match_all('/\p{Han}/u', $text) + preg_match_all('/./u', $text);
}
finish();
?>
--EXPECT--
all as expected
