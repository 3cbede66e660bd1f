<?php
/**
 * Checks what package managers read: composer.json by the rules that PIE has for it, and that the builds for
 * Unix and for Windows compile the same files.
 *
 *     php -n tools/check-packages.php
 *
 * Silent when all is well; else names each fault and exits 1.
 */

declare(strict_types=1);

chdir(dirname(__DIR__));

$composer = json_decode(file_get_contents('composer.json'), true, 16, JSON_THROW_ON_ERROR);
$wrong = [...root($composer), ...extension($composer['php-ext'] ?? []), ...options($composer['php-ext'] ?? []), ...sources()];
fwrite(STDERR, implode('', array_map(static fn (string $line) => "$line\n", $wrong)));
exit($wrong === [] ? 0 : 1);

/** What composer asks of any package, and PIE of an extension's. */
function root(array $composer): array
{
	$wrong = [];
	if (preg_match('~^[a-z0-9]([_.-]?[a-z0-9]+)*/[a-z0-9](([_.]|-{1,2})?[a-z0-9]+)*$~', $composer['name'] ?? '') !== 1) {
		$wrong[] = 'composer.json: no name as vendor/package';
	}
	if (($composer['type'] ?? '') !== 'php-ext') {
		$wrong[] = 'composer.json: type must be php-ext';
	}
	foreach (['description', 'license'] as $key) {
		if (!is_string($composer[$key] ?? null) || $composer[$key] === '') {
			$wrong[] = "composer.json: no $key";
		}
	}
	$php = $composer['require']['php'] ?? '';
	if (preg_match('/^>=(8\.\d),<(8\.\d|9\.0)$/', $php) !== 1) {
		$wrong[] = "composer.json: require php is \"$php\", not as >=8.1,<8.7";
	}
	if (isset($composer['version'])) {
		$wrong[] = 'composer.json: the version is the tag';
	}

	return $wrong;
}

/** The section php-ext, each key of its type. */
function extension(array $section): array
{
	$known = [
		'extension-name' => 'string', 'priority' => 'integer', 'support-zts' => 'boolean', 'support-nts' => 'boolean',
		'build-path' => 'string', 'download-url-method' => 'string', 'os-families' => 'array',
		'os-families-exclude' => 'array', 'configure-options' => 'array',
	];
	$families = ['windows', 'bsd', 'darwin', 'solaris', 'linux', 'unknown'];
	$wrong = [];
	foreach ($section as $key => $value) {
		if (gettype($value) !== ($known[$key] ?? null)) {
			$wrong[] = "composer.json: php-ext.$key " . (isset($known[$key]) ? "must be of type $known[$key]" : 'is not known');
		}
	}
	preg_match('/^PHP_NEW_EXTENSION\(\[(\w+)\]/m', preg_replace('/^\s+/m', '', file_get_contents('config.m4')), $module);
	if (($section['extension-name'] ?? '') !== ($module[1] ?? null)) {
		$wrong[] = 'composer.json: php-ext.extension-name is not the name in config.m4';
	}
	if (isset($section['os-families'], $section['os-families-exclude'])) {
		$wrong[] = 'composer.json: php-ext has os-families and os-families-exclude';
	}
	foreach ([...$section['os-families'] ?? [], ...$section['os-families-exclude'] ?? []] as $family) {
		if (!in_array($family, $families, true)) {
			$wrong[] = "composer.json: php-ext: no OS family is called $family";
		}
	}
	if (!is_file(($section['build-path'] ?? '.') . '/config.m4')) {
		$wrong[] = 'composer.json: php-ext.build-path has no config.m4';
	}

	return $wrong;
}

function options(array $section): array
{
	$config = file_get_contents('config.m4');
	$wrong = [];
	foreach ($section['configure-options'] ?? [] as $option) {
		$name = $option['name'] ?? '';
		$strange = array_diff(array_keys($option), ['name', 'needs-value', 'description']);
		if ($strange !== [] || !is_string($option['description'] ?? '') || !is_bool($option['needs-value'] ?? false)) {
			$wrong[] = "composer.json: php-ext.configure-options: \"$name\" has more than name, needs-value, description";
		}
		if (preg_match('/^(enable|with)-([a-z0-9-]+)$/', $name, $part) !== 1
			|| !str_contains($config, 'PHP_ARG_' . strtoupper($part[1]) . "([$part[2]]")) {
			$wrong[] = "composer.json: php-ext.configure-options: config.m4 has no --$name";
		}
	}

	return $wrong;
}

/** Both lists are those of the folder. */
function sources(): array
{
	$there = glob('*.c');
	$wrong = [];
	foreach (['config.m4', 'config.w32'] as $file) {
		preg_match_all('/\b\w+\.c\b/', file_get_contents($file), $named);
		foreach ([...array_diff($there, $named[0]), ...array_diff($named[0], $there)] as $name) {
			$wrong[] = "$file: $name is " . (in_array($name, $there, true) ? 'not built' : 'not there');
		}
	}

	return $wrong;
}
