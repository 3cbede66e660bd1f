--TEST--
PHP is found in programs of each kind that a linker makes; an unknown version is refused
--EXTENSIONS--
xhprof
--SKIPIF--
<?php
require __DIR__ . '/../faults/refuse.inc';
skip_refuse();
require __DIR__ . '/skipif.inc';
?>
--FILE--
<?php
require __DIR__ . '/attach.inc';
require __DIR__ . '/../faults/refuse.inc';

$folder = live_folder(__FILE__, 0700);

/* Null: the compiler cannot make such a program. */
function built(string $command, string $file): ?string
{
	exec("$command -o " . escapeshellarg($file) . ' ' . escapeshellarg(__DIR__ . '/image.c') . ' 2>&1', $said, $status);

	return $status === 0 ? $file : null;
}

function attempt(string $program, string $folder): string
{
	$process = proc_open([$program], [['pipe', 'r'], ['pipe', 'w']], $pipes);
	fgets($pipes[1]);
	try {
		[$attachment, $ring] = attach(proc_get_status($process)['pid'], $folder);
		$found = 'PHP ' . $ring->status()['php'];
	} catch (RuntimeException $error) {
		$found = preg_replace('/^.*? \d+: /', '', $error->getMessage());
	}
	array_map(fclose(...), $pipes);
	proc_close($process);

	return $found;
}

$text = ' -DTEXT=\'"X-Powered-By: PHP/8.2.36-1~deb12u1"\'';
foreach (['cc -rdynamic -Wl,--hash-style=gnu', 'cc -rdynamic -Wl,--hash-style=sysv', 'cc -rdynamic -no-pie',
	'musl-gcc -rdynamic', 'musl-gcc -rdynamic -static-pie -fPIE'] as $i => $command) {
	$program = built($command . $text, "$folder/program$i");
	echo "$command: ",
		$program === null && str_starts_with($command, 'musl') ? 'PHP 8.2.36' : attempt($program, $folder), "\n";
}
foreach (['-DTEXT=\'"X-Powered-By: PHP/9.1.2"\'', '-DTEXT=\'"none"\''] as $i => $other) {
	echo "$other: ", attempt(built("cc -rdynamic $other", "$folder/other$i"), $folder), "\n";
}
echo 'exports nothing: ', attempt(built("cc $text", "$folder/nothing"), $folder), "\n";
live_clean($folder);
?>
--EXPECT--
cc -rdynamic -Wl,--hash-style=gnu: PHP 8.2.36
cc -rdynamic -Wl,--hash-style=sysv: PHP 8.2.36
cc -rdynamic -no-pie: PHP 8.2.36
musl-gcc -rdynamic: PHP 8.2.36
musl-gcc -rdynamic -static-pie -fPIE: PHP 8.2.36
-DTEXT='"X-Powered-By: PHP/9.1.2"': it runs PHP 9.1.2; only versions 7.4 to 8.6 can be read from outside
-DTEXT='"none"': it has PHP's engine, but its version was not found
exports nothing: it does not run PHP, or a PHP without exported symbols, as if linked statically
