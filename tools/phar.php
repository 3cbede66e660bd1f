<?php
/**
 * Makes the command line tool one file, which PHP runs wherever it is put and whatever its name: build/xhprof.phar.
 *
 *     php -d phar.readonly=0 tools/phar.php [FILE.phar]
 *
 * The same sources make the same bytes.
 */

declare(strict_types=1);

const STUB = <<<'PHP'
	#!/usr/bin/env php
	<?php
	if (!class_exists('Phar')) {
		fwrite(STDERR, "xhprof: xhprof.phar needs PHP's extension phar\n");
		exit(2);
	}
	Phar::mapPhar('xhprof.phar');
	require 'phar://xhprof.phar/bin/xhprof';
	__HALT_COMPILER();
	PHP;

$top = dirname(__DIR__);
$file = $argv[1] ?? "$top/build/xhprof.phar";
if (!class_exists(Phar::class) || !Phar::canWrite()) {
	fwrite(STDERR, "needs PHP's extension phar, and: php -d phar.readonly=0 tools/phar.php\n");
	exit(1);
}
@mkdir(dirname($file));
@unlink($file);
$phar = new Phar($file, 0, 'xhprof.phar');
$phar->startBuffering();
foreach (sources("$top/cli") as $name) {
	// PHP skips the first line of a program, not of what that includes.
	$text = preg_replace('/^#!.*\n/', '', (string) file_get_contents("$top/cli/$name"));
	$phar->addFromString($name, $text);
	$phar[$name]->chmod(0644);
}
$phar->addFromString('LICENSE', (string) file_get_contents("$top/LICENSE"));
$phar->setStub(STUB);
$phar->setSignatureAlgorithm(Phar::SHA256);
$phar->stopBuffering();
unset($phar);
chmod($file, 0755);
echo "$file\n";

/** @return list<string> what the tool is made of */
function sources(string $folder): array
{
	$names = ['autoload.php', 'prelude.php', 'serve.php', 'bin/xhprof'];
	foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator("$folder/src", FilesystemIterator::SKIP_DOTS)) as $file) {
		$names[] = substr($file->getPathname(), strlen("$folder/"));
	}
	sort($names);

	return $names;
}
