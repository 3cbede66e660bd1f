<?php
/*
 * Waits: asleep, for a lock that other requests hold, and for a server, which is at the port that a file beside this
 * one says.
 */
function resting(): string { usleep(5000); return 'rested'; }
function locking(): bool
{
	$file = fopen(__DIR__ . '/lock', 'r');
	$has = flock($file, LOCK_EX);
	usleep(1000);
	return $has;
}
function peering(): string
{
	$peer = stream_socket_client('tcp://127.0.0.1:' . file_get_contents(__DIR__ . '/peer'));
	return fgets($peer);
}

return ['parts' => ['resting', 'locking', 'peering'], 'calls' => ['resting' => 1, 'locking' => 1,
	'peering' => 1, 'usleep' => 2, 'flock' => 1, 'fopen' => 1, 'stream_socket_client' => 1, 'fgets' => 1],
	'waits' => ['resting' => '/^\{sleep\}$/D', 'locking' => '/^\{(sleep|flock .*\/lock)\}$/D',
		'peering' => '/^\{tcp 127\.0\.0\.1:\d+\}$/D']];
