<?php
/**
 * Profiles requests for XHGui through perftools/php-profiler, without a change to the program:
 *
 *     composer require perftools/php-profiler      # in /opt/php-profiler, apart from the program
 *     auto_prepend_file = /path/to/a/copy/of/xhgui_prepend.php
 *
 * and, for FPM, in the pool: env[XHGUI_URL] = https://xhgui.example.com/run/import, env[XHGUI_TOKEN] = ...
 * (XHGui's upload.token), env[XHGUI_SECRET] = ... Whoever sends the cookie XHGUI_PROFILE with that secret is
 * profiled, and one request in 1,000 besides, or in as many as env[XHGUI_ONE_IN] says.
 *
 * php-profiler keeps $_GET, the query string and the user's name as they are; what looks like a secret is
 * taken out here, and the environment is left out.
 */

declare(strict_types=1);

(static function (): void {
	$library = getenv('XHGUI_LIBRARY') ?: '/opt/php-profiler/vendor/perftools/php-profiler/autoload.php';
	$oneIn = max(1, (int) (getenv('XHGUI_ONE_IN') ?: 1000));

	$secret = (string) getenv('XHGUI_SECRET');
	$cookie = $_COOKIE['XHGUI_PROFILE'] ?? '';
	$isAsked = $secret !== '' && is_string($cookie) && hash_equals($secret, $cookie);
	if (!extension_loaded('xhprof') || PHP_SAPI === 'cli' || !$isAsked && random_int(1, $oneIn) !== 1) {
		return;
	}

	/* The values of parameters that are called like this, wherever they stand. */
	$hide = static function (mixed $value) use (&$hide): mixed {
		$name = '(?:[^=&?;]*(?:pass|secret|token|key|auth|session|sid|signature|code)[^=&?;]*)';
		if (is_string($value)) {
			return preg_replace("/(?<=^|[?&;])($name=)[^&;#]+/i", '$1-', $value);
		}
		if (!is_array($value)) {
			return $value;
		}
		foreach ($value as $key => $item) {
			$value[$key] = preg_match("/^$name$/i", (string) $key) ? '-' : $hide($item);
		}
		return $value;
	};

	try {
		require_once $library;
		$profiler = new Xhgui\Profiler\Profiler([
			'profiler' => Xhgui\Profiler\Profiler::PROFILER_XHPROF,
			'profiler.flags' => [Xhgui\Profiler\ProfilingFlags::CPU, Xhgui\Profiler\ProfilingFlags::MEMORY],
			'profiler.options' => ['ignored_functions' => ['register_shutdown_function']],
			'profiler.exclude-all-env' => true,
			'save.handler' => Xhgui\Profiler\Profiler::SAVER_UPLOAD,
			'save.handler.upload' => [
				'url' => (string) getenv('XHGUI_URL'), 'token' => (string) getenv('XHGUI_TOKEN'), 'timeout' => 3],
		]);
		$profiler->enable();
	} catch (Throwable $error) {
		error_log('xhgui: ' . $error->getMessage());
		return;
	}

	$save = static function () use ($profiler, $hide): void {
		try {
			$data = $profiler->disable();
			// The client has its answer, and need not wait for the upload.
			if (function_exists('fastcgi_finish_request')) {
				session_status() === PHP_SESSION_ACTIVE && session_write_close();
				fastcgi_finish_request();
			}
			unset($data['meta']['SERVER']['PHP_AUTH_USER'], $data['meta']['SERVER']['REMOTE_USER']);
			$profiler->save(['meta' => $hide($data['meta'])] + $data);
		} catch (Throwable $error) {
			error_log('xhgui: ' . $error->getMessage());
		}
	};
	// Behind the shutdown functions that the program registers.
	register_shutdown_function(static function () use ($save): void {
		register_shutdown_function($save);
	});
})();
