--TEST--
Runs of several hosts are told apart: by a column of xhprof list, by --host, and by a word where they are added up
--SKIPIF--
<?php
require __DIR__ . '/saved.inc';
if (!XHProf\Profile::formats()['json.gz']['is_available']) {
	die('skip built without zlib');
}
?>
--FILE--
<?php
require __DIR__ . '/saved.inc';

$folder = fresh_folder(__FILE__);
save_request($folder, '00000000000000a1', '/cart', 100, 200, 40, 'json.gz', 'GET', 'shop.example');
save_request($folder, '00000000000000a2', '/cart', 300, 200, 30, 'json', 'GET', 'www.other-shop.example');
save_request($folder, '00000000000000a3', '/cart', 200, 200, 20, 'json', 'GET', 'shop.example');
save_request($folder, '00000000000000a4', '/', 5, 200, 10, 'json', 'GET', 'shop.example');

foreach ([[], ['--host', 'shop.example'], ['--host', '*.EXAMPLE', '--uri', '/cart'], ['--host', 'none']] as $options) {
	show_saved($folder, ['list', $folder, ...$options]);
}
show_saved($folder, ['list', $folder, '--host', 'shop*'], 120);
foreach ([['--uri', '/cart'], ['--uri', '/cart', '--host', 'shop.example']] as $options) {
	$text = cli(['top', $folder, ...$options])['out'];
	echo implode(' ', $options), ': ', implode(', ', preg_grep('/^over|^of /', explode("\n", $text))), "\n";
	echo json_encode(json_decode(cli(['top', $folder, '--json', ...$options])['out'], true)['merged']['hosts']), "\n";
}
$list = static fn (array $query): string => (new XHProf\Cli\Serve\ListPage(XHProf\Cli\Serve\Asked::of($query)))->html(
	new XHProf\Cli\Serve\RunTable(new XHProf\Cli\Saved\Folder($folder)));
foreach ([[], ['host' => 'www*']] as $query) {
	preg_match_all('~<td class="host">(.*?)</td>~', $list($query), $found);
	echo implode(' ', $found[1]), "\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/saved.inc';
remove(__DIR__ . '/hosts.tmp');
?>
--EXPECT--
$ xhprof list FOLDER
FOLDER
4 runs, 4 files, SIZE

saved              wall status  run               host        request
TIME  5.00 ms    200  00000000000000a4  sho…xample  GET /
TIME   200 ms    200  00000000000000a3  sho…xample  GET /cart
TIME   300 ms    200  00000000000000a2  www…xample  GET /cart
TIME   100 ms    200  00000000000000a1  sho…xample  GET /cart

$ xhprof list FOLDER --host shop.example
FOLDER
3 of 4 runs, 4 files, SIZE

saved              wall    memory status  run               request
TIME  5.00 ms  5.00 KiB    200  00000000000000a4  GET /
TIME   200 ms   200 KiB    200  00000000000000a3  GET /cart
TIME   100 ms   100 KiB    200  00000000000000a1  GET /cart

$ xhprof list FOLDER --host *.EXAMPLE --uri /cart
FOLDER
3 of 4 runs, 4 files, SIZE

saved              wall status  run               host        request
TIME   200 ms    200  00000000000000a3  sho…xample  GET /cart
TIME   300 ms    200  00000000000000a2  www…xample  GET /cart
TIME   100 ms    200  00000000000000a1  sho…xample  GET /cart

$ xhprof list FOLDER --host none
FOLDER
0 of 4 runs, 4 files, SIZE

$ xhprof list FOLDER --host shop*
FOLDER
3 of 4 runs, 4 files, SIZE

saved                   wall      CPU    memory  status  mode      run               host          request
TIME  5.00 ms  2.50 ms  5.00 KiB     200  hier      00000000000000a4  shop.example  GET /
TIME   200 ms   100 ms   200 KiB     200  hier      00000000000000a3  shop.example  GET /cart
TIME   100 ms  50.0 ms   100 KiB     200  hier      00000000000000a1  shop.example  GET /cart

--uri /cart: over 3 runs: wall  mean 200 ms  p50 200 ms  p95 300 ms, of 2 hosts: shop.example 2, www.other-shop.example 1; --host NAME chooses one
{"shop.example":2,"www.other-shop.example":1}
--uri /cart --host shop.example: over 2 runs: wall  mean 150 ms
{"shop.example":2}
shop.example shop.example www.other-shop.example shop.example
www.other-shop.example
