--TEST--
share/auto_prepend.php saves one run per process of a program that forks
--SKIPIF--
<?php
require __DIR__ . '/../../helper.inc';
if (shipped_module('pcntl') === null && !extension_loaded('pcntl')) die('skip needs pcntl');
?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

$folder = __DIR__ . '/prepend_forks.tmp';
mkdir($folder);
$program = "$folder.inc";
file_put_contents($program, '<?php
function before($x) { return $x; }
function in_child($x) { return $x; }
function in_parent($x) { return $x; }
before(1);
for ($i = 0; $i < 3; $i++) {
	if (pcntl_fork() === 0) {
		in_child(1);
		exit(0);
	}
}
in_parent(1);
while (pcntl_wait($status) > 0);
');
$settings = ['auto_prepend_file=' . realpath(__DIR__ . '/../../../share/auto_prepend.php'),
	"xhprof.output_dir=$folder"];
if (!extension_loaded('pcntl')) {
	$settings[] = 'extension=' . shipped_module('pcntl');
}
echo child_php($program, $settings);
$told = [];
foreach (all_in($folder) as $file) {
	if (is_file($file)) {
		$run = unserialize(file_get_contents($file), ['allowed_classes' => false]);
		check_conservation($run);
		$told[] = 'before ' . $run['main()==>before']['ct'] . ', in_child ' . ($run['main()==>in_child']['ct'] ?? 0)
			. ', in_parent ' . ($run['main()==>in_parent']['ct'] ?? 0);
	}
}
sort($told);
echo implode("\n", $told), "\n";
?>
--CLEAN--
<?php
array_map('unlink', glob(__DIR__ . '/prepend_forks.tmp/*'));
@rmdir(__DIR__ . '/prepend_forks.tmp');
@unlink(__DIR__ . '/prepend_forks.tmp.inc');
?>
--EXPECT--
before 1, in_child 0, in_parent 1
before 1, in_child 1, in_parent 0
before 1, in_child 1, in_parent 0
before 1, in_child 1, in_parent 0
