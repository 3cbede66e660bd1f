--TEST--
composer require xhprof/xhprof-cli from a path repository brings vendor/bin/xhprof, its classes and stubs for IDEs
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
$package = ['type' => 'path', 'url' => dirname(__DIR__, 2) . '/cli',
	'options' => ['symlink' => false, 'versions' => ['xhprof/xhprof-cli' => '3.0.0']]];
file_put_contents("$folder/composer.json", json_encode(['repositories' => [$package, ['packagist.org' => false]]]));
$said = output_of(['composer', 'require', '--no-interaction', '--no-ansi', 'xhprof/xhprof-cli'], ['COMPOSER_HOME' => "$folder/home",
	'COMPOSER_DISABLE_NETWORK' => '1', 'COMPOSER_ALLOW_SUPERUSER' => '1', 'COMPOSER_NO_AUDIT' => '1'], $folder);
if (!is_file("$folder/vendor/bin/xhprof")) {
	echo $said;
}

$tool = [...php_words(), "$folder/vendor/bin/xhprof"];
echo preg_replace('/, PHP .*/', '', output_of([...$tool, '--version']));
file_put_contents("$folder/script.php", '<?php function f($x) { static $calls; $calls++; return $x; } f(1); f(2);');
echo output_of([...$tool, 'run', '--quiet', '--out', "$folder/run.json", '--', "$folder/script.php"]);
echo json_decode(output_of([...$tool, 'show', "$folder/run.json", '--function', 'f', '--json']), true)['function']['calls'], " calls of f\n";

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
a class of it
all functions are in the stubs
