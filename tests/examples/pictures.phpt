--TEST--
The chart of overhead is drawn of what the bench measured, and a terminal's screen keeps its colours and columns
--SKIPIF--
<?php
if (!is_file(__DIR__ . '/../../bench/chart.php')) die('skip a release has no bench');
?>
--FILE--
<?php
require __DIR__ . '/../../bench/report.php';
require __DIR__ . '/../../bench/chart.php';

$ratio = static fn (float $ratio): array => ['PHP-Parser' => ['ratio' => $ratio],
	'Parsedown' => ['ratio' => 4 * $ratio]];
$svg = Bench\render_chart(['environment' => ['xhprof' => '3.1.0', 'php' => '8.2.1 NTS',
	'machine' => 'A CPU 96-Core Processor, Linux'], 'configs' => ['plain' => ['not loaded' => $ratio(1),
		'tideways off' => $ratio(1.5), 'tideways none' => $ratio(2), 'spx all' => $ratio(4),
		'xhprof none' => $ratio(1.25), 'xhprof cpu+memory' => $ratio(1.375), 'xhprof off' => $ratio(1.0)]]]);
preg_match_all('/<text[^>]*>([^<]*)|<rect class="(?:ours|peer)"[^>]* width="([\d.]+)"/', $svg, $found, PREG_SET_ORDER);
foreach ($found as $match) {
	echo $match[1] ?: "a bar of $match[2]", "\n";
}

$screen = "\e[1mtitle\e[0m  \e[33mlost\e[39m\n\e[2m  dim & <b>\e[0;7mchosen row\e[0m";
file_put_contents(__DIR__ . '/pictures.tmp', $screen);
$svg = shell_exec(PHP_BINARY . ' -n ' . escapeshellarg(__DIR__ . '/../../tools/ansi-svg.php') . ' top <'
	. escapeshellarg(__DIR__ . '/pictures.tmp'));
preg_match_all('/^<(?:text|rect x="(?!1")).*/m', $svg, $found);
echo implode("\n", $found[0]), "\n";
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/pictures.tmp');
?>
--EXPECT--
How many times as long programs take while they are profiled
Mean of 2 programs, in brackets the least and the most. 1 is PHP without a profiler.
xhprof
a bar of 118.8
× 2.50 (1.25 to 5.00)
xhprof, CPU and memory
a bar of 130.6
× 2.75 (1.38 to 5.50)
spx
a bar of 380
× 8.00 (4.00 to 16.0)
tideways
a bar of 190
× 4.00 (2.00 to 8.00)
Programs: PHP-Parser; Parsedown.
bench/run.php, xhprof 3.1.0, PHP 8.2.1 NTS, A CPU
<text x="16" y="54" textLength="40" font-weight="700">title</text>
<text x="72" y="54" textLength="32" fill="#e3b341">lost</text>
<text x="32" y="72" textLength="72" fill="#8d99a8">dim &amp; &lt;b&gt;</text>
<rect x="104" y="58.5" width="80" height="18" fill="#d6dde6"/>
<text x="104" y="72" textLength="80" fill="#0d1117">chosen row</text>
