--TEST--
A sample inside a frameless internal function names it
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
if (PHP_VERSION_ID < 80400) {
	die('skip frameless calls are of PHP 8.4');
}
?>
--INI--
pcre.jit=0
pcre.backtrack_limit=100000000
--FILE--
<?php
require __DIR__ . '/sample.inc';

$haystack = range(1, 100000);
function search(array $haystack) { return in_array(-1, $haystack, true); }
function fit() { return preg_match('/(a+)+$/', 'aaaaaaaaaaaaaaaaaaaab'); }
function swap(string $text) { return str_replace('y', 'z', $text); }

$text = str_repeat('x', 5000000);
foreach (['search==>in_array', 'fit==>preg_match', 'swap==>str_replace'] as $end) {
	$caller = strstr($end, '==>', true);
	$count = 0;
	foreach (tries() as $factor) {
		xhprof_sample_enable(['interval' => 1000]);
		burn(0.2 * $factor,
			['search' => fn() => search($haystack), 'fit' => fn() => fit(), 'swap' => fn() => swap($text)][$caller]);
		$count += count(preg_grep("/==>$end$/", xhprof_sample_disable()));
		if ($count > 10) {
			break;
		}
	}
	echo $end, ': ', $count > 10 ? 'yes' : 'no', "\n";
}
?>
--EXPECT--
search==>in_array: yes
fit==>preg_match: yes
swap==>str_replace: yes
