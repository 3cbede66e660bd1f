--TEST--
Each package of integrations/ has a complete composer.json, and its classes are where PSR-4 looks for them
--FILE--
<?php
foreach (glob(__DIR__ . '/../../integrations/*/composer.json') as $file) {
	$folder = dirname($file);
	$package = json_decode(file_get_contents($file), true, 16, JSON_THROW_ON_ERROR);
	$missing = array_diff(['name', 'description', 'type', 'license', 'require', 'autoload'], array_keys($package));
	$wrong = $missing === [] ? [] : ['no ' . implode(', ', $missing)];
	if ($package['name'] !== 'xhprof/' . basename($folder) || $package['license'] !== 'Apache-2.0'
		|| isset($package['version'])) {
		$wrong[] = 'another name or license, or a version, which is the tag';
	}
	foreach ($package['bin'] ?? [] as $program) {
		array_push($wrong, ...is_file("$folder/$program") ? [] : ["no $program"]);
	}
	foreach ($package['autoload']['psr-4'] as $prefix => $path) {
		foreach (new RecursiveIteratorIterator(
			new RecursiveDirectoryIterator("$folder/$path", FilesystemIterator::SKIP_DOTS)) as $source) {
			if ($source->getExtension() !== 'php') {
				continue;
			}
			$code = file_get_contents($source);
			$class = $prefix . strtr(substr($source, strlen("$folder/$path"), -4), '/', '\\');
			$cut = strrpos($class, '\\');
			if (!str_contains($code, 'namespace ' . substr($class, 0, $cut) . ';')
				|| !str_contains($code, 'declare(strict_types=1);')
				|| preg_match('/^(?:(?:final|abstract|readonly) )*(?:class|interface|trait|enum) '
					. substr($class, $cut + 1) . '\b/m', $code) !== 1) {
				$wrong[] = "$source: not $class with strict types";
			}
		}
	}
	echo $package['name'], $wrong === [] ? '' : ': ' . implode('; ', $wrong), "\n";
}
?>
--EXPECT--
xhprof/laravel
xhprof/phpunit
xhprof/psr15
xhprof/symfony
xhprof/wordpress
