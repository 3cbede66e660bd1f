--TEST--
xhprof run --quiet prints nothing; with --json it prints that, one line at the end of stderr, as stdout is the script's
--FILE--
<?php
require __DIR__ . '/cli.inc';

$script = own_file('script.tmp', '<?php function f() { return 1; } f(); echo "out\n"; fwrite(STDERR, "err\n");');
foreach ([[], ['--repeat', '2'], ['--vary', 'N=1,2,3']] as $options) {
	foreach ([['--quiet'], ['--quiet', '--json'], ['--json']] as $words) {
		$result = cli(['run', ...$words, ...$options, ...(($options[0] ?? '') === '--vary' ? []
			: ['--out', own_file('json')]), '--', $script, ...(($options[0] ?? '') === '--vary' ? ['{N}'] : [])]);
		$lines = explode("\n", rtrim($result['err']));
		$json = json_decode((string) array_pop($lines), true);
		echo implode(' ', [...$words, ...$options]), ': ', $json['schema'] ?? 'no JSON',
			', ', str_contains($result['out'], '{') ? 'on stdout' : 'stdout is the script\'s',
			array_diff($lines, ['err', '']) === [] || $words === ['--json'] ? '' : ', ' . json_encode($lines), "\n";
	}
}
?>
--EXPECT--
--quiet: no JSON, stdout is the script's
--quiet --json: xhprof-run, stdout is the script's
--json: xhprof-run, stdout is the script's
--quiet --repeat 2: no JSON, stdout is the script's
--quiet --json --repeat 2: xhprof-run, stdout is the script's
--json --repeat 2: xhprof-run, stdout is the script's
--quiet --vary N=1,2,3: no JSON, stdout is the script's
--quiet --json --vary N=1,2,3: xhprof-run, stdout is the script's
--json --vary N=1,2,3: xhprof-run, stdout is the script's
