--TEST--
A ring that cannot be read may be of the pool that was asked for: each command says so beside its numbers
--SKIPIF--
<?php require __DIR__ . '/../live/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/live_rings.inc';

$rings = new Rings(__FILE__, 'pool-unreadable');
register_shutdown_function($rings->remove(...));
$rings->add(1001, ['state' => FakeRing::RUNNING, 'uri' => '/cart']);
$other = new FakeRing($rings->folder, ['pool' => 'secret']);
$other->set(['version' => 2]);
$other->write();
$here = ["xhprof.live_dir=$rings->folder"];
$plain = fn (string $text): string => implode("\n", preg_grep('/OTHER/', explode("\n", preg_replace(
	'/(cannot be read: ).*/', '$1OTHER', strtr($text, [$other->path => 'OTHER', $rings->folder => 'FOLDER'])))));
foreach ([['dump', 'pool-unreadable'], ['arm', 'pool-unreadable'], ['slow', 'pool-unreadable'], ['dump', 'nopool'],
	['dump', $rings->folder]] as $command) {
	$result = cli($command, '', $here);
	echo "-- $command[0]\n", $plain($result['out'] . $result['err']), "\n";
}
foreach (['live', 'record', 'blame'] as $name) {
	$command = tool($name, 'pool-unreadable', '--duration', '2s',
		...($name === 'record' ? ['--out', "$rings->folder/run.json"] : []));
	array_splice($command, 2, 0, ['-d', $here[0]]);
	echo "-- $name\n", $plain($rings->feed($command)), "\n";
}
@unlink("$rings->folder/run.json");
$other->remove();
?>
--EXPECT--
-- dump
OTHER: it has version 2 of the format, and this xhprof reads version 1; use the xhprof that the process loads; it may be of another pool than pool-unreadable
-- arm
not armed: OTHER: it has version 2 of the format, and this xhprof reads version 1; use the xhprof that the process loads; it may be of another pool than pool-unreadable
-- slow
OTHER: it has version 2 of the format, and this xhprof reads version 1; use the xhprof that the process loads; it may be of another pool than pool-unreadable
-- dump
xhprof: no process of the pool "nopool" has a ring in FOLDER that can be read; 1 ring cannot be: OTHER: it has version 2 of the format, and this xhprof reads version 1; use the xhprof that the process loads
-- dump
OTHER: it has version 2 of the format, and this xhprof reads version 1; use the xhprof that the process loads
-- live
cannot be read: OTHER
-- record
OTHER: it has version 2 of the format, and this xhprof reads version 1; use the xhprof that the process loads; it may be of another pool than pool-unreadable
-- blame
OTHER: it has version 2 of the format, and this xhprof reads version 1; use the xhprof that the process loads; it may be of another pool than pool-unreadable
