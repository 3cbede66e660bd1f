--TEST--
tools/lint.sh fails if git or nm fail, and says what it leaves out where there is no checkout
--SKIPIF--
<?php
if (!is_file('/bin/sh') || !is_file('/proc/self/stat')) {
	die('skip needs sh and tools of Linux');
}
?>
--EXTENSIONS--
tokenizer
--FILE--
<?php
$folder = __DIR__ . '/lint_tools.tmp';
$tools = __DIR__ . '/../../tools';
foreach (['bin', 'tools', 'cli/src', 'fleet/src', 'tests', 'build/modules', 'build/.libs'] as $name) {
	mkdir("$folder/$name", 0700, true);
}
foreach (['needs.sh', 'lint.sh', 'lint-cli.php', 'gen-layouts.sh'] as $name) {
	copy("$tools/$name", "$folder/tools/$name");
}
array_map(touch(...), ["$folder/CONTRIBUTING.md", "$folder/fleet/README.md", "$folder/tools/lint-homes.php",
	"$folder/build/modules/xhprof.so", "$folder/build/Makefile"]);
file_put_contents("$folder/tests/wide.c", '/* ' . str_repeat('x', 100) . " */\n");
file_put_contents("$folder/wide.php", "<?php\n// " . str_repeat('x', 130) . "\n");
file_put_contents("$folder/.clang-tidy", "HeaderFilterRegex: '(^|/)(())/'\n");

/* A command that does this, but fails where its line is like a pattern. */
function command(string $name, string $fails, string $says): void
{
	global $folder;
	file_put_contents("$folder/bin/$name",
		"#!/bin/sh\ncase \"$name \$*\" in $fails) echo $name: refused >&2; exit 128 ;; esac\n$says\n");
	chmod("$folder/bin/$name", 0700);
}

function lint(string $title, string $git, string $nm): void
{
	global $folder;
	command('git', $git, 'case "$*" in *.php*) echo wide.php ;; *.c*) echo tests/wide.c ;; *) exit 1 ;; esac');
	command('nm', $nm, 'echo 0 T get_module');
	symlink(PHP_BINARY, "$folder/bin/php");
	exec("PATH=$folder/bin:\$PATH sh $folder/tools/lint.sh $folder/build 2>&1 </dev/null", $said, $status);
	unlink("$folder/bin/php");
	echo "$title: exit status $status\n  ", implode("\n  ", $said), "\n";
}

mkdir("$folder/.git");
lint('as it is', '-', '-');
lint('git lists no C', '*.c*', '-');
lint('git lists no PHP', '*.php*', '-');
lint('git does not search', '*grep*', '-');
lint('nm fails', '-', 'nm*');
rmdir("$folder/.git");
lint('no checkout', 'git*', '-');
?>
--CLEAN--
<?php
exec('rm -rf ' . escapeshellarg(__DIR__ . '/lint_tools.tmp'));
?>
--EXPECT--
as it is: exit status 1
  tests/wide.c:1: has 106 columns; 100 is the most
  wide.php:2: has more than 120 columns
git lists no C: exit status 128
  git: refused
git lists no PHP: exit status 1
  tests/wide.c:1: has 106 columns; 100 is the most
  git: refused
  git ls-files: exit status 128
git does not search: exit status 1
  git: refused
nm fails: exit status 128
  nm: refused
no checkout: exit status 0
  note: no git, skipped: columns merges
