--TEST--
composer require xhprof/xhprof-cli from a path repository brings vendor/bin/xhprof, its classes and stubs for IDEs, and xhprof/xhprof-fleet the rest
--SKIPIF--
<?php
exec('composer --version --no-interaction 2>/dev/null </dev/null', $said, $status);
if ($status !== 0) {
	die('skip no composer');
}
?>
--FILE--
<?php
require __DIR__ . '/install.inc';

$folder = own_folder(__FILE__);
$package = fn(string $name) => ['type' => 'path', 'url' => dirname(__DIR__, 2) . "/$name",
	'options' => ['symlink' => false, 'versions' => ["xhprof/xhprof-$name" => '3.0.0']]];
/* With the packages of these folders as its repositories. */
$require = function (string $name, array ...$packages) use ($folder): void {
	file_put_contents("$folder/composer.json",
		json_encode(['repositories' => [...$packages, ['packagist.org' => false]]]));
	$said = output_of(['composer', 'require', '--no-interaction', '--no-ansi', $name],
		['COMPOSER_HOME' => "$folder/home",
			'COMPOSER_DISABLE_NETWORK' => '1', 'COMPOSER_ALLOW_SUPERUSER' => '1', 'COMPOSER_NO_AUDIT' => '1'], $folder);
	if (!is_file("$folder/vendor/bin/xhprof") || !is_dir("$folder/vendor/$name")) {
		echo $said;
	}
};
$require('xhprof/xhprof-cli', $package('cli'));

$tool = [...php_words(), "$folder/vendor/bin/xhprof"];
echo preg_replace('/, PHP .*/', '', output_of([...$tool, '--version']));
file_put_contents("$folder/script.php", '<?php function f($x) { static $calls; $calls++; return $x; } f(1); f(2);');
echo output_of([...$tool, 'run', '--quiet', '--out', "$folder/run.json", '--', "$folder/script.php"]);
echo json_decode(output_of([...$tool, 'show', "$folder/run.json", '--function', 'f', '--json']),
	true)['function']['calls'], " calls of f\n";
echo output_of([...$tool, 'ship', '--to', 'file:/x']);
$require('xhprof/xhprof-fleet', $package('cli'), $package('fleet'));
echo strtok(output_of([...$tool, 'ship', '--help']), "\n"), "\n";

require "$folder/vendor/autoload.php";
echo (new XHProf\Cli\Problem('a class of it'))->getMessage(), "\n";
$stubs = (string) file_get_contents("$folder/vendor/xhprof/xhprof-cli/stubs/xhprof.php");
$missing = array_filter(array_keys((new ReflectionExtension('xhprof'))->getFunctions()),
	fn(string $name) => !str_starts_with($name, 'xhprof_fake_clock_') && !str_contains($stubs, "function $name("));
echo $missing === [] ? 'all functions' : 'NOT ' . implode(', ', $missing), " are in the stubs\n";
?>
--EXPECTF--
xhprof %d.%d.%d%S
2 calls of f
xhprof: xhprof ship needs the package xhprof/xhprof-fleet, which is not installed
        composer require --dev xhprof/xhprof-fleet
status 2
xhprof ship --to URL... [OPTION...]
a class of it
all functions are in the stubs
