--TEST--
Where the JIT may run a request's code, lines are refused by name; a whole request has them, without opcache
--SKIPIF--
<?php require __DIR__ . '/../jit/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../../request/trigger/auto.inc';

function requested(string $title, array $settings): void
{
	$output = child_php(__DIR__ . '/jit.inc', [...opcache_settings('tracing'), 'xhprof.hook=observer', ...$settings]);
	echo "== $title\n", preg_replace('~ in \S*/(\w+\.inc) on~', ' in $1 on', trim($output)), "\n";
}

requested('in the middle', []);
requested('without the JIT', ['opcache.jit=disable']);
$folder = fresh_folder(__FILE__);
requested('whole',
	['xhprof.auto=always', 'xhprof.auto_lines=chosen', "xhprof.output_dir=$folder", 'xhprof.save_timeout_ms=0']);
foreach (runs($folder) as $run) {
	foreach ($run->lines() as $row) {
		echo "$row[line]: $row[ct] times\n";
	}
}
?>
--EXPECT--
== in the middle
{"refused":"this request runs code of opcache, which the JIT may compile, and lines of that are not seen; set xhprof.auto and xhprof.auto_lines, or opcache.jit=disable, or leave out the lines"}

Warning: xhprof_enable(): profiling is off: this request runs code of opcache, which the JIT may compile, and lines of that are not seen; set xhprof.auto and xhprof.auto_lines, or opcache.jit=disable, or leave out the lines in jit.inc on line 16
does not run
== without the JIT
{"refused":null}
runs
4: 1 times
5: 11 times
6: 10 times
8: 1 times
== whole
{"refused":null}
4: 2000 times
5: 22000 times
6: 20000 times
8: 2000 times
--CLEAN--
<?php
require __DIR__ . '/../../request/trigger/auto.inc';
remove(__DIR__ . '/jit.tmp');
?>
