<?php
/**
 * A real program to profile: nikic's PHP-Parser reads the largest of its own source files and prints it again.
 *
 *     xhprof run -- examples/php-parser.php
 *
 * PHP-Parser is looked for in the include_path, where a distribution's package puts it.
 */

declare(strict_types=1);

use PhpParser\ParserFactory;
use PhpParser\PrettyPrinter\Standard;

function fail(string $message): never
{
	fwrite(STDERR, "php-parser.php: $message\n");
	exit(1);
}

function largest_source(string $dir): string
{
	$files = glob("$dir/Parser/*.php");
	usort($files, static fn (string $a, string $b) => filesize($b) <=> filesize($a));

	return $files[0];
}

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
require $autoload;

$file = largest_source(dirname($autoload));
$code = file_get_contents($file);
token_get_all(print_again($code), TOKEN_PARSE); // throws if the printed text is not PHP
printf("PHP-Parser read %s (%d lines) and printed it again.\n", basename($file), substr_count($code, "\n"));
