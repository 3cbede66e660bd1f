--TEST--
xhprof slow keeps the slowest requests of many rings, and counts the others
--SKIPIF--
<?php require __DIR__ . '/../live/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/cli.inc';
require __DIR__ . '/../live/ring.inc';

use XHProf\Cli\Live\EndedRequests;
use XHProf\Cli\Saved\Filter;

const RINGS = 4;
const REQUESTS = 2000;

$dir = __DIR__ . '/slow_memory.rings';
mkdir($dir);
$rings = [];
for ($i = 0; $i < RINGS; $i++) {
	$ring = $rings[] = new FakeRing($dir,
		['pid' => 2_000_000_001 + $i, 'start_ticks' => 1, 'pid_namespace' => 1, 'ring_bytes' => 1 << 18]);
	for ($number = 1; $number <= REQUESTS; $number++) {
		$ring->end($number, 1000 * $number, $number * 10 + $i, 1, 200, 'GET', "/$number");
	}
	$ring->write();
}
$before = memory_get_usage();
$requests = new EndedRequests(glob("$dir/*.data"), new Filter(['slower-than' => '10us']), 5);
$kept = memory_get_usage() - $before;
echo $requests->count(), ' requests, ', $requests->matching(), ' match: ',
	implode(' ', array_column($requests->slowest(), 'wall_ns')), "\n";
echo $kept < 256 << 10 ? "few are kept\n" : "$kept bytes are kept\n";
array_map(static fn (FakeRing $ring) => $ring->remove(), $rings);
rmdir($dir);
?>
--EXPECT--
8000 requests, 4004 match: 20003 20002 20001 20000 19993
few are kept
