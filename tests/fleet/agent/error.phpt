--TEST--
xhprof ship says what lacks, before it begins
--SKIPIF--
<?php
if (PHP_OS_FAMILY !== 'Linux') die('skip rings need Linux');
if (!function_exists('gzencode')) die('skip needs the extension zlib');
?>
--FILE--
<?php
require __DIR__ . '/../../cli/cli.inc';

$folder = sys_get_temp_dir() . '/xhprof-fleet-error-' . getmypid();
mkdir($folder);
function ship(string ...$arguments): void
{
	global $folder;
	$result = cli(['ship',
		...array_map(fn (string $argument): string => str_replace('FOLDER', $folder, $argument), $arguments)]);
	echo '$ ship ', implode(' ', $arguments), "\n", str_replace([$folder, PHP_BINARY], ['FOLDER', 'PHP'],
		$result['out'] . $result['err']), "status $result[status]\n\n";
}

ship();
ship('now');
ship('--to', 'ftp://host/');
ship('--to', 'file:FOLDER/out', '--to', 'file:FOLDER/out');
ship('--to', 'file:FOLDER/out');
ship('--to', 'file:FOLDER/out', '--live-dir', 'FOLDER', '--window', 'long');
ship('--to', 'file:FOLDER/out', '--live-dir', 'FOLDER', '--window', '2h');
ship('--to', 'file:FOLDER/out', '--live-dir', 'FOLDER', '--window', '61m');
ship('--to', 'file:FOLDER/out', '--live-dir', 'FOLDER', '--interval', '1us');
ship('--to', 'file:FOLDER/out', '--live-dir', 'FOLDER', '--clock', 'sun');
ship('--to', 'file:FOLDER/out', '--live-dir', 'FOLDER', '--version', '1.2', '--version-from', 'FOLDER');
ship('--to', 'file:FOLDER/out', '--live-dir', 'FOLDER', '--version-from', 'FOLDER');
ship('--to', 'file:FOLDER/out', '--saved-runs', 'FOLDER/none');
ship('--to', 'file:FOLDER/out', '--saved-runs', 'FOLDER', '--saved-runs-keep', 'no');
ship('--to', 'file:FOLDER/out', '--live-dir', 'FOLDER', '--spool', '/proc/none');
ship('--to', 'file:FOLDER/out', '--live-dir', 'FOLDER', '--spool-mb', '0');
putenv('XHPROF_SHIP_SECRET=of-one');
ship('--to', 'pyroscope+http://127.0.0.1:9/', '--to', 'file:FOLDER/out', '--to', 'xhgui+http://127.0.0.1:9/',
	'--live-dir', 'FOLDER');
putenv('XHPROF_SHIP_SECRET');
ship('--status');
ship('--status', '--spool', 'FOLDER');
rmdir($folder);
?>
--EXPECT--
$ ship 
xhprof: no destination
        xhprof ship --to URL [--live-dir DIR] [--spool DIR]
status 2

$ ship now
xhprof: unexpected argument "now": ship takes options only
        xhprof ship --to URL [--live-dir DIR] [--spool DIR]
status 2

$ ship --to ftp://host/
xhprof: "ftp://host/" is not a destination
        xhprof ship --help lists them
status 2

$ ship --to file:FOLDER/out --to file:FOLDER/out
xhprof: two destinations have the name file:FOLDER/out
        run an agent with its own spool for each
status 2

$ ship --to file:FOLDER/out
xhprof: no rings: xhprof.live_dir is not set for this PHP, PHP
        give the folder of the rings: --live-dir DIR, or a pool of php-fpm without the module: --attach POOL
status 2

$ ship --to file:FOLDER/out --live-dir FOLDER --window long
xhprof: --window takes a time, not "long"
        write it like 30s or 1m
status 2

$ ship --to file:FOLDER/out --live-dir FOLDER --window 2h
xhprof: --window takes from 1s to 1h, not 2h
status 2

$ ship --to file:FOLDER/out --live-dir FOLDER --window 61m
xhprof: --window takes from 1s to 1h, not 61m
status 2

$ ship --to file:FOLDER/out --live-dir FOLDER --interval 1us
xhprof: --interval takes from 1ms to 10s, not 1us
status 2

$ ship --to file:FOLDER/out --live-dir FOLDER --clock sun
xhprof: --clock cannot be "sun"
        it is one of: wall, cpu
status 2

$ ship --to file:FOLDER/out --live-dir FOLDER --version 1.2 --version-from FOLDER
xhprof: --version and --version-from exclude each other
        give one of them
status 2

$ ship --to file:FOLDER/out --live-dir FOLDER --version-from FOLDER
xhprof: FOLDER: no version was found
        --version-from takes a composer.json with "version", a file whose first line it is, or the folder of a git checkout
status 2

$ ship --to file:FOLDER/out --saved-runs FOLDER/none
xhprof: FOLDER/none: no such folder
        --saved-runs takes the xhprof.output_dir of the processes
status 2

$ ship --to file:FOLDER/out --saved-runs FOLDER --saved-runs-keep no
xhprof: without a spool, a removed run would be in memory only
        --spool DIR
status 2

$ ship --to file:FOLDER/out --live-dir FOLDER --spool /proc/none
xhprof: could not make the folder /proc/none
        the spool needs its own folder, which the agent may write to
status 2

$ ship --to file:FOLDER/out --live-dir FOLDER --spool-mb 0
xhprof: --spool-mb takes a number from 1 to 999999999, not 0
status 2

$ ship --to pyroscope+http://127.0.0.1:9/ --to file:FOLDER/out --to xhgui+http://127.0.0.1:9/ --live-dir FOLDER
xhprof: XHPROF_SHIP_SECRET would go to 2 places
        give each its own secret: ?secret_env=NAME or ?secret_file=FILE; secret_env= for a destination without one
status 2

$ ship --status
xhprof: no agent given
        xhprof ship --status --spool DIR, or --metrics-file FILE
status 2

$ ship --status --spool FOLDER
xhprof: FOLDER is not the spool of an agent
        xhprof ship --spool DIR makes one; with --metrics-file FILE the agent's numbers are read from there
status 2