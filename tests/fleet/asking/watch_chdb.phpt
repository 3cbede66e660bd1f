--TEST--
A present-day ClickHouse tells the same of releases
--EXTENSIONS--
ffi
curl
--INI--
ffi.enable=1
--SKIPIF--
<?php
require __DIR__ . '/../clickhouse/chdb.inc';
require __DIR__ . '/../../format/tools.inc';
skip_without_chdb();
once_is_enough();
?>
--FILE--
<?php
require __DIR__ . '/../clickhouse/chdb.inc';
require __DIR__ . '/../batch.inc';
require __DIR__ . '/releases.inc';
use XHProf\Cli\Terminal\Terminal;
use XHProf\Fleet\ClickHouse\Schema;
use XHProf\Fleet\Http\Endpoint;
use XHProf\Fleet\Store\{ClickHouseClient, ClickHouseStore, Comparison, Release, Selection};
use XHProf\Fleet\View\ShiftsView;

$engine = new Chdb(own_folder() . '/chdb');
foreach ((new Schema(ClickHouseClient::of(Endpoint::of('clickhouse+http://127.0.0.1:1/xhprof', ['clickhouse'])), 2607))
	->statements() as $sql) {
	$engine->query($sql);
}
$engine->query('USE xhprof');
$start = intdiv(time(), 86400) * 86400 - 86400; // older rows are over
$all = range(1, 12);
foreach ([
	...release_statements('rolled', $start, ['1.0', range(1, 6), 0, 90, []], ['1.1', range(1, 6), 90, 180, [2 => 1.1]]),
	...release_statements('canary', $start, ['1.0', $all, 0, 80, []], ['1.0', range(1, 8), 80, 160, []],
		['1.1', range(9, 12), 80, 160, [2 => 1.05]]),
] as $sql) {
	$engine->query($sql);
}
$store = new ClickHouseStore('chdb', fn(string $sql): string => $engine->query($sql));
putenv('COLUMNS=100');
foreach (['rolled', 'canary'] as $service) {
	$selection = Selection::of("?service=$service&since=@$start&until=@" . $start + 4 * 3600, time());
	[$old, $new] = Release::in($store, $selection);
	$view = new ShiftsView($service,
		["$old->version -> $new->version" => Comparison::ofReleases($store, $selection, 'wall', $old, $new)], 0.01,
		new Terminal(STDOUT));
	echo $view->text(), "\n";
}
?>
--EXPECT--
rolled

1.0 -> 1.1
90 min before and 80 min after on 6 hosts, in stretches of 10 min
  change       95 % interval    share  route    function
 +10.3 %   +9.1 % to +11.5 %   30.6 %  /rare    PDO::query
  +9.4 %   +7.9 % to +10.9 %   31.5 %  /search  PDO::query
  +9.2 %   +7.7 % to +10.8 %   30.7 %  /cart    PDO::query
26 comparisons; 5.6 % would show in half of them

canary

1.0 -> 1.1
4 hosts beside 8 for 76 min, and the same hosts in the 76 min before
  change       95 % interval    share  route    function
  +5.1 %    +4.8 % to +5.5 %   30.0 %  /cart    PDO::query
  +4.9 %    +4.6 % to +5.2 %   30.7 %  /search  PDO::query
  +4.6 %    +3.8 % to +5.5 %   30.1 %  /rare    PDO::query
26 comparisons; 0.9 % would show in half of them