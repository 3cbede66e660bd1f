--TEST--
xhprof curl asks a site for a run with the secret, waits for it, and shows or saves it
--SKIPIF--
<?php
if (PHP_OS_FAMILY === 'Windows' || !function_exists('exec')) {
	die('skip needs a shell');
}
exec('curl --version 2>/dev/null', $lines, $status);
if ($status !== 0) {
	die('skip needs the program curl');
}
?>
--ENV--
XHPROF_SECRET=
no_proxy=127.0.0.1
--FILE--
<?php
require __DIR__ . '/cli.inc';
require __DIR__ . '/../request/trigger/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
mkdir("$folder/empty");
file_put_contents("$folder/page.inc", <<<'PHP'
<?php
function work(int $n): int { static $calls = 0; return $calls += $n; }
work(1); work(2);
$_SERVER['REQUEST_URI'] !== '/elsewhere' ?: header('Location: http://example.com/');
echo $_SERVER['REQUEST_METHOD'], ' ', $_COOKIE['a'] ?? 'none', ' ', implode(preg_grep('/^X-XHProf-Trigger$/i', array_keys(getallheaders()))), ' ', $_SERVER['HTTP_X_XHPROF_TRIGGER'] ?? '';
PHP);

serve("$folder/page.inc", auto_settings("$folder/runs", 'xhprof.auto=trigger',
	'xhprof.trigger_secret="open \"sesame\\\\"'), function (callable $get, string $host) use ($folder): void {
		$ask = static function (array $words, string ...$settings) use ($host, $folder): void {
			$result = cli(['curl', ...str_replace('HOST', "http://$host", $words)], '',
				["xhprof.output_dir=$folder/runs", ...$settings]);
			$text = preg_replace(['/\b[0-9a-f]{16}\b/', '/^ *[\d.]+ +[\d.]+ \w?s .*(?<!  work)\n/m',
				'/^ *[\d.]+ +[\d.]+ \w?s .*(?<=  work)$/m', '/^(RUN|\d+ calls| own%|\S*xhprof\.json).*\n/m',
				'/^(curl: \(7\)).*/m'], ['RUN', '', '(a row) work', '', '$1'], $result['out'] . $result['err']);
			echo str_replace([$folder, $host], ['FOLDER', 'SITE'], '$ curl ' . implode(' ', $words) . "\n$text"),
				$result['status'], "\n\n";
		};
		$secret = 'xhprof.trigger_secret="open \"sesame\\\\"';
		$ask(['HOST/', '--top', '--', '-b', 'a=b', '-X', 'POST'], $secret);
		$ask(['HOST/', "--out=$folder/page.html", '--', '-o', "$folder/body"], $secret);
		echo file_get_contents("$folder/body"), "\n",
			str_contains(file_get_contents("$folder/page.html"), '<html') ? "a page\n\n" : "no page\n\n";
		$ask(['HOST/', "--out=$folder/run.json"], $secret);
		echo XHProf\Profile::load("$folder/run.json")->functions()['work']['calls'], " calls\n\n";
		$ask(['HOST/', '--top'], 'xhprof.trigger_secret=wrong');
		$ask(['HOST/', '--top']);
		$ask(['HOST/elsewhere', '--top', '--', '-L'], 'xhprof.trigger_secret=wrong');
		$ask(['HOST/', '--dir', "$folder/empty", '--timeout', '0s'], $secret);
		$ask([]);
		$ask(['HOST/', 'HOST/2'], $secret);
		$ask(['ftp://127.0.0.1/'], $secret);
		$ask(['HOST/', '-s'], $secret);
		$ask(['http://127.0.0.1:1/'], $secret);
	});
?>
--CLEAN--
<?php
require __DIR__ . '/../request/trigger/auto.inc';
remove(__DIR__ . '/curl.tmp');
?>
--EXPECT--
$ curl HOST/ --top -- -b a=b -X POST
POST /  status 200

(a row) work
status 200  run RUN
0

$ curl HOST/ --out=FOLDER/page.html -- -o FOLDER/body
file:  FOLDER/page.html
status 200  run RUN
0

GET none X-XHProf-Trigger open "sesame\
a page

$ curl HOST/ --out=FOLDER/run.json
file:  FOLDER/run.json
status 200  run RUN
0

2 calls

$ curl HOST/ --top
xhprof: http://SITE/ answered with status 200, but recorded no run
        the site needs xhprof.auto=trigger or always, and this secret as its xhprof.trigger_secret; xhprof_info()["auto"]["reason"] there says why it recorded none
2

$ curl HOST/ --top
xhprof: no secret given
        set the variable XHPROF_SECRET to the xhprof.trigger_secret of the site, or use php.ini
2

$ curl HOST/elsewhere --top -- -L
xhprof: http://SITE/elsewhere answered with status 302, but recorded no run
        it redirects to http://example.com/; request that URL
2

$ curl HOST/ --dir FOLDER/empty --timeout 0s
xhprof: run RUN is not in FOLDER/empty after 0s
        give the xhprof.output_dir of the site with --dir; its error log says if the run could not be saved
2

$ curl 
xhprof: no URL given
        xhprof curl URL [-- CURL OPTION...]
2

$ curl HOST/ HOST/2
xhprof: more than one URL: http://SITE/2
        xhprof curl URL [-- CURL OPTION...]
2

$ curl ftp://127.0.0.1/
xhprof: ftp://127.0.0.1/: not an HTTP URL
        xhprof curl URL [-- CURL OPTION...]
2

$ curl HOST/ -s
xhprof: unknown option -s
        xhprof COMMAND --help --all lists the options
2

$ curl http://127.0.0.1:1/
curl: (7)
xhprof: curl exited with status 7
2