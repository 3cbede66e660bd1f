--TEST--
phpstan finds the same under xhprof run as without
--SKIPIF--
<?php
if (!is_file(getenv('XHPROF_TEST_PHPSTAN') ?: '')) die(
	'skip needs phpstan; XHPROF_TEST_PHPSTAN names it: tools/phpstan.sh --where');
?>
--FILE--
<?php
require __DIR__ . '/run_programs.inc';

$folder = fresh('phpstan');
file_put_contents("$folder/cart.php", '<?php function total(int $a): int { return "x" . $a; } echo total("5");');
foreach ([['--version'], ['analyse', '--level=9', '--no-progress', '--error-format=raw', 'cart.php']] as $words) {
	echo $words[0], ': ';
	$run = compare_outcomes([getenv('XHPROF_TEST_PHPSTAN'), ...$words], $folder);
	echo $run->summary()['calls'] > 1000 ? '' : "few calls\n";
}
?>
--EXPECT--
--version: the same, status 0
analyse: the same, status 1
