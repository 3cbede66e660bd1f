--TEST--
A limit for each URI in xhprof.keep counts each host's URI by itself, in any case of its letters, and paths that old hashes took for one
--SKIPIF--
<?php
require __DIR__ . '/auto.inc';
if (cgi_binary() === null) die('skip needs the php-cgi of this PHP');
if (!function_exists('xhprof_fake_clock_advance')) die('skip needs a build with the fake clock');
?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/page.inc", '<?php xhprof_fake_clock_advance((int) $_GET["ms"] * 1000000, 0);');
// The last two have the same FNV-1a of 32 bits.
foreach (['a.example /x 10', 'b.example /x 30', 'A.Example /x 20', 'b.example /x 5', 'c.example /31882dbf7 7',
	'c.example /7a823b0e1 9'] as $request) {
	[$host, $path, $ms] = explode(' ', $request);
	cgi("$folder/page.inc", auto_settings("$folder/runs", 'xhprof.keep=1/uri'),
		['HTTP_HOST' => $host, 'REQUEST_URI' => $path, 'QUERY_STRING' => "ms=$ms"]);
}
$kept = array_map(static fn (array $meta): string => $meta['xhprof']['host'] . " $meta[url] "
	. intdiv($meta['xhprof']['wall_ns'], 1_000_000), metas("$folder/runs"));
sort($kept);
echo implode("\n", $kept), "\n";
foreach (glob("$folder/runs/*.json") as $file) {
	echo preg_match('/-[0-9a-f]{16}~[0-9a-f]{16}~\d+\.xhprof\.json$/', $file);
}
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/keep_hosts.tmp');
?>
--EXPECT--
A.Example /x?ms 20
b.example /x?ms 30
c.example /31882dbf7?ms 7
c.example /7a823b0e1?ms 9
1111
