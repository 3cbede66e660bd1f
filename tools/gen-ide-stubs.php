<?php
/**
 * Writes cli/stubs/xhprof.php of xhprof.stub.php: what IDEs, phpstan and psalm read where the extension is not
 * loaded. Constants get their values, and what only a build for tests has is left out.
 *
 *     php -n tools/gen-ide-stubs.php            writes it
 *     php -n tools/gen-ide-stubs.php --check    says so if it differs, and exits 1
 */

declare(strict_types=1);

const FILE = 'cli/stubs/xhprof.php';

chdir(dirname(__DIR__));
$text = stubs((string) file_get_contents('xhprof.stub.php'),
	implode('', array_map(file_get_contents(...), [...(array) glob('profile/*.h'), ...(array) glob('trace/*.h')])));
if (($argv[1] ?? '') === '--check') {
	if ((string) @file_get_contents(FILE) !== $text) {
		fwrite(STDERR, FILE . ": not what xhprof.stub.php says; run tools/gen-ide-stubs.php\n");
		exit(1);
	}
	exit;
}
file_put_contents(FILE, $text);

/** The stub as PHP that can be parsed, and is never run. */
function stubs(string $stub, string $headers): string
{
	$text = (string) preg_replace('~^#ifdef \w+\n.*?^#endif\n\n?~ms', '', $stub);
	$text = (string) preg_replace('~/\*\* @generate-class-entries.*?\*/\n*~s', '', $text);
	$text = (string) preg_replace_callback('~^ \* @cvalue (\w+)\n( \*/\nconst \w+ = )UNKNOWN;~m',
		static fn (array $part) => $part[2] . value($part[1], $headers) . ';', $text);
	$about = "/* The functions and classes of the extension xhprof, for IDEs, phpstan and psalm. "
		. "Made by tools/gen-ide-stubs.php. */\n";

	return (string) preg_replace('~^<\?php\n+~', "<?php\n$about\n", $text);
}

function value(string $name, string $headers): string
{
	if (preg_match("~^#define $name (\d+)u\b~m", $headers, $part) !== 1) {
		fwrite(STDERR, "profile/*.h, trace/*.h: no $name\n");
		exit(1);
	}

	return $part[1];
}
