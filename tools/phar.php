<?php
/**
 * Makes the command line tool, with the fleet, one file, which PHP runs wherever it is put and whatever its name:
 * build/xhprof.phar.
 *
 *     php -d phar.readonly=0 tools/phar.php [FILE.phar]
 *
 * The same sources make the same bytes.
 */

declare(strict_types=1);

/** 2000-01-01 */
const FILE_TIME = 946684800;

const STUB = <<<'PHP'
	#!/usr/bin/env php
	<?php
	if (!class_exists('Phar')) {
		fwrite(STDERR, "xhprof: xhprof.phar needs PHP's extension phar\n");
		exit(2);
	}
	Phar::mapPhar('xhprof.phar');
	require 'phar://xhprof.phar/cli/bin/xhprof';
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
foreach (sources($top) as $name) {
	// PHP skips the first line of a program, not of what that includes.
	$text = preg_replace('/^#!.*\n/', '', (string) file_get_contents("$top/$name"));
	$phar->addFromString($name, $text);
	$phar[$name]->chmod(0644);
}
$phar->addFromString('LICENSE', (string) file_get_contents("$top/LICENSE"));
$phar->setStub(STUB);
$phar->setSignatureAlgorithm(Phar::SHA256);
$phar->stopBuffering();
unset($phar);
file_put_contents($file, at_one_time((string) file_get_contents($file)));
chmod($file, 0755);
echo "$file\n";

/** @return list<string> what the tool is made of */
function sources(string $folder): array
{
	$names = ['cli/autoload.php', 'cli/outside.php', 'cli/prelude.php', 'cli/serve.php', 'cli/bin/xhprof',
		'fleet/autoload.php'];
	foreach (['cli', 'fleet'] as $package) {
		foreach (new RecursiveIteratorIterator(new RecursiveDirectoryIterator("$folder/$package/src",
			FilesystemIterator::SKIP_DOTS)) as $file) {
			$names[] = substr($file->getPathname(), strlen("$folder/"));
		}
	}
	sort($names);

	return $names;
}

/** The phar with one and the same time for all of its files, which Phar gives the time of day, and signed again. */
function at_one_time(string $bytes): string
{
	$number = static fn (int $offset): int => unpack('V', $bytes, $offset)[1];
	$end = "__HALT_COMPILER(); ?>\r\n";
	$files = strpos($bytes, $end) + strlen($end) + 4;
	// The count of files, version, flags, alias and metadata.
	$entry = $files + 10;
	$entry += 4 + $number($entry);
	$entry += 4 + $number($entry);
	for ($left = $number($files); $left > 0; $left--) {
		$entry += 4 + $number($entry);
		// Size, time, size in the phar, checksum, flags, metadata.
		$bytes = substr_replace($bytes, pack('V', FILE_TIME), $entry + 4, 4);
		$entry += 24 + $number($entry + 20);
	}
	$signed = substr($bytes, 0, -40);

	return $signed . hash('sha256', $signed, true) . substr($bytes, -8);
}
