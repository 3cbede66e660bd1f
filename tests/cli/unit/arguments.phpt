--TEST--
The words of a command are its options, their values and the rest
--FILE--
<?php
require __DIR__ . '/unit.inc';

use XHProf\Cli\Terminal\Arguments;

$known = ['out' => true, 'json' => false, 'limit' => true, 'by' => true];
$of = static fn (array $words, bool $stops = false): Arguments => new Arguments($words, $known, $stops);

$both = $of(['a', '--out', 'x', '--json', '--out=y', 'b', '--by=', '-']);
same('the rest keeps its order', ['a', 'b', '-'], $both->rest);
same('the last one counts', 'y', $both->value('out'));
same('all values', ['x', 'y'], $both->values('out'));
same('given, and not', [true, false], [$both->has('json'), $both->has('limit')]);
same('an empty value is one', ['', 'z'], [$both->value('by', 'z'), $both->value('limit', 'z')]);
same('no value and no default', null, $both->value('limit'));
same('behind -- all is rest', [['-x', '--json', '--'], false], [($rest = $of(['--', '-x', '--json', '--']))->rest,
	$rest->has('json')]);
same('a value may begin with a dash', ['--json', false], [($dash = $of(['--out', '--json']))->value('out'),
	$dash->has('json')]);
same('a value may have an equals sign', 'a=b', $of(['--out=a=b'])->value('out'));
same('the words of another command', [['php', '--json', '--out', 'x'], 'y'], [($stops = $of(['--out', 'y', 'php',
	'--json', '--out', 'x'], true))->rest, $stops->value('out')]);
refused('an unknown one', 'unknown option --jsn (did you mean --json?', static fn () => $of(['--jsn']));
refused('one dash', 'unknown option -x', static fn () => $of(['-x']));
refused('a value too many', '--json takes no value', static fn () => $of(['--json=1']));
refused('a value too few', '--out needs a value', static fn () => $of(['--out']));
same('numbers at their bounds', [5, 10, 7], [$of(['--limit', '5'])->number('limit', 7, 5, 10), $of(['--limit',
	'10'])->number('limit', 7, 5, 10), $of([])->number('limit', 7, 5, 10)]);
refused('below', 'from 5 to 10, not 4', static fn () => $of(['--limit', '4'])->number('limit', 7, 5, 10));
refused('above', 'from 5 to 10, not 11', static fn () => $of(['--limit', '11'])->number('limit', 7, 5, 10));
refused('more than an int', 'from 0 to 999999999', static fn () => $of(['--limit',
	'99999999999999999999999'])->number('limit', 7));
foreach (['', '-1', '1.5', '0x5', "5\n", '٥'] as $text) {
	refused("the number \"$text\"", 'takes a whole number', static fn () => $of(["--limit=$text"])->number('limit', 7));
}
same('a duration, and its default', [5_000_000, 2_000_000_000], [$of(['--limit', '5ms'])->duration('limit', '2s', 'ms'),
	$of([])->duration('limit', '2s', 'ms')]);
same('a choice', ['a', 'b', null], [$of(['--by', 'a'])->choice('by', ['a', 'b']), $of([])->choice('by', ['a', 'b'],
	'b'), $of([])->choice('by', ['a'])]);
refused('another choice', '--by cannot be "c"', static fn () => $of(['--by', 'c'])->choice('by', ['a', 'b']));
finish();
?>
--EXPECT--
all as expected
