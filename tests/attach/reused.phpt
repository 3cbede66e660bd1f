--TEST--
The next request's code at the addresses of the one before has its own class and file: the engine reuses them without opcache
--EXTENSIONS--
posix
xhprof
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/attach.inc';

$folder = live_folder(__FILE__, 0755);
posix_mkfifo("$folder/gate", 0600);
foreach (['Alpha', 'Bravo'] as $class) {
	file_put_contents("$folder/$class.php", "<?php\nclass $class {\n\tfunction burn(): string { return "
		. "file_get_contents(__DIR__ . '/gate'); }\n}\n\$a = eval('return (new $class)->burn();');\necho 'done';\n");
}
$server = proc_open([PHP_BINARY, '-n', '-S', '127.0.0.1:0', '-t', $folder],
	[['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['pipe', 'w']], $pipes);
preg_match('~http://([^)]+)~', (string) fgets($pipes[2]), $found);
$pid = proc_get_status($server)['pid'];
$attachment = $ring = null;
foreach (['Alpha', 'Bravo', 'Alpha', 'Bravo'] as $class) {
	$request = live_connect("tcp://$found[1]");
	fwrite($request, "GET /$class.php HTTP/1.0\r\n\r\n");
	[$attachment, $ring] = $attachment === null ? attach($pid, $folder) : [$attachment, $ring];
	echo live_wait('its request', function () use ($attachment, $ring): ?string {
		$stack = attach_stack($attachment, $ring);

		return str_contains($stack, 'burn') && str_contains($stack, 'file_get_contents') ? $stack : null;
	});
	file_put_contents("$folder/gate", 'x');
	echo str_ends_with(stream_get_contents($request), 'done') ? '' : "NO ANSWER\n";
}
proc_terminate($server);
proc_close($server);
unset($attachment);
live_clean($folder);
?>
--EXPECT--
  file_get_contents
  Alpha::burn  Alpha.php:3
  eval  Alpha.php(5) : eval()'d code:1
  main()  Alpha.php:5
  file_get_contents
  Bravo::burn  Bravo.php:3
  eval  Bravo.php(5) : eval()'d code:1
  main()  Bravo.php:5
  file_get_contents
  Alpha::burn  Alpha.php:3
  eval  Alpha.php(5) : eval()'d code:1
  main()  Alpha.php:5
  file_get_contents
  Bravo::burn  Bravo.php:3
  eval  Bravo.php(5) : eval()'d code:1
  main()  Bravo.php:5
