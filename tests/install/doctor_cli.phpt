--TEST--
xhprof doctor finds the PHP that runs it, fits into 80 columns, and ends with 1 if something is wrong; it needs no extension
--SKIPIF--
<?php
if (PHP_OS_FAMILY !== 'Linux') {
	die('skip looks at Linux');
}
?>
--FILE--
<?php
require __DIR__ . '/install.inc';

$doctor = [dirname(__DIR__, 2) . '/cli/bin/xhprof', 'doctor'];
/* php-cgi would run this test once more, and so on. */
$json = output_of([...php_words(), ...$doctor, '--json'], ['REQUEST_METHOD' => 'GET', 'SCRIPT_FILENAME' => __FILE__]);
$status = preg_match('/status (\d+)\n$/', $json, $found) ? (int) $found[1] : 0;
$said = json_decode(preg_replace('/status \d+\n$/', '', $json), true);
echo implode(' ', array_keys($said)), "\n";
echo $said['is_well'] === ($status === 0) ? "the status is as it should be\n" : "status $status\n";
$own = $said['php'][0];
echo json_encode([$own['is_this'], $own['sapi'], $own['version'] === PHP_VERSION,
	$own['xhprof'] === phpversion('xhprof'), $own['hook'] === output_of([...php_words(), '-r',
		'echo xhprof_info()["hook"];']), $own['clock'] === xhprof_info()['clock'], $own['zlib']]), "\n";

$text = output_of([...php_words(), ...$doctor], ['COLUMNS' => '80']);
$wide = array_filter(explode("\n", $text), fn(string $line) => strlen($line) > 80 && !str_contains($line, ' $ '));
echo implode("\n", $wide), str_contains($text, "\nPHP\n") ? "a part for PHP\n" : $text;

$text = output_of([PHP_BINARY, '-n', ...$doctor], ['COLUMNS' => '200']);
echo extension_loaded('xhprof') && module_path() === null ? "without it\n"
	: (str_contains($text, ' does not load xhprof') ? "without it\n" : $text);
echo output_of([...php_words(), ...$doctor, 'now'], ['TERM' => 'dumb']);
?>
--EXPECTF--
schema version is_well command system perf_event_paranoid php findings
the status is as it should be
[true,"cli",true,true,true,true,"%s"]
a part for PHP
without it
xhprof: too many arguments
        xhprof doctor [--json]
status 2
