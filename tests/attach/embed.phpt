--TEST--
A program that embeds PHP is read from outside, though it has variables of the library itself
--EXTENSIONS--
xhprof
posix
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
if (embed_compiler() === null) die('skip no libphp of this PHP, as in libphp8.2-embed, or no compiler');
?>
--FILE--
<?php
require __DIR__ . '/attach.inc';
require __DIR__ . '/../cli/cli.inc';

$folder = live_folder(__FILE__, 0755);
$page = attach_page($folder);
exec(embed_compiler() . ' -o ' . escapeshellarg("$folder/host") . ' ' . escapeshellarg(__DIR__ . '/embed.c') . ' 2>&1',
	$said);
echo implode("\n", $said);
$host = proc_open(["$folder/host", $page],
	[['file', '/dev/null', 'r'], ['pipe', 'w'], ['file', '/dev/null', 'w']], $pipes);
echo attach_dump(fn () => [proc_get_status($host)['pid']]);
file_put_contents("$folder/gate", 'done');
echo stream_get_contents($pipes[1]), "\n";
proc_close($host);
live_clean($folder);
?>
--EXPECT--
embed PID from outside, PHP V cli for T
 waits for fifo gate in file_get_contents()
 #0 file_get_contents
 #1 checkout page.php:4
 #2 main() page.php:6
done
