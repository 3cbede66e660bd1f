--TEST--
Composer does the same under xhprof run as without
--SKIPIF--
<?php
if (trim((string) shell_exec('command -v composer')) === '') die('skip needs composer');
?>
--FILE--
<?php
require __DIR__ . '/run_programs.inc';

$folder = fresh('composer');
$composer = trim((string) shell_exec('command -v composer'));
mkdir("$folder/src");
file_put_contents("$folder/src/Cart.php", '<?php namespace App; class Cart {}');
file_put_contents("$folder/composer.json", '{"name": "app/app", "description": "A test", "license": "MIT", "require": '
	. '{}, "autoload": {"psr-4": {"App\\\\": "src"}}}');
foreach ([['validate', '--no-interaction'], ['dump-autoload', '--optimize', '--no-interaction'],
	['show', 'not/there', '--no-interaction']] as $words) {
	echo $words[0], ': ';
	$run = compare_outcomes([$composer, ...$words], $folder);
	echo $run->summary()['calls'] > 1000 ? '' : "few calls\n";
}
echo is_file("$folder/vendor/autoload.php") ? "written\n" : "not written\n";
?>
--EXPECTREGEX--
validate: the same, status 0
dump-autoload: the same, status 0
show: the same, status \d+
written
