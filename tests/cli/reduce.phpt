--TEST--
--hide, --hide-function, --fold and --min-share leave fewer rows of a run, and say what became of the others
--SKIPIF--
<?php
if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock');
if (getenv('XHPROF_TEST_TREE')) die('skip asks for hier mode as well');
?>
--FILE--
<?php
require __DIR__ . '/cli.inc';
require __DIR__ . '/../profile/reduce/program.inc';

$file = own_file('json');
profiled(XHPROF_FLAGS_TREE)->export('json', $file);
show_cli(['top', $file, '--fold', 'packages/*']);
show_cli(['top', $file, '--hide=packages/*', '--hide-function', '/small$/']);
show_cli(['top', $file, '--min-share=20%', '--fold', 'packages/orm']);
show_cli(['show', $file, '--fold', 'packages/*', '--function', '[packages/lib]']);
show_cli(['convert', $file, '--fold', 'packages/*', '--min-share', '0.1', '--format', 'folded']);
show_cli(['diff', $file, $file, '--fold', 'packages/*', '--fail-if', 'own_wt[[packages/orm]]>8us']);
$page = own_file('html');
cli(['report', $file, '--fold', 'packages/*', '--min-share', '10%', '--out', $page]);
var_dump(str_contains(cli(['convert', $file, '--format', 'html', '--fold', 'packages/*'])['out'], '<!doctype html>'),
	is_file($page));

// The saved run is whole, a picture of it is not.
$script = own_file('php', '<?php require ' . var_export(realpath(__DIR__ . '/../profile/reduce/program.inc'), true)
	. '; (new Lib\Kernel())->handle(App\controller(...));');
$saved = own_file('saved.json');
$text = cli(['run', '--fold', 'packages/*', '--flags', 'no-builtins', '--out', $saved, $script])['err'];
echo preg_match_all('/ \[packages\/\w+\]$/m', $text), ' ', preg_match_all('/Kernel/', $text), ' ',
	preg_match_all('/are part of another row, as they are hidden or folded$/m', $text), "\n";
var_dump(isset(read_run($saved)->functions()['Lib\Kernel::log']));
$folded = own_file('folded');
cli(['run', '--quiet', '--fold', 'packages/*', '--flags', 'no-builtins', '--out', $folded, $script]);
echo preg_match_all('/\[packages/', file_get_contents($folded)), ' ',
	preg_match_all('/Kernel/', file_get_contents($folded)), "\n";

$pairs = own_file('pairs.json');
profiled(0)->export('json', $pairs);
show_cli(['top', $pairs, '--fold', 'packages', '--min-share', '10%', '--limit', '2']);
show_cli(['top', $pairs, '--hide', 'packages']);
show_cli(['top', $file, '--hide-function', '/x']);
show_cli(['top', $file, '--min-share', '101%']);
show_cli(['show', $file, '--min-share', '1%', '--function', 'x']);
?>
--EXPECT--
$ xhprof top reduce.json --fold packages/*
reduce.json  wall 29.0 us
8 calls  6 functions  7 paths  profiler at least 18.0 us of it
7 calls are part of another row, as they are hidden or folded

 own%      own  incl%     incl   calls  function
 37.9  11.0 us   93.1  27.0 us       2  [packages/lib]
 31.0  9.00 us   37.9  11.0 us       1  [packages/orm]
 13.8  4.00 us   65.5  19.0 us       1  App\controller
  6.9  2.00 us    100  29.0 us       1  main()
  6.9  2.00 us    6.9  2.00 us       2  App\row
  3.4  1.00 us    3.4  1.00 us       1  App\small

$ xhprof top reduce.json --hide=packages/* --hide-function /small$/
reduce.json  wall 29.0 us
4 calls  3 functions  3 paths  profiler at least 18.0 us of it
11 calls are part of another row, as they are hidden or folded

 own%      own  incl%     incl   calls  function
 58.6  17.0 us   65.5  19.0 us       1  App\controller
 34.5  10.0 us    100  29.0 us       1  main()
  6.9  2.00 us    6.9  2.00 us       2  App\row

$ xhprof top reduce.json --min-share=20% --fold packages/orm
reduce.json  wall 29.0 us
10 calls  6 functions  8 paths  profiler at least 18.0 us of it
5 calls are part of another row, as they are hidden or folded
6 paths under the threshold are (left out), 9.00 us in all (31.0 %)

 own%      own  incl%     incl   calls  function
 31.0  9.00 us   37.9  11.0 us       1  [packages/orm]
 31.0  9.00 us   31.0  9.00 us       5  (left out)
 13.8  4.00 us   65.5  19.0 us       1  App\controller
 10.3  3.00 us   86.2  25.0 us       1  Lib\Kernel::run
  6.9  2.00 us    100  29.0 us       1  main()
  6.9  2.00 us   93.1  27.0 us       1  Lib\Kernel::handle

$ xhprof show reduce.json --fold packages/* --function [packages/lib]
[packages/lib]
2 calls, each from 3.00 us to 27.0 us

            incl  of run       own  of run
wall     27.0 us  93.1 %   11.0 us  37.9 %

     %     incl    calls  callers
   100  27.0 us        1  main()
  11.1  3.00 us        1  App\controller

     %     incl    calls  callees
  70.4  19.0 us        1  App\controller
  40.7  11.0 us           (own)

$ xhprof convert reduce.json --fold packages/* --min-share 0.1 --format folded
main() 2000
main();[packages/lib] 8000
main();[packages/lib];App\controller 4000
main();[packages/lib];App\controller;[packages/orm] 9000
main();[packages/lib];App\controller;[packages/orm];(left out) 2000
main();[packages/lib];App\controller;[packages/lib] 3000
main();[packages/lib];App\controller;(left out) 1000

$ xhprof diff reduce.json reduce.json --fold packages/* --fail-if own_wt[[packages/orm]]>8us
No change.

            before     after     change
calls            8         8          0
wall       29.0 us   29.0 us       0 ns

no function differs

FAILED  own_wt[[packages/orm]]>8us: 9.00 us -> 9.00 us

one run each cannot tell a change from noise: xhprof run --repeat 20 can
status 1

bool(true)
bool(true)
2 0 1
bool(true)
10 0
$ xhprof top reduce.pairs.json --fold packages --min-share 10% --limit 2
reduce.pairs.json  wall 29.0 us
11 calls  5 functions  8 pairs  profiler at least 18.0 us of it
4 calls are part of another row, as they are hidden or folded
3 functions under the threshold are (left out), 5.00 us in all (17.2 %)
this run has no call paths: incl counts nested calls of a folded library twice

 own%      own  incl%     incl   calls  function
 51.7  15.0 us    141  41.0 us       3  [packages]
 17.2  5.00 us   17.2  5.00 us       5  (left out)
 31.0  9.00 us                       3  (3 more)

$ xhprof top reduce.pairs.json --hide packages
xhprof: a run without call paths cannot hide functions
        use --fold or --min-share, or record call paths with xhprof run --mode tree
status 2

$ xhprof top reduce.json --hide-function /x
xhprof: --hide-function: No ending delimiter '/' found, in the pattern "/x"
        give a pattern with a *, 'Symfony\*', or a regular expression, '/^Symfony/'
status 2

$ xhprof top reduce.json --min-share 101%
xhprof: --min-share takes a share of the run, not "101%"
        write it like 1% or 0.01
status 2

$ xhprof show reduce.json --min-share 1% --function x
xhprof: unknown option --min-share
        xhprof COMMAND --help --all lists the options
status 2
