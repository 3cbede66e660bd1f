--TEST--
A process that SIGSTOP holds waits in nothing else, also as it is read from outside
--EXTENSIONS--
xhprof
posix
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
?>
--FILE--
<?php
require __DIR__ . '/attach.inc';

$folder = live_folder(__FILE__, 0700);
foreach (['computes' => 'echo "begun\n"; for ($i = 0;; $i++) {}',
	'sleeps' => 'echo "begun\n"; time_nanosleep(600, 0);'] as $how => $code) {
	$child = attach_start($code);
	fgets($child->out);
	[$attachment, $ring] = attach($child->pid, $folder);
	$file = live_file($folder, $child->pid);
	posix_kill($child->pid, SIGSTOP);
	live_wait('stopped', fn () => preg_match('/^State:\tT/m', file_get_contents("/proc/$child->pid/status")) === 1);
	live_send($file, live_message(LIVE_ASK));
	$names = live_wait('its name', function () use ($attachment, $file): array {
		XHProf\Attachment::run([$attachment], 50);

		return array_unique(array_column(live_records($file), 'wait'));
	});
	echo "$how: ", implode(' ', $names), "\n";
	posix_kill($child->pid, SIGKILL);
	attach_end($child);
	unset($attachment, $ring);
}
live_clean($folder);
?>
--EXPECT--
computes: stopped
sleeps: stopped
