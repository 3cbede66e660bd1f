<?php
/**
 * Loads the classes of the command line tool, by PSR-4, where Composer does not, and those of the packages beside it.
 */

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
	$prefix = 'XHProf\\Cli\\';
	$file = __DIR__ . '/src/' . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
	if (str_starts_with($class, $prefix) && is_file($file)) {
		require $file;
	}
});

// In a checkout, in the phar and in /usr/share, the fleet package is beside this folder. Among Composer's packages it
// has another name. The variable, which vendor/bin/xhprof sets, finds it even if the packages are symlinks and this
// folder is not in vendor/.
(static function (string ...$folders): void {
	foreach ($folders as $folder) {
		if (is_file("$folder/autoload.php")) {
			require_once "$folder/autoload.php";
			break;
		}
	}
})(dirname(__DIR__) . '/fleet', dirname(__DIR__) . '/xhprof-fleet',
	...(is_string($GLOBALS['_composer_autoload_path'] ?? null)
		? [dirname($GLOBALS['_composer_autoload_path']) . '/xhprof/xhprof-fleet'] : []));
