--TEST--
xhprof run refuses a number that the extension would not take, and does not run the script
--SKIPIF--
<?php require __DIR__ . '/../sampler/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/cli.inc';

$script = own_file('script.tmp', '<?php echo "ran\n";');
$file = own_file('run.json');
foreach (['0', '2147483648', '99999999999999999999', '-1', '1', '2147483647'] as $nodes) {
	show_cli(['run', '--quiet', '--out', $file, '--max-nodes', $nodes, '--', $script]);
}
foreach (['0', '99', '1000000001', '1ms', '100', '1000000000'] as $interval) {
	show_cli(['run', '--quiet', '--out', $file, '--mode', 'sample', '--interval', $interval, '--', $script]);
}
?>
--EXPECT--
$ xhprof run --quiet --out run_bounds_error.run.json --max-nodes 0 -- run_bounds_error.script.tmp
xhprof: --max-nodes takes a number from 1 to 2147483647, not 0
status 2

$ xhprof run --quiet --out run_bounds_error.run.json --max-nodes 2147483648 -- run_bounds_error.script.tmp
xhprof: --max-nodes takes a number from 1 to 2147483647, not 2147483648
status 2

$ xhprof run --quiet --out run_bounds_error.run.json --max-nodes 99999999999999999999 -- run_bounds_error.script.tmp
xhprof: --max-nodes takes a number from 1 to 2147483647, not 99999999999999999999
status 2

$ xhprof run --quiet --out run_bounds_error.run.json --max-nodes -1 -- run_bounds_error.script.tmp
xhprof: --max-nodes takes a whole number, not "-1"
status 2

$ xhprof run --quiet --out run_bounds_error.run.json --max-nodes 1 -- run_bounds_error.script.tmp
ran

$ xhprof run --quiet --out run_bounds_error.run.json --max-nodes 2147483647 -- run_bounds_error.script.tmp
ran

$ xhprof run --quiet --out run_bounds_error.run.json --mode sample --interval 0 -- run_bounds_error.script.tmp
xhprof: --interval takes a number from 100 to 1000000000, not 0
status 2

$ xhprof run --quiet --out run_bounds_error.run.json --mode sample --interval 99 -- run_bounds_error.script.tmp
xhprof: --interval takes a number from 100 to 1000000000, not 99
status 2

$ xhprof run --quiet --out run_bounds_error.run.json --mode sample --interval 1000000001 -- run_bounds_error.script.tmp
xhprof: --interval takes a number from 100 to 1000000000, not 1000000001
status 2

$ xhprof run --quiet --out run_bounds_error.run.json --mode sample --interval 1ms -- run_bounds_error.script.tmp
xhprof: --interval takes a whole number, not "1ms"
status 2

$ xhprof run --quiet --out run_bounds_error.run.json --mode sample --interval 100 -- run_bounds_error.script.tmp
ran

$ xhprof run --quiet --out run_bounds_error.run.json --mode sample --interval 1000000000 -- run_bounds_error.script.tmp
ran
