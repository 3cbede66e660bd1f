--TEST--
The viewer has at most 130 kB, and a report few bytes for each call path beyond it
--SKIPIF--
<?php
require __DIR__ . '/../program.inc';
if (!has_pprof()) die('skip needs zlib');
?>
--FILE--
<?php
$viewer = strlen(XHProf\Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 0]])->export('html'));
echo $viewer <= 130_000 ? "small\n" : "the viewer has $viewer bytes\n";

/* Some 10,000s of paths of 400 functions, each of which calls two to four others. */
for ($i = 0, $code = ''; $i < 400; $i++) {
	[$a, $b, $c] = [($i * 7 + 3) % 400, ($i * 13 + 5) % 400, ($i * 29 + 11) % 400];
	$code .= "function f$i(int \$d) { static \$calls = 0; \$calls++; if (\$d > 0) { f$a(\$d - 1); f$b(\$d - 1);"
		. " if (\$d % 3 === 0) { f$c(\$d - 1); f$a(\$d - 1); } } }\n";
}
eval($code);
xhprof_enable(XHPROF_FLAGS_TREE | XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY);
f0(12);
$run = xhprof_stop();
// Real times are noise, which nothing compresses: bench/page.php has their figure.
$most = xhprof_info()['clock'] === 'fake' ? 1.3 : 16;
$paths = $run->summary()['nodes'];
$bytes = (strlen($run->export('html')) - $viewer) / $paths;
echo $paths, ' paths, ', $bytes <= $most ? 'small' : "$bytes bytes each", "\n";
?>
--EXPECT--
small
38715 paths, small
