<?php
/**
 * Plugin Name: xhprof Description: Profiles a page from the admin bar, adds a panel to Query Monitor, and tags runs
 * with route, template and role. Version: 3.0.0 Requires at least: 5.5 Requires PHP: 7.4 License: Apache-2.0
 *
 * Belongs into wp-content/mu-plugins; src/ is beside it, or in mu-plugins/xhprof.
 */

declare(strict_types=1);

defined('ABSPATH') || exit;

(static function (): void {
	// PECL's xhprof has no tags. Without the extension, and where the plugin is loaded already, nothing happens.
	if (!function_exists('xhprof_tag') || class_exists('XHProf\WordPress\Plugin', false)) {
		return;
	}
	$source = is_dir(__DIR__ . '/src') ? __DIR__ . '/src' : __DIR__ . '/xhprof/src';
	spl_autoload_register(static function (string $class) use ($source): void {
		$file = "$source/" . substr($class, strlen('XHProf\WordPress\\')) . '.php';
		if (strpos($class, 'XHProf\WordPress\\') === 0 && is_file($file)) {
			require $file;
		}
	});
	if (is_file("$source/Plugin.php")) {
		XHProf\WordPress\Plugin::start();
	}
})();
