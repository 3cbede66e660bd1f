<?php
/** Loads the classes of the fleet, by PSR-4, and tells the command of them. cli/autoload.php includes this. */

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
	$prefix = 'XHProf\\Fleet\\';
	$file = __DIR__ . '/src/' . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
	if (str_starts_with($class, $prefix) && is_file($file)) {
		require $file;
	}
});

XHProf\Cli\Package\Packages::add(XHProf\Fleet\FleetPackage::class);
