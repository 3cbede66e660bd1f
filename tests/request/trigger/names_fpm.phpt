--TEST--
A run that php-fpm saves after the response has the path in its name, and with xhprof.meta=off none
--SKIPIF--
<?php
require __DIR__ . '/auto.inc';
if (fpm_binary() === null) die('skip no php-fpm beside this PHP');
?>
--FILE--
<?php
require __DIR__ . '/auto.inc';
require __DIR__ . '/fpm.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/page.php", '<?php echo "served";');
foreach (['path', 'off'] as $meta) {
	fpm($folder, auto_settings("$folder/runs", "xhprof.meta=$meta"),
		static function (callable $get) use ($folder): void {
			echo str_ends_with($get("$folder/page.php", ['REQUEST_URI' => '/reset/secret']), 'served')
				? '' : "not served\n";
		});
	echo "$meta: ", implode(' ', names("$folder/runs")), "\n";
	forget("$folder/runs");
}
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/names_fpm.tmp');
?>
--EXPECT--
path: TIME-www_example_com-reset_secret-PID-RUN.xhprof.json
off: TIME-www_example_com-PID-RUN.xhprof.json
