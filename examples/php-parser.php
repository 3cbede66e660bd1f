<?php
/**
 * Profiles a program that is not ours: nikic's PHP-Parser, as it reads and prints again the
 * largest of its own source files.
 *
 *     php -d extension=xhprof examples/php-parser.php [REPORT.html]
 *
 * Prints a table of functions; the report has the flame graph.
 * PHP-Parser is looked for in the include_path, where a distribution's package puts it.
 */

declare(strict_types=1);

use PhpParser\ParserFactory;
use PhpParser\PrettyPrinter\Standard;

require __DIR__ . '/report.php';

function fail(string $message): never
{
	fwrite(STDERR, "php-parser.php: $message\n");
	exit(1);
}

function largest_source(string $dir): SplFileInfo
{
	$files = iterator_to_array(new RecursiveIteratorIterator(new RecursiveDirectoryIterator($dir)));
	$sources = array_filter($files, static fn (SplFileInfo $file) => $file->getExtension() === 'php');
	usort($sources, static fn (SplFileInfo $a, SplFileInfo $b) => $b->getSize() <=> $a->getSize());

	return $sources[0];
}

/** The work that is measured. */
function print_again(string $code): string
{
	$factory = new ParserFactory();
	$parser = method_exists($factory, 'createForHostVersion')
		? $factory->createForHostVersion() // PHP-Parser 5
		: $factory->create(ParserFactory::PREFER_PHP7);

	return (new Standard())->prettyPrintFile($parser->parse($code));
}

$autoload = stream_resolve_include_path('PhpParser/autoload.php')
	?: fail('PHP-Parser is missing; on Debian and Ubuntu: apt-get install php-parser');
extension_loaded('xhprof') || fail('xhprof is not loaded; start PHP with -d extension=xhprof');

$file = largest_source(dirname($autoload));
$code = file_get_contents($file->getPathname());
require $autoload;

xhprof_enable(XHPROF_FLAGS_TREE | XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY);
$printed = print_again($code);
$profile = xhprof_stop();

token_get_all($printed, TOKEN_PARSE); // throws if what was printed is not PHP

printf("PHP-Parser reads and prints %s (%s lines) under xhprof %s, PHP %s\n\n", $file->getFilename(),
	number_format(substr_count($code, "\n")), phpversion('xhprof'), PHP_VERSION);
echo new FlatTable($profile);
if (isset($argv[1])) {
	$profile->export('html', $argv[1], ['url' => 'PHP-Parser prints ' . $file->getFilename()]);
	echo "\nThe flame graph, for a browser: $argv[1]\n";
}
