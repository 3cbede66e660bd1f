--TEST--
xhprof advise finds patterns that are compiled for one call each
--SKIPIF--
<?php
if (xhprof_info()['clock'] === 'fake') die('skip needs a clock that runs');
?>
--INI--
opcache.enable_cli=0
--FILE--
<?php
require __DIR__ . '/cli.inc';

/* Prints the findings of a program. */
function advise(string $program, string ...$options): void
{
	$file = own_file('inc', "<?php\n$program\n");
	$run = cli(['run', '--quiet', '--out', $saved = own_file('json'), ...$options, '--', $file]);
	echo $run['status'] === 0 ? '' : $run['err'];
	$advice = json_decode(cli(['advise', $saved, '--json'])['out'], true);
	foreach ($advice['findings'] as $finding) {
		echo "$finding[id], $finding[calls] calls: ", implode(' > ', array_column($finding['where'], 'function')),
			', ', basename((string) $finding['file']), ":$finding[line]\n  ",
			preg_replace('/[\d.]+ us each/', 'N us each', implode("\n  ", $finding['evidence'])), "\n  ",
			$finding['try']['change'], "\n";
	}
	echo $advice['findings'] === []
		? 'no finding; ' . ($advice['not_asked']['repeated-call'] ?? 'repeated-call was asked') . "\n" : '';
}

advise(
	'function find(string $word, string $text): int { return preg_match("/\b(?:$word|x$word)(?:a|b|c|d)*\b/i", $text); }
for ($i = 0; $i < 3000; $i++) { find(md5((string) $i), "short"); }', '--flags', 'none');
advise('for ($i = 0; $i < 3000; $i++) { preg_match("/[a-f]+$/", md5((string) $i)); }', '--flags', 'none');
?>
--CLEAN--
<?php
array_map('unlink', glob(__DIR__ . '/advise_patterns.{inc,json}', GLOB_BRACE));
?>
--EXPECT--
regex-compile, 3000 calls: main() > find > preg_match, advise_patterns.inc:2
  3,000 calls, N us each: 3,000 patterns were compiled
  keep values out of the pattern: match the common part and compare the rest, or combine all words in one pattern before the loop
no finding; arguments to compare: record them with xhprof run --arguments FUNCTION
