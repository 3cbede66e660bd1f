--TEST--
Page faults go to the call that touches new memory, and are at least as many as its pages
--SKIPIF--
<?php if (PHP_OS_FAMILY === 'Windows') die('skip the system does not count them'); ?>
--INI--
memory_limit=1G
--FILE--
<?php
const PAGES = 16384;

function quiet($x) { static $calls = 0; $calls++; return $x; }
// A block of its own, which the system gives page by page; madvise() may give larger pages.
function touches($bytes) { return strlen(str_repeat('x', $bytes)); }

xhprof_enable(0, ['events' => ['page-faults', 'minor-faults', 'major-faults']]);
quiet(1);
$length = touches(4096 * PAGES);
$profile = xhprof_stop();
$rows = $profile->pairs();
$sum = $profile->summary()['events'];
var_dump($length === 4096 * PAGES);
// Large pages have 512 of the small ones; the system may use them.
var_dump($rows['main()==>touches']['page-faults'] >= PAGES / 512);
var_dump($rows['main()==>touches']['page-faults'] <= $rows['main()']['page-faults']);
var_dump($rows['main()==>quiet']['page-faults'] < $rows['main()==>touches']['page-faults']);
var_dump($sum === array_intersect_key($rows['main()'], $sum));
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
