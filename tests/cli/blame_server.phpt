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
/* No other process may have its socket: all that this one starts inherit what it has open. */
file_put_contents("$folder/server.php", '<?php
$server = stream_socket_server("tcp://127.0.0.1:0");
echo stream_socket_get_name($server, false), "\n";
$connections = [stream_socket_accept($server, -1), stream_socket_accept($server, -1)];
fgets(STDIN);
');
$server = live_start("$folder/server.php", []);
$address = trim(fgets($server->out));
$clients = array_map(fn () => live_start("$folder/client.php", live_settings($folder), [$address]), [1, 2]);
live_wait('both wait', function () use ($folder): bool {
	$live = json_decode(strtok(cli(['live', $folder, '--duration', '1s', '--json'])['out'], "\n"), true);
	$rows = $live['workers'] ?? [];

	return count(array_filter($rows, fn (array $row): bool => str_starts_with((string) $row['wait'], 'tcp '))) === 2;
});
/* Once it has seen both: of a second in which it has no CPU it says nothing. */
$servers = [];
$blame = live_wait('both', function () use ($folder, &$servers): ?array {
	$blame = json_decode(cli(['blame', $folder, '--duration', '1s', '--json'])['out'], true);
	$servers = array_filter($blame['culprits'] ?? [], fn (array $row): bool => str_contains($row['name'], 'tcp'));

	return max([0, ...array_column($servers, 'processes')]) === 2 ? $blame : null;
});
foreach ($servers as $row) {
	echo "$row[kind], $row[processes] processes: ", strtr(preg_replace('/\(php[\d.]*/', '(php', $row['name']),
		[$address => 'SERVER', (string) $server->pid => 'PID', " $folder/server.php" => '']), "\n";
}
echo 'processors: ', implode(' ', array_keys($blame['processors'])), "\n";
/* Where names have no room beside the numbers. */
putenv('COLUMNS=60');
$text = live_wait('both', fn (): ?string => preg_match('/ m?s +2\s+tcp 127/',
	$text = cli(['blame', $folder, '--duration', '1s'])['out']) === 1 ? $text : null);
echo preg_match('/^ *[\d.]+ +[\d.]+ m?s +2\n    tcp 127\S+\n?.*$/m', $text) === 1 ? "below its numbers\n"
	: "NOT below them\n";
live_end($server);
array_map(live_end(...), $clients);
live_clean($folder);
?>
--EXPECT--
tcp, 2 processes: tcp SERVER (php, pid PID)
processors: cpus busy own stolen throttled_ns others
below its numbers
