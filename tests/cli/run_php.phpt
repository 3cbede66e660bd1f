--TEST--
xhprof run takes a leading php for this PHP and refuses another one; --out with an unknown ending is refused, words name metrics
--FILE--
<?php
require __DIR__ . '/cli.inc';

$script = own_file('script.tmp', '<?php echo ini_get("memory_limit"), " ", implode(" ", array_slice($argv, 1)), "\n";');
$file = own_file('run.json');
putenv('PATH=' . dirname(PHP_BINARY) . ':/nowhere');
foreach ([basename(PHP_BINARY), PHP_BINARY] as $php) {
	$result = cli(['run', '--quiet', '--out', $file, '--', $php, '-d', 'memory_limit=77M', $script, 'a b', 'php']);
	echo $result['out'], $result['err'], $result['status'], "\n";
}
putenv('PATH=/nowhere');
foreach (['php', 'php9.9'] as $php) {
	$result = cli(['run', '--quiet', '--out', $file, '--', $php, $script]);
	echo $result['out'], str_replace([PHP_BINARY, TOOL, __DIR__], ['BINARY', 'TOOL', 'TESTS'], $result['err']),
		$result['status'], "\n";
}
show_cli(['run', '--', 'php']);
show_cli(['run', '--out', 'run.txt', '--', $script]);
show_cli(['convert', $file, '--out', 'run.pdf']);
show_cli(['convert', $file, '--out', 'run.pdf', '--format', 'xhguy']);
foreach (['wall' => 'wt', 'own_memory' => 'own_mu', 'peak' => 'pmu', 'calls' => 'ct',
	'own_cpu' => 'own_cpu'] as $word => $short) {
	echo $word, ' ',
		cli(['top', $file, '--by', $word]) === cli(['top', $file, '--by', $short]) ? 'the same' : 'ANOTHER', "\n";
}
$xhgui = own_file('run.xhgui.jsonl');
echo cli(['convert', $file, '--out', $xhgui])['status'], ' ',
	basename(json_decode(file_get_contents($xhgui), true)['meta']['url']), "\n";
$names = array_map(fn(string $run) => array_keys(read_run($run)->functions()), [$xhgui, $file]);
echo array_diff(...$names) === [] && array_diff($names[1], $names[0]) === [] ? "the same functions\n" : "OTHERS\n";
echo cli(['--version'])['out'] === 'xhprof ' . phpversion('xhprof') . ', PHP ' . PHP_VERSION . "\n"
	? "version\n" : "NO VERSION\n";
preg_match('/^more:.*$/m', cli(['run', '--flags', 'alloc,memory', '--out', $file, '--', $script])['err'], $more);
echo str_replace(__DIR__, 'TESTS', $more[0]), "\n";
?>
--EXPECT--
77M a b php
0
77M a b php
0
128M 
0
xhprof: php9.9 is not the PHP of this tool, BINARY
        php9.9 TOOL run -- TESTS/run_php.script.tmp
2
$ xhprof run -- php
xhprof: no script given
        xhprof run [OPTION...] -- SCRIPT [ARGUMENT...]
status 2

$ xhprof run --out run.txt -- run_php.script.tmp
xhprof: run.txt: its ending names no known format
        known endings: .json.gz .json .xhgui.jsonl.gz .xhgui.jsonl .xhprof.gz .xhprof .html .callgrind .folded .folded-alloc .folded-live .speedscope.json .pb.gz .pprof .perfetto-trace .pftrace .chrome.json .trace.json .speedscope.json.gz .perfetto-trace.gz .pftrace.gz .chrome.json.gz .trace.json.gz .log .cpuprofile .firefox.json; or choose the format with --format
status 2

$ xhprof convert run_php.run.json --out run.pdf
xhprof: run.pdf: its ending names no known format
        known endings: .json.gz .json .xhgui.jsonl.gz .xhgui.jsonl .xhprof.gz .xhprof .html .callgrind .folded .folded-alloc .folded-live .speedscope.json .pb.gz .pprof .perfetto-trace .pftrace .chrome.json .trace.json .speedscope.json.gz .perfetto-trace.gz .pftrace.gz .chrome.json.gz .trace.json.gz .log .cpuprofile .firefox.json; or choose the format with --format
status 2

$ xhprof convert run_php.run.json --out run.pdf --format xhguy
xhprof: --format cannot be "xhguy"
        did you mean xhgui? it is one of: json.gz, json, xhgui.gz, xhgui, xhprof.gz, xhprof, html, callgrind, folded, folded-alloc, folded-live, speedscope, pprof, perfetto, chrome, speedscope.gz, perfetto.gz, chrome.gz, log, cpuprofile, firefox
status 2

wall the same
own_memory the same
peak the same
calls the same
own_cpu the same
0 run_php.script.tmp
the same functions
version
more:  xhprof alloc TESTS/run_php.run.json