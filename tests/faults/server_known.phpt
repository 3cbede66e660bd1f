--TEST--
A server whose port the kernel also gives to clients is looked up once, not for each connection to it
--SKIPIF--
<?php
require __DIR__ . '/refuse.inc';
skip_refuse();
require __DIR__ . '/../sampler/skipif.inc';
need_wall_by_signal();
if (!is_readable('/proc/self/syscall')) die('skip needs /proc/self/syscall');
?>
--FILE--
<?php
require __DIR__ . '/refuse.inc';

$lists = sys_get_temp_dir() . '/xhprof_lists_' . getmypid();
register_shutdown_function(fn() => @unlink($lists));
$script = <<<'END'
require '../helper.inc';
function first($socket): void { fread($socket, 1); }
function second($socket): void { fread($socket, 1); }
function third($socket): void { fread($socket, 1); }

$server = stream_socket_server('tcp://127.0.0.1:0');
$name = stream_socket_get_name($server, false);
foreach (tries() as $factor) {
	@unlink(getenv('LISTS'));
	xhprof_sample_enable(['interval' => 1000]);
	foreach (['first', 'second', 'third'] as $function) {
		$client = stream_socket_client("tcp://$name");
		$ends[] = [$client, stream_socket_accept($server)];
		stream_set_timeout($client, 0, 200000 * $factor);
		$function($client);
	}
	$named = [];
	$nodes = xhprof_stop()->nodes();
	foreach ($nodes as $node) {
		if ($node['function'] === "{tcp $name}") {
			$named[$nodes[$nodes[$node['parent']]['parent']]['function']] = true;
		}
	}
	if (count($named) === 3) {
		break;
	}
}
echo implode(' ', array_keys($named)), "\n";
END;
echo end_refused(start_preloaded('count_lists.c', ['LISTS' => $lists], $script, []));
$count = (int) @filesize($lists);
echo $count <= 2 ? 'looked up once' : "$count lists were opened", "\n";
?>
--EXPECT--
first second third
looked up once
