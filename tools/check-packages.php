<?php
/**
 * Checks what package managers read: composer.json, cli/composer.json and fleet/composer.json by the rules that PIE and
 * the schema of Composer 2.11 have for them, that the builds for Unix and for Windows compile the same files, that the
 * manual page and docs/cli-reference.md say what the tool's --help says, and its stubs for IDEs what xhprof.stub.php
 * says.
 *
 *     php -n tools/check-packages.php
 *
 * Silent when all is well; else names each fault and exits 1.
 */

declare(strict_types=1);

chdir(dirname(__DIR__));

$composer = json_decode(file_get_contents('composer.json'), true, 16, JSON_THROW_ON_ERROR);
$wrong = [...root($composer), ...extension($composer['php-ext'] ?? []), ...options($composer['php-ext'] ?? []),
	...made(), ...tool($composer), ...fleet($composer)];
fwrite(STDERR, implode('', array_map(static fn (string $line) => "$line\n", $wrong)));
exit($wrong === [] ? 0 : 1);

/** What composer asks of any package, and PIE of an extension's. */
function root(array $composer): array
{
	$wrong = [];
	if (preg_match('~^[a-z0-9]([_.-]?[a-z0-9]+)*/[a-z0-9](([_.]|-{1,2})?[a-z0-9]+)*$~',
		$composer['name'] ?? '') !== 1) {
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

/** The section php-ext. */
function extension(array $section): array
{
	$wrong = [];
	foreach ($section as $key => $value) {
		$rule = rules()[$key] ?? null;
		if ($rule === null || !$rule($value)) {
			$wrong[] = "composer.json: php-ext.$key is not "
				. ($rule === null ? 'known' : 'of the kind that it must be');
		}
	}
	preg_match('/^PHP_NEW_EXTENSION\(\[(\w+)\]/m',
		preg_replace('/^\s+/m', '', file_get_contents('config.m4')), $module);
	if (preg_replace('/^ext-/', '', $section['extension-name'] ?? '') !== ($module[1] ?? null)) {
		$wrong[] = 'composer.json: php-ext.extension-name is not the name in config.m4';
	}
	if (isset($section['os-families'], $section['os-families-exclude'])) {
		$wrong[] = 'composer.json: php-ext has os-families and os-families-exclude';
	}
	if (!is_file(($section['build-path'] ?? '.') . '/config.m4')) {
		$wrong[] = 'composer.json: php-ext.build-path has no config.m4';
	}

	return $wrong;
}

/** What each key of php-ext may be. */
function rules(): array
{
	$some = static fn (mixed $value, array $known) => is_array($value) && $value !== [] && array_is_list($value)
		&& array_diff($value, $known) === [];
	$families = static fn (mixed $value) => $some($value, ['windows', 'bsd', 'darwin', 'solaris', 'linux', 'unknown']);
	$methods = static fn (mixed $value) => $some((array) $value,
		['composer-default', 'pre-packaged-source', 'pre-packaged-binary']);

	return [
		'extension-name' => static fn (mixed $value) => is_string($value)
			&& preg_match('/^(ext-)?[A-Za-z]\w+$/', $value) === 1,
		'priority' => static fn (mixed $value) => is_int($value) && $value >= 10 && $value <= 99,
		'support-zts' => is_bool(...),
		'support-nts' => is_bool(...),
		'build-path' => static fn (mixed $value) => $value === null || is_string($value),
		'download-url-method' => $methods,
		'os-families' => $families,
		'os-families-exclude' => $families,
		'configure-options' => static fn (mixed $value) => is_array($value) && array_is_list($value),
	];
}

function options(array $section): array
{
	$config = file_get_contents('config.m4');
	$wrong = [];
	foreach ($section['configure-options'] ?? [] as $option) {
		$name = $option['name'] ?? '';
		$strange = array_diff(array_keys($option), ['name', 'needs-value', 'description']);
		if ($strange !== [] || !is_string($option['description'] ?? '') || !is_bool($option['needs-value'] ?? false)) {
			$wrong[] =
				"composer.json: php-ext.configure-options: \"$name\" has more than name, needs-value, description";
		}
		if (preg_match('/^(enable|with)-([a-z0-9-]+)$/', $name, $part) !== 1
			|| !str_contains($config, 'PHP_ARG_' . strtoupper($part[1]) . "([$part[2]]")) {
			$wrong[] = "composer.json: php-ext.configure-options: config.m4 has no --$name";
		}
	}

	return $wrong;
}

/** The manual page, the reference and the stubs for IDEs are what they are made of. */
function made(): array
{
	exec(escapeshellarg(PHP_BINARY) . ' -n tools/gen-cli-docs.php --check 2>&1', $wrong);

	return $wrong;
}

/** The package of the tool fits to that of the extension, and names files that are there. */
function tool(array $extension): array
{
	$tool = json_decode(file_get_contents('cli/composer.json'), true, 16, JSON_THROW_ON_ERROR);

	return package('cli', $tool, $extension, [...$tool['bin'], ...$tool['extra']['phpstan']['includes']]);
}

/** Checks the package of the fleet, which needs the tool, and which the tool suggests. */
function fleet(array $extension): array
{
	$fleet = json_decode(file_get_contents('fleet/composer.json'), true, 16, JSON_THROW_ON_ERROR);
	$tool = json_decode(file_get_contents('cli/composer.json'), true, 16, JSON_THROW_ON_ERROR);
	$wrong = [];
	if (($fleet['require'][$tool['name']] ?? '') !== 'self.version') {
		$wrong[] = "fleet/composer.json: it does not require $tool[name] of its own version, self.version";
	}
	$packages = file_get_contents('cli/src/Package/Packages.php');
	if (!isset($tool['suggest'][$fleet['name']]) || !str_contains($packages, "FLEET = '$fleet[name]'")) {
		$wrong[] = "cli/composer.json, cli/src/Package/Packages.php: they do not name $fleet[name]";
	}
	unset($fleet['require'][$tool['name']]);

	return [...$wrong, ...package('fleet', $fleet, $extension, ['autoload.php'])];
}

/** @param list<string> $files it has them, too */
function package(string $folder, array $package, array $extension, array $files): array
{
	$wrong = [];
	foreach (['license', 'require', 'version'] as $key) {
		if (($package[$key] ?? null) !== ($extension[$key] ?? null)) {
			$wrong[] = "$folder/composer.json: $key is not that of composer.json";
		}
	}
	foreach ($package['autoload']['psr-4'] as $prefix => $sources) {
		if (($extension['autoload']['psr-4'][$prefix] ?? null) !== "$folder/$sources") {
			$wrong[] = "composer.json: autoload has not $folder/$sources for $prefix";
		}
	}
	foreach ([...$files, ...$package['autoload']['psr-4']] as $file) {
		if (!file_exists("$folder/$file")) {
			$wrong[] = "$folder/composer.json: there is no $folder/$file";
		}
	}

	return $wrong;
}
