--TEST--
Preloading is not a request and saves no run
--SKIPIF--
<?php
require __DIR__ . '/../../helper.inc';
if (getenv('SKIP_ASAN')) die('skip PHP leaks here itself');
if (opcache_settings() === null) die('skip needs opcache');
if (PHP_OS_FAMILY === 'Windows') die('skip no preloading there');
?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/preload.inc", '<?php function preloaded($x) { return $x; } preloaded(1);');
file_put_contents("$folder/program.inc",
	'<?php preloaded(2); echo xhprof_info()["auto"]["last"] ?? "none before", "\n";');
$user = is_root() ? ['opcache.preload_user=root'] : [];
echo ltrim(child_php("$folder/program.inc",
	auto_settings("$folder/runs", "opcache.preload=$folder/preload.inc", ...$user), opcache_settings()));
echo count(runs("$folder/runs")), ' run, ', runs("$folder/runs")[0]->pairs()['main()==>preloaded']['ct'], " call\n";
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/auto_preload.tmp');
?>
--EXPECT--
none before
1 run, 1 call
