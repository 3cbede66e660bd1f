--TEST--
xhprof run refuses a number that the extension would not take, and does not run the script
--SKIPIF--
<?php require __DIR__ . '/../sampler/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/cli.inc';

$script = own_file('script.tmp', '<?php echo "ran\n";');
$file = own_file('run.json');
foreach (['0', '99us', '1001s', '1000', '5', '1x', '100us', '1000s'] as $interval) {
	show_cli(['run', '--quiet', '--out', $file, '--mode', 'sample', '--interval', $interval, '--', $script]);
}
?>
--EXPECT--
$ xhprof run --quiet --out run_bounds_error.run.json --mode sample --interval 0 -- run_bounds_error.script.tmp
xhprof: --interval takes from 100us to 1000s, not 0
status 2

$ xhprof run --quiet --out run_bounds_error.run.json --mode sample --interval 99us -- run_bounds_error.script.tmp
xhprof: --interval takes from 100us to 1000s, not 99us
status 2

$ xhprof run --quiet --out run_bounds_error.run.json --mode sample --interval 1001s -- run_bounds_error.script.tmp
xhprof: --interval takes from 100us to 1000s, not 1001s
status 2

$ xhprof run --quiet --out run_bounds_error.run.json --mode sample --interval 1000 -- run_bounds_error.script.tmp
xhprof: --interval 1000: give a unit, as in 1ms
status 2

$ xhprof run --quiet --out run_bounds_error.run.json --mode sample --interval 5 -- run_bounds_error.script.tmp
xhprof: --interval 5: give a unit, as in 100us
status 2

$ xhprof run --quiet --out run_bounds_error.run.json --mode sample --interval 1x -- run_bounds_error.script.tmp
xhprof: --interval takes a time, not "1x"
        write it like 1ms or 10ms
status 2

$ xhprof run --quiet --out run_bounds_error.run.json --mode sample --interval 100us -- run_bounds_error.script.tmp
ran

$ xhprof run --quiet --out run_bounds_error.run.json --mode sample --interval 1000s -- run_bounds_error.script.tmp
ran