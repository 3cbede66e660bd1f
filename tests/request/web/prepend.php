<?php
/*
 * What files that PHP prepends save of requests to FPM: asks, and looks at what there is then.
 *
 * Usage: php prepend.php classic URL FOLDER
 *        php prepend.php xhgui URL FILE SECRET
 */
require __DIR__ . '/../../helper.inc';
require __DIR__ . '/../../format/xhgui.inc';

[, $way, $url, $where] = $argv;
$failures = 0;

function expect(string $what, mixed $value, mixed $expected): void
{
	if ($value !== $expected) {
		$GLOBALS['failures']++;
		echo "FAILED: $GLOBALS[way]: $what: " . json_encode($value) . ', expected ' . json_encode($expected) . "\n";
	}
}

function ask(string $query, string $cookie = ''): string
{
	return (string) file_get_contents("$GLOBALS[url]?$query", false,
		stream_context_create(['http' => ['ignore_errors' => true, 'header' => "Cookie: $cookie", 'timeout' => 60]]));
}

/* The runs, once there are as many. */
function saved(int $expected): array
{
	global $where;
	for ($wait = microtime(true) + 60;
		count($files = glob("$where/*.xhprof") ?: []) < $expected && microtime(true) < $wait;) {
		usleep(5000);
	}
	$runs = [];
	foreach ($files as $file) {
		expect('the name', preg_match('/^[0-9a-f]+\.xhprof\.xhprof$/D', basename($file)), 1);
		expect('the mode', decoct(fileperms($file) & 0777), '600');
		$runs[] = unserialize(file_get_contents($file), ['allowed_classes' => false]);
		unlink($file);
	}
	return $runs;
}

if ($way === 'classic') {
	foreach (['work', 'exit', 'fatal', 'memory', 'exception', 'finish'] as $how) {
		$body = ask("do=$how");
		$runs = saved(1);
		expect("runs of $how", count($runs), 1);
		$run = $runs[0] ?? [];
		expect("calls of $how", [$run['work==>leaf']['ct'] ?? 0, $run['main()==>at_shutdown']['ct'] ?? 0,
			$run['main()==>after_answer']['ct'] ?? 0], [200, 1, $how === 'finish' ? 1 : 0]);
		if ($how === 'work') {
			expect('the answer', $body, "sum 200\n");
		}
		array_map(fn($what) => expect($how, $what, ''), broken_rules($run ?: ['main()' => ['ct' => 1]], false));
	}
	ask('do=own');
	expect('runs of a program with its own', count(saved(0)), 0);
} else {
	$secret = $argv[4];
	ask('x=1');
	ask('x=1', 'XHGUI_PROFILE=');
	ask('x=1', "XHGUI_PROFILE=no$secret");
	expect('nothing without the secret', is_file($where), false);
	expect('the answer', ask('x=12&api_token=abc&list[password]=def', "XHGUI_PROFILE=$secret"), "sum 200\n");
	for ($wait = microtime(true) + 60; !is_file($where) && microtime(true) < $wait;) {
		usleep(5000);
		clearstatcache();
	}
	$line = (string) @file_get_contents($where);
	$row = xhgui_import($line);
	expect('what XHGui would say', isset($row['url']) ? [] : $row, []);
	expect('secrets', preg_match('/abc|def|' . preg_quote($secret, '/') . '/', $line), 0);
	$data = json_decode($line, true);
	expect('simple_url', preg_match('/x&api_token=-/', $data['meta']['simple_url'] ?? ''), 1);
	expect('calls',
		[$data['profile']['work==>leaf']['ct'] ?? 0, $data['profile']['main()==>at_shutdown']['ct'] ?? 0], [200, 1]);
}
echo "prepended, $way: ", $failures === 0 ? 'as expected' : "$failures failures", "\n";
exit($failures === 0 ? 0 : 1);
