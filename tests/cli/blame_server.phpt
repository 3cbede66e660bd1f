--TEST--
blame has one row for a server, with the process that answers there
--EXTENSIONS--
posix
--SKIPIF--
<?php
require __DIR__ . '/../live/skipif.inc';
require __DIR__ . '/../sampler/skipif.inc';
need_wall_by_signal();
if (!is_readable('/proc/self/syscall')) die('skip needs /proc/self/syscall');
if (!is_readable('/proc/net/tcp')) die('skip needs /proc/net/tcp');
?>
--FILE--
<?php
require __DIR__ . '/cli.inc';
require __DIR__ . '/../live/live.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/client.php", '<?php
function ask(string $server) { return fgets(stream_socket_client("tcp://$server")); }
ask($argv[1]);
');
$server = stream_socket_server('tcp://127.0.0.1:0');
$address = stream_socket_get_name($server, false);
$clients = array_map(fn () => live_start("$folder/client.php", live_settings($folder), [$address]), [1, 2]);
$connections = array_map(fn () => stream_socket_accept($server), $clients);
live_wait('both wait', function () use ($folder): bool {
	$rows = json_decode(strtok(cli(['live', $folder, '--duration', '1s', '--json'])['out'], "\n"), true)['workers'];

	return count(array_filter($rows, fn (array $row): bool => str_starts_with((string) $row['wait'], 'tcp '))) === 2;
});
$blame = json_decode(cli(['blame', $folder, '--duration', '2s', '--json'])['out'], true);
foreach ($blame['culprits'] as $row) {
	if (str_contains($row['name'], 'tcp')) {
		echo "$row[kind], $row[processes] processes: ", strtr(preg_replace('/\(php[\d.]*/', '(php', $row['name']), [$address => 'SERVER', (string) getmypid() => 'PID', ' ' . $_SERVER['argv'][0] => '']), "\n";
	}
}
echo 'processors: ', implode(' ', array_keys($blame['processors'])), "\n";
/* Where names have no room beside the numbers. */
putenv('COLUMNS=60');
preg_match('/^ *[\d.]+ +[\d.]+ m?s +2\n    tcp 127\S+\n?.*$/m', cli(['blame', $folder, '--duration', '1s'])['out'], $found);
echo $found === [] ? "NOT below them\n" : "below its numbers\n";
array_map(fclose(...), $connections);
array_map(live_end(...), $clients);
live_clean($folder);
?>
--EXPECT--
tcp, 2 processes: tcp SERVER (php, pid PID)
processors: cpus busy own stolen throttled_ns others
below its numbers
