--TEST--
After SIGSTOP and SIGCONT a poll() of more than 127 files is none of a futex, whose operations have the same bit
--EXTENSIONS--
posix
--SKIPIF--
<?php
require __DIR__ . '/../skipif.inc';
require_once __DIR__ . '/../../helper.inc';
require __DIR__ . '/../../sampler/skipif.inc';
need_wall_by_signal();
if (!is_readable('/proc/self/syscall') || php_uname('m') !== 'x86_64') die('skip needs /proc/self/syscall, and poll()');
if (!extension_loaded('curl') && shipped_module('curl') === null) die('skip needs curl');
?>
--FILE--
<?php
require __DIR__ . '/../live.inc';
require __DIR__ . '/../../cli/cli.inc';

$folder = live_folder(__FILE__);
$server = stream_socket_server('tcp://127.0.0.1:0');
$address = stream_socket_get_name($server, false);
file_put_contents("$folder/program.php", '<?php
$multi = curl_multi_init();
for ($i = 0; $i < 130; $i++) {
	curl_multi_add_handle($multi, $handles[] = curl_init("http://$argv[1]/"));
}
echo "begun\n";
while (true) {
	curl_multi_exec($multi, $running);
	curl_multi_select($multi, 60);
}
');
$curl = shipped_module('curl');
$child = live_start("$folder/program.php",
	[...live_settings($folder), ...($curl === null ? [] : ["extension=$curl"])], [$address]);
fgets($child->out);
live_wait('a poll that goes on', function () use ($child): bool {
	posix_kill($child->pid, SIGSTOP);
	live_wait('stopped', fn () => preg_match('/^State:\tT/m', file_get_contents("/proc/$child->pid/status")) === 1);
	posix_kill($child->pid, SIGCONT);
	usleep(20000);

	return preg_match('/^219 0x\w+ 0x8[2-9] /', (string) file_get_contents("/proc/$child->pid/syscall")) === 1;
});
$name = live_wait('a name', function () use ($folder): ?string {
	return preg_match('/"wait": *"(?!wait for CPU)([^"]+)"/', cli(['dump', '--json', $folder])['out'], $found) === 1
		? $found[1] : null;
});
echo preg_replace('/ and \d+ more/', ' and more', str_replace($address, 'SERVER', $name)), "\n";
posix_kill($child->pid, SIGKILL);
live_end($child);
live_clean($folder);
?>
--EXPECT--
tcp SERVER and more
