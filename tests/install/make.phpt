--TEST--
make install brings the command, its classes and its manual page, says where, and make uninstall removes them
--SKIPIF--
<?php
if (!is_file(__DIR__ . '/../../Makefile')) {
	die('skip built as a part of PHP');
}
exec('make --version 2>/dev/null', $said, $status);
if ($status !== 0) {
	die('skip no make');
}
?>
--FILE--
<?php
require __DIR__ . '/install.inc';

$root = own_folder(__FILE__);
$top = dirname(__DIR__, 2);
$make = fn(string $target) => str_replace($root, 'ROOT', output_of(
	['make', '-s', '--no-print-directory', '-C', $top, $target, "INSTALL_ROOT=$root", 'prefix=/opt/php',
		'EXTENSION_DIR=/modules'],
	['MAKEFLAGS' => '', 'MAKELEVEL' => '']));

echo $make('install-xhprof-command');
$files = files_below($root);
$classes = preg_grep('~^opt/php/share/xhprof/(cli|fleet)/src/.*\.php$~', $files);
echo count($classes) === count(files_below("$top/cli/src")) + count(files_below("$top/fleet/src")) ? "all classes\n"
	: "NOT all classes\n";
echo implode("\n", array_diff($files, $classes)), "\n";
echo readlink("$root/opt/php/bin/xhprof"), "\n";
file_put_contents("$root/script.php", '<?php');
echo output_of([...php_words(), "$root/opt/php/bin/xhprof", 'run', '--quiet', '--out', "$root/run.json", '--',
	"$root/script.php"]), is_file("$root/run.json") ? "it profiles\n" : '';
echo strtok(output_of([PHP_BINARY, '-n', "$root/opt/php/bin/xhprof", 'ship', '--help']), "\n"), "\n";
array_map(unlink(...), ["$root/run.json", "$root/script.php"]);

echo "\nof an older version:\n";
touch("$root/opt/php/share/xhprof/cli/src/Old.php");
touch("$root/opt/php/share/xhprof/fleet/src/Old.php");
$make('install-xhprof-command');
echo files_below($root) === $files ? "the same files\n" : "OTHER files\n";

mkdir("$root/modules");
touch("$root/modules/xhprof.so");
$make('uninstall');
echo implode("\n", ['', 'left:', ...files_below($root)]), "\n";
?>
--EXPECT--
Installing the command xhprof:     ROOT/opt/php/bin/xhprof
Installing its classes:            ROOT/opt/php/share/xhprof/
Installing its manual page:        ROOT/opt/php/share/man/man1/xhprof.1
Installing completion, bash:       ROOT/opt/php/share/bash-completion/completions/xhprof
Installing completion, fish:       ROOT/opt/php/share/fish/vendor_completions.d/xhprof.fish
Next: a line extension=xhprof in php.ini, and: xhprof doctor
all classes
opt/php/bin/xhprof
opt/php/share/bash-completion/completions/xhprof
opt/php/share/fish/vendor_completions.d/xhprof.fish
opt/php/share/man/man1/xhprof.1
opt/php/share/xhprof/cli/autoload.php
opt/php/share/xhprof/cli/bin/xhprof
opt/php/share/xhprof/cli/composer.json
opt/php/share/xhprof/cli/outside.php
opt/php/share/xhprof/cli/prelude.php
opt/php/share/xhprof/cli/serve.php
opt/php/share/xhprof/cli/stubs/extension.neon
opt/php/share/xhprof/cli/stubs/xhprof.php
opt/php/share/xhprof/fleet/autoload.php
opt/php/share/xhprof/fleet/composer.json
opt/php/share/xhprof/share/auto_prepend.php
../share/xhprof/cli/bin/xhprof
it profiles
xhprof ship --to URL... [OPTION...]

of an older version:
the same files

left:
