--TEST--
A command of the fleet refuses what it is not for before it does anything, in words
--EXTENSIONS--
curl
--FILE--
<?php
require __DIR__ . '/../../cli/unit/unit.inc';

use XHProf\Cli\Command\ServeCommand;
use XHProf\Cli\Help\Reference;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Fleet\Command\ShipCommand;
use XHProf\Fleet\Command\StoreListCommand;
use XHProf\Fleet\Command\WatchCommand;

ini_set('xhprof.live_dir', '');
putenv('COLUMNS=80');
$folder = unit_folder();
$terminal = new Terminal(fopen('php://memory', 'w+'));

/* Refusals. */
mkdir("$folder/empty");
$store = 'clickhouse+http://127.0.0.1:1/db?service=x';
foreach ([[ServeCommand::class, 'serve', [$store], '127.0.0.1'],
	[ShipCommand::class, 'ship', ['x'], 'unexpected argument "x"'], [ShipCommand::class, 'ship', [],
	'no destination'],
	[ShipCommand::class, 'ship', ['--status'], 'no agent given'], [ShipCommand::class, 'ship', ['--requeue'],
	'no spool given'],
	[ShipCommand::class, 'ship', ['--requeue', '--spool', "$folder/empty"], 'is not the spool of an agent'],
	[ShipCommand::class, 'ship', ['--to', "file:$folder/empty", '--to', "file:$folder/empty"],
		'two destinations have the name'],
	[ShipCommand::class, 'ship', ['--to', "file:$folder/empty", '--window', '1500ms'], '--window takes whole seconds'],
	[ShipCommand::class, 'ship', ['--to', "file:$folder/empty", '--version', '1', '--version-from', 'x', '--live-dir',
	$folder], 'exclude each other'],
	[ShipCommand::class, 'ship', ['--to', "file:$folder/empty"], 'no rings: xhprof.live_dir is not set'],
	[ShipCommand::class, 'ship', ['--to', "file:$folder/empty", '--saved-runs', "$folder/none"], 'no such folder'],
	[ShipCommand::class, 'ship', ['--to', "file:$folder/empty", '--saved-runs', $folder, '--saved-runs-keep', 'no'],
	'would be in memory only'],
	[StoreListCommand::class, 'list', [$store, 'b'], 'too many places'],
	[StoreListCommand::class, 'list', [$store, '--sweep'], '--sweep is for runs in folders'],
	[StoreListCommand::class, 'list', [$store, '--keep', '5M'], '--keep is for runs in folders'],
	[StoreListCommand::class, 'list', [$store, '--group-by', 'uri'], '--group-by is for runs in folders'],
	[StoreListCommand::class, 'list', [$store], '127.0.0.1'],
	[WatchCommand::class, 'watch', [], 'no store given'], [WatchCommand::class, 'watch', ['a', 'b'],
	'too many places'],
	[WatchCommand::class, 'check', ['x://me@h/'], 'x://h/ is no store'],
	[WatchCommand::class, 'check', ["$store&kind=trace"], 'check compares sums of samples'],
	[WatchCommand::class, 'check', [$store, '--fail-above', '2'], '--fail-above takes a percentage, not "2"'],
	[WatchCommand::class, 'check', ["$store&since=2d", '--against', '1d'],
	'1d before overlaps with the time that is checked'],
	[WatchCommand::class, 'check', [$store, '--against', 'x'], '--against takes an age, not "x"']] as [$class, $name,
	$words, $why]) {
	refused("$name " . implode(' ', $words), $why, static function () use ($terminal, $class, $name, $words): void {
		$arguments = [...($class === WatchCommand::class ? [$name] : []), Reference::arguments($name, $words)];
		stdout_of(static fn (): int => (new $class(...[...$arguments, $terminal]))->run());
	});
}
same('nothing was made by these', ['empty'], array_values(array_diff(scandir($folder), ['.', '..'])));
finish();
?>
--EXPECT--
all as expected
