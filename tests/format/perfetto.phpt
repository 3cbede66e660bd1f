--TEST--
A timeline as Perfetto's trace has each call on its track at its time, each name once, curves, and where it was cut
--SKIPIF--
<?php
if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock');
?>
--FILE--
<?php
require __DIR__ . '/program.inc';
require __DIR__ . '/perfetto.inc';

function section($x) { leaf($x); Fiber::suspend($x); return leaf($x); }
function fibers()
{
	$a = new Fiber('section');
	$b = new Fiber('section');
	$a->start(1);
	$b->start(1);
	leaf(0);
	$b->resume(1);
	$a->resume(1);
}
function many() { for ($i = 0; $i < 5; $i++) leaf($i); }
eval("function caf\xE9() { static \$calls; \$calls++; }");
function latin() { ("caf\xE9")(); }

function show_trace(XHProf\Profile $profile): void
{
	echo preg_replace('/ 1 at \d+/', ' 1 at START', implode("\n", trace_lines($profile->export('perfetto')))), "\n";
}

foreach (['fibers', 'latin'] as $program) {
	echo "-- $program\n";
	show_trace(run(XHPROF_FLAGS_TIMELINE | XHPROF_FLAGS_NO_BUILTINS, $program));
}
echo "-- cut\n";
show_trace(run(XHPROF_FLAGS_TIMELINE | XHPROF_FLAGS_NO_BUILTINS, 'many', ['max_timeline_bytes' => 64]));
echo "-- curves\n";
$lines = trace_lines(run(XHPROF_FLAGS_TIMELINE | XHPROF_FLAGS_NO_BUILTINS | XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY,
	'many')->export('perfetto'));
echo preg_replace('/(memory +counter) \d{6,}$/m', '$1 BYTES', implode("\n", preg_grep('/memory|CPU time/', $lines))),
	"\n";
?>
--EXPECT--
-- fibers
clocks 6 at 0, 1 at START, 64 at 0 incremental; flags 1, default clock 64, default track 2
track PHP
track main of PHP
     0 main       begin main()
  1000 main       begin fibers perfetto.php:6
track fiber 1 of main
  3000 fiber 1    begin section perfetto.php:5
  4000 fiber 1    begin leaf program.inc:4
  5000 fiber 1    end
  6000 fiber 1    end
track fiber 2 of main
  8000 fiber 2    begin section perfetto.php:5
  9000 fiber 2    begin leaf program.inc:4
 10000 fiber 2    end
 11000 fiber 2    end
 12000 main       begin leaf program.inc:4
 13000 main       end
 14000 fiber 2    begin section perfetto.php:5
 15000 fiber 2    begin leaf program.inc:4
 16000 fiber 2    end
 17000 fiber 2    end
 19000 fiber 1    begin section perfetto.php:5
 20000 fiber 1    begin leaf program.inc:4
 21000 fiber 1    end
 22000 fiber 1    end
 24000 main       end
 25000 main       end
-- latin
clocks 6 at 0, 1 at START, 64 at 0 incremental; flags 1, default clock 64, default track 2
track PHP
track main of PHP
     0 main       begin main()
  1000 main       begin latin perfetto.php:18
  2000 main       begin café perfetto.php(17) : eval()'d code:1
  3000 main       end
  4000 main       end
  5000 main       end
-- cut
clocks 6 at 0, 1 at START, 64 at 0 incremental; flags 1, default clock 64, default track 2
track PHP
track main of PHP
     0 main       begin main()
  1000 main       begin many perfetto.php:16
  2000 main       begin leaf program.inc:4
  3000 main       end
  3000 main       instant cut: 10 events lost
-- curves
track memory of PHP, unit 3
track CPU time of PHP, unit 1
     0 memory     counter BYTES
     0 CPU time   counter 0
 10000 memory     counter BYTES
 10000 CPU time   counter 10000
 13000 memory     counter BYTES
 13000 CPU time   counter 13000
