<?php
/** Loads the classes of the command line tool, by PSR-4, where Composer does not. */

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
	$prefix = 'XHProf\\Cli\\';
	$file = __DIR__ . '/src/' . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
	if (str_starts_with($class, $prefix) && is_file($file)) {
		require $file;
	}
});
