--TEST--
What cannot be read from outside is refused with a reason; a process that ends or becomes another program is over
--EXTENSIONS--
posix
xhprof
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
if (!is_executable('/bin/sleep')) die('skip no /bin/sleep');
?>
--FILE--
<?php
require __DIR__ . '/attach.inc';

$folder = live_folder(__FILE__, 0700);
function attempt(int $pid, string $folder): void
{
	try {
		XHProf\Attachment::open($pid, $folder);
		echo "OPEN\n";
	} catch (Throwable $error) {
		echo get_class($error), ': ',
			strtr(preg_replace('/process \d+/', 'process N', $error->getMessage()), [$folder => 'FOLDER']), "\n";
	}
}
attempt(0, $folder);
attempt(PHP_INT_MAX, $folder);
attempt(0x7FFFFFFF, $folder);
$sleep = proc_open(['/bin/sleep', '1000'], [], $pipes);
$zombie = proc_get_status($sleep)['pid'];
live_wait('its exec', fn () => trim(file_get_contents("/proc/$zombie/comm")) === 'sleep');
attempt($zombie, $folder);
posix_kill($zombie, SIGKILL);
live_wait('a zombie', fn () => str_contains((string) file_get_contents('/proc/' . $zombie . '/stat'), ') Z '));
attempt($zombie, $folder);
proc_close($sleep);
$child = attach_start('echo "1\n"; fgets(STDIN);');
fgets($child->out);
attempt($child->pid, 'relative');
attempt($child->pid, "$folder/none");
foreach ([[5], ['x'], [new stdClass]] as $list) {
	try {
		XHProf\Attachment::run($list, 1);
	} catch (TypeError $error) {
		echo $error->getMessage(), "\n";
	}
}
try {
	XHProf\Attachment::run([], -1);
} catch (ValueError $error) {
	echo $error->getMessage(), "\n";
}
[$attachment, $ring] = attach($child->pid, $folder);
echo attach_reading($attachment, $ring);
try {
	$ring->control(['snapshot' => true]);
} catch (RuntimeException $error) {
	echo strtr($error->getMessage(), [$folder => 'FOLDER', $child->pid => 'N']) === '' ? ''
		: "no snapshot from outside\n";
}
posix_kill($child->pid, SIGSTOP);
echo attach_stack($attachment, $ring);
posix_kill($child->pid, SIGCONT);
fwrite($child->in, "\n");
proc_close($child->process);
live_wait('its end', function () use ($attachment): bool {
	XHProf\Attachment::run([$attachment], 20);

	return $attachment->isOver();
});
XHProf\Attachment::run([$attachment], 1);
echo $ring->status()['state'], "\n";

// The same pid, another program; without pcntl its end.
$child = attach_start('echo "1\n"; fgets(STDIN); pcntl_exec("/bin/sleep", ["1000"]);');
fgets($child->out);
[$attachment, $ring] = attach($child->pid, $folder);
fwrite($child->in, "\n");
live_wait('its exec', function () use ($attachment): bool {
	XHProf\Attachment::run([$attachment], 20);

	return $attachment->isOver();
});
proc_terminate($child->process);
attach_end($child);
unset($attachment);
live_clean($folder);
?>
--EXPECT--
ValueError: XHProf\Attachment::open(): Argument #1 ($pid) must be the number of a process
ValueError: XHProf\Attachment::open(): Argument #1 ($pid) must be the number of a process
RuntimeException: Could not attach to process N: there is no such process
RuntimeException: Could not attach to process N: it does not run PHP, or a PHP without exported symbols, as if linked statically
RuntimeException: Could not attach to process N: it has ended
RuntimeException: Could not attach to process N: no ring could be made in FOLDER: it must be an absolute path
RuntimeException: Could not attach to process N: no ring could be made in FOLDER: No such file or directory: create it, with mode 2750 and the group of the readers
XHProf\Attachment::run(): Argument #1 ($attachments) must have objects of XHProf\Attachment::open()
XHProf\Attachment::run(): Argument #1 ($attachments) must have objects of XHProf\Attachment::open()
XHProf\Attachment::run(): Argument #1 ($attachments) must have objects of XHProf\Attachment::open()
XHProf\Attachment::run(): Argument #2 ($milliseconds) must be between 0 and 3600000
  fgets
  eval  Command line code:1
no snapshot from outside
  fgets
  eval  Command line code:1
ended
