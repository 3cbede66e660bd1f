<?php
declare(strict_types=1);

namespace XHProf\Cli\Process;

/** The desktop's browser, if there is one. */
final class Browser
{
	/** Shows a file, without waiting for the browser. False: no program can show it. */
	public static function open(string $file): bool
	{
		$path = realpath($file);
		$opener = self::opener();
		if ($path === false || $opener === null || !function_exists('exec')) {
			return false;
		}
		if (PHP_OS_FAMILY === 'Windows') {
			pclose(popen('start "" ' . escapeshellarg($path), 'r') ?: throw new \RuntimeException('no shell'));
			return true;
		}
		// escapeshellarg() drops bytes that are no UTF-8.
		exec("$opener '" . str_replace("'", "'\\''", $path) . "' >/dev/null 2>&1 </dev/null &");

		return true;
	}

	private static function opener(): ?string
	{
		if (PHP_OS_FAMILY === 'Windows') {
			return 'start';
		}
		if (PHP_OS_FAMILY === 'Darwin') {
			return 'open';
		}
		$hasDesktop = getenv('DISPLAY') !== false || getenv('WAYLAND_DISPLAY') !== false
			|| getenv('WSL_DISTRO_NAME') !== false || getenv('BROWSER') !== false;
		foreach ($hasDesktop ? ['xdg-open', 'wslview'] : [] as $name) {
			foreach (explode(':', (string) getenv('PATH')) as $folder) {
				if ($folder !== '' && is_executable("$folder/$name")) {
					return $name;
				}
			}
		}

		return null;
	}
}
