--TEST--
Bytes count when they are allocated, and only what a block grows by: as XHPROF_FLAGS_ALLOC says, where no block grows
--SKIPIF--
<?php if (getenv('USE_ZEND_ALLOC') === '0') die("skip needs PHP's allocator"); ?>
<?php require __DIR__ . '/events.inc'; need_event('allocated-bytes'); ?>
--FILE--
<?php
require __DIR__ . '/events.inc';

function takes($n)
{
	static $kept;
	for ($i = 0; $i < $n; $i++) { $kept = str_repeat('x', 1000 * ($i + 1)); }
	return $n;
}
function keeps($n)
{
	static $kept = [];
	$kept[0] = str_repeat('y', $n);
	$kept[1] = str_repeat('z', 1 << 20);
	return $n;
}
function grows($n)
{
	$text = str_repeat('x', 1 << 20);
	for ($i = 0; $i < $n; $i++) { $text .= 'y'; }
	return strlen($text);
}
function nothing($n) { static $calls = 0; $calls += $n; return $calls; }
function program() { takes(8); keeps(100); nothing(1); }

program();
$profiles = [];
foreach (['both' => XHPROF_FLAGS_ALLOC, 'alone' => 0, 'again' => 0] as $name => $flags) {
	xhprof_enable($flags, ['events' => ['allocated-bytes']]);
	program();
	$profiles[$name] = xhprof_stop();
}
$bytes = [];
foreach ($profiles['both']->allocations('total') as $row) {
	$bytes[($row['caller'] ?? '') . '==>' . $row['function']] = $row['alloc_bytes'];
}
// Code that the JIT compiles takes memory as well.
foreach (['takes==>str_repeat', 'keeps==>str_repeat', 'program==>nothing'] as $pair) {
	$counted = array_map(fn($profile) => $profile->pairs()[$pair]['allocated-bytes'], $profiles);
	echo $pair, count(array_unique($counted)) === 1 ? '' : json_encode($counted),
		isset($bytes[$pair]) && $bytes[$pair] !== $counted['both']
			? " $bytes[$pair] are recorded, $counted[both] counted" : '',
		$counted['both'] > 0 ? ' has some' : ' has none', "\n";
}
xhprof_enable(0, ['events' => ['allocated-bytes']]);
grows(100000);
$counted = xhprof_stop()->pairs()['main()==>grows']['allocated-bytes'];
echo $counted >= 1 << 20 && $counted < 3 << 20 ? 'grows by what it grows' : $counted, "\n";
?>
--EXPECT--
takes==>str_repeat has some
keeps==>str_repeat has some
program==>nothing has none
grows by what it grows
