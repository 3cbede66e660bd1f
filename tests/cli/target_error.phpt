--TEST--
A target without rings: the tool says which setting lacks, of which process, and how to set it
--SKIPIF--
<?php require __DIR__ . '/../live/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/cli.inc';
require __DIR__ . '/../live/ring.inc';

function show_target(array $arguments, array $settings = []): void
{
	$result = cli($arguments, '', $settings);
	$names = [__DIR__ . '/target_error.rings' => 'RINGS', __DIR__ => 'TESTS', PHP_BINARY => 'PHP',
		TOOL => 'xhprof', getmypid() => 'PID', '(' . trim(file_get_contents('/proc/self/comm')) . ')' => '(NAME)',
		sprintf('/etc/php/%d.%d/fpm/php.ini', PHP_MAJOR_VERSION, PHP_MINOR_VERSION) => 'FPM.INI',
		'its php.ini' => 'FPM.INI'];
	echo rtrim(preg_replace('/PID-\d+/', 'PID-START', strtr('$ xhprof ' . implode(' ', [...$settings, ...$arguments])
		. "\n$result[out]$result[err]status $result[status]", $names))), "\n\n";
}

$dir = __DIR__ . '/target_error.rings';
mkdir($dir);
$here = ["xhprof.live_dir=$dir"];
show_target(['dump', '999999999']);
show_target(['dump'], ['xhprof.live_dir=/nix', 'error_log=/dev/null']);
show_target(['dump'], $here);
show_target(['dump', $dir]);
show_target(['dump', 'nopool'], $here);
show_target(['dump', "$dir/1-2.data"]);
show_target(['dump', "$dir/1"]);
show_target(['dump', $dir, $dir]);
show_target(['dump', '999999999'], $here);
$sleep = proc_open(['sleep', '600'], [], $pipes);
$pid = proc_get_status($sleep)['pid'];
while (trim(file_get_contents("/proc/$pid/comm")) !== 'sleep') {
	usleep(1000);
}
echo str_replace($pid, 'OTHER', cli(['dump', (string) $pid], '', $here)['err']), "\n";
proc_terminate($sleep);

$fake = new FakeRing($dir, ['pool' => 'api']);
$fake->write();
show_target(['dump', 'nopool'], $here);
$fake->set(['version' => 2]);
$fake->write();
show_target(['dump'], $here);
show_target(['record', '--duration', '1s'], $here);
foreach ([['--interval', '100us'], ['--interval', '1h'], ['--interval', '11s'], ['--duration', '0'],
	['--clock', 'real'], ['--group-by', 'url'], ['--group-by', 'tag:'], ['--group-by', 'uri', '--out', '-'], ['--out',
		"$dir/nix/a.json"], ['--out', "$dir/a.svg"], ['--format', 'log'], ['--format', 'folded-alloc']] as $options) {
	show_target(['record', ...$options], $here);
}
?>
--CLEAN--
<?php
array_map('unlink', glob(__DIR__ . '/target_error.rings/*'));
rmdir(__DIR__ . '/target_error.rings');
?>
--EXPECT--
$ xhprof dump 999999999
xhprof: there is no process 999999999
        for a process of another container, give the folder of its rings
status 2

$ xhprof xhprof.live_dir=/nix error_log=/dev/null dump
xhprof: xhprof.live_dir is /nix, which does not exist
        create it for the user of the processes and the group of those who may read: install -d -m 2750 -o USER -g GROUP /nix
status 2

$ xhprof xhprof.live_dir=RINGS dump
xhprof: no process has a ring in RINGS
        a process creates its ring at its first request if it loads xhprof and has xhprof.live_dir=RINGS: for php-fpm in FPM.INI, for commands in php.ini; its error log says if it could not create one
status 2

$ xhprof dump RINGS
xhprof: no process has a ring in RINGS
        a process creates its ring at its first request if it loads xhprof and has xhprof.live_dir=RINGS: for php-fpm in FPM.INI, for commands in php.ini; its error log says if it could not create one
status 2

$ xhprof xhprof.live_dir=RINGS dump nopool
xhprof: no process of the pool "nopool" has a ring in RINGS
        a process creates its ring at its first request if it loads xhprof and has xhprof.live_dir=RINGS: for php-fpm in FPM.INI, for commands in php.ini; its error log says if it could not create one
status 2

$ xhprof dump RINGS/1-2.data
xhprof: RINGS/1-2.data: no such file
        the process ended normally, or its ring was removed; the ring of a process that died in a request is kept for 10 minutes
status 2

$ xhprof dump RINGS/1
xhprof: RINGS/1: no such file or folder
        a target is a pid, a folder, a pool of php-fpm, or a .data file
status 2

$ xhprof dump RINGS RINGS
xhprof: too many targets
        xhprof dump [TARGET]; a target is a pid, a folder, a pool of php-fpm, or a .data file
status 2

$ xhprof xhprof.live_dir=RINGS dump 999999999
xhprof: there is no process 999999999, and no ring of one in RINGS
        for a process of another container, give the folder of its rings
status 2

xhprof: process OTHER is sleep, not PHP

$ xhprof xhprof.live_dir=RINGS dump nopool
xhprof: no process of the pool "nopool" has a ring in RINGS
        pools there: api
status 2

$ xhprof xhprof.live_dir=RINGS dump
xhprof: RINGS/PID-START.data: it has version 2 of the format, and this xhprof reads version 1; use the xhprof that the process loads
status 2

$ xhprof xhprof.live_dir=RINGS record --duration 1s
xhprof: nothing was sampled: RINGS/PID-START.data
        it has version 2 of the format, and this xhprof reads version 1; use the xhprof that the process loads
status 2

$ xhprof xhprof.live_dir=RINGS record --interval 100us
xhprof: --interval takes from 1ms to 10s, not 100us
status 2

$ xhprof xhprof.live_dir=RINGS record --interval 1h
xhprof: --interval takes from 1ms to 10s, not 1h
status 2

$ xhprof xhprof.live_dir=RINGS record --interval 11s
xhprof: --interval takes from 1ms to 10s, not 11s
status 2

$ xhprof xhprof.live_dir=RINGS record --duration 0
xhprof: --duration takes from 1s to 1d, not 0
status 2

$ xhprof xhprof.live_dir=RINGS record --clock real
xhprof: --clock cannot be "real"
        it is one of: wall, cpu
status 2

$ xhprof xhprof.live_dir=RINGS record --group-by url
xhprof: --group-by cannot be "url"
        did you mean uri? it is one of: uri, "method uri", host, component, wait, tag:KEY with a key of xhprof_tag()
status 2

$ xhprof xhprof.live_dir=RINGS record --group-by tag:
xhprof: --group-by cannot be "tag:"
        it is one of: uri, "method uri", host, component, wait, tag:KEY with a key of xhprof_tag()
status 2

$ xhprof xhprof.live_dir=RINGS record --group-by uri --out -
xhprof: --group-by writes a file for each value, not to the standard output
        give a file name: --out live.json.gz writes live-VALUE.json.gz
status 2

$ xhprof xhprof.live_dir=RINGS record --out RINGS/nix/a.json
xhprof: RINGS/nix/a.json: the folder RINGS/nix does not exist
        mkdir -p RINGS/nix
status 2

$ xhprof xhprof.live_dir=RINGS record --out RINGS/a.svg
xhprof: RINGS/a.svg: its ending names no known format
        known endings: .json.gz .json .xhgui.jsonl.gz .xhgui.jsonl .xhprof.gz .xhprof .html .callgrind .folded .folded-alloc .folded-live .speedscope.json .pb.gz .pprof .perfetto-trace .pftrace .chrome.json .trace.json .speedscope.json.gz .perfetto-trace.gz .pftrace.gz .chrome.json.gz .trace.json.gz .log .cpuprofile .firefox.json; or choose the format with --format
status 2

$ xhprof xhprof.live_dir=RINGS record --format log
xhprof: log cannot hold samples
        json.gz keeps a whole recording; others show it: html, callgrind, folded, speedscope, pprof, perfetto, chrome, cpuprofile, firefox
status 2

$ xhprof xhprof.live_dir=RINGS record --format folded-alloc
xhprof: folded-alloc cannot hold samples
        json.gz keeps a whole recording; others show it: html, callgrind, folded, speedscope, pprof, perfetto, chrome, cpuprofile, firefox
status 2