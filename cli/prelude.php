<?php
/**
 * The auto_prepend_file of a script that cli/bin/xhprof profiles. It leaves no variable, and
 * nothing that the script could see but one class.
 */
declare(strict_types=1);

namespace XHProf\Cli;

/**
 * @phpstan-type Request array{flags: ?int, options: array<string, mixed>, beside: ?array<string, mixed>,
 *     files: array<string, string>, ignore: list<string>, reduce: array<string, mixed>, title: string, mask: int,
 *     problem: string, next: string}
 * @phpstan-type Chain array{argv: array<mixed>, pids: list<int>, is_fixed: bool}
 */
final class Prelude
{
	/** @var Request */
	private static array $request;

	public static string $next = '';

	private static int $process;

	/** The processes that the script has gone through: it may start itself again, and the last one is profiled. */
	private static string $chain = '';

	/** Its destructor finishes the run if a shutdown function calls exit(), which skips the later ones. */
	private static ?self $guard = null;

	private static bool $isSaving = false;

	/**
	 * True until the end of this file: samples see the calls that are open here, and their time is not the script's.
	 */
	public static bool $isPaused = false;

	/** Names of what is called here while the profile runs, and of what a first sample may find open. */
	private const OURS = ['finish', 'last', '__destruct', 'start', 'startProfile'];

	/** Functions that disable_functions may have taken away. */
	private const TO_READ = ['file_get_contents', 'file_put_contents', 'get_cfg_var', 'unserialize'];
	private const TO_PROFILE = ['error_clear_last', 'error_get_last', 'getmypid',
		'preg_replace', 'register_shutdown_function', 'umask', 'xhprof_enable', 'xhprof_info',
		'xhprof_pause', 'xhprof_resume', 'xhprof_sample_enable', 'xhprof_stop'];

	public static function start(): void
	{
		if (self::missing(self::TO_READ) !== []) {
			return; // there is no way to report it
		}
		// A setting, since the environment is the script's; a PHP that gets another one's settings by a file has it,
		// too.
		$file = get_cfg_var('xhprof.run');
		$request = is_string($file) ? @file_get_contents($file) : false;
		if ($request === false) {
			return; // "xhprof run" has ended, and this is a process that it left behind
		}
		/** @var Request $request RunCommand made it */
		$request = unserialize($request, ['allowed_classes' => false, 'max_depth' => 0]);
		self::$request = $request;
		self::$next = $request['next'];
		self::$chain = "$file.chain";
		$missing = array_filter(self::missing(self::TO_PROFILE),
			static fn (string $name): bool => extension_loaded('xhprof') || !str_starts_with($name, 'xhprof_'));
		if ($missing !== []) {
			self::say('php.ini disables ' . implode(', ', $missing) . ' by disable_functions');
		} elseif (self::isTheScript()) {
			self::startProfile();
		}
	}

	/**
	 * True in the first process, in what it becomes by pcntl_exec(), and in one that it starts with its own arguments
	 * to run in its place, by other settings: composer/xdebug-handler does so. Any other is a process of the script's
	 * own.
	 */
	private static function isTheScript(): bool
	{
		self::$process = (int) getmypid();
		$argv = is_array($_SERVER['argv'] ?? null) ? $_SERVER['argv'] : [];
		$chain = self::chain() + ['argv' => $argv, 'pids' => [], 'is_fixed' => false];
		$last = end($chain['pids']);
		if ($last === false || $last === self::$process) {
			$chain = ['argv' => $argv, 'pids' => [...$chain['pids'], self::$process]] + $chain;
		} elseif ($chain['argv'] !== $argv || $chain['is_fixed']
			|| ($at = array_search(self::parent(), $chain['pids'], true)) === false) {
			return false;
		} elseif ($chain['pids'][$at] === $last && extension_loaded('xhprof')) {
			$chain['pids'][] = self::$process;
		} else {
			// It starts itself more than once: these are its workers.
			$chain = ['pids' => array_slice($chain['pids'], 0, $at + 1), 'is_fixed' => true] + $chain;
		}
		@file_put_contents(self::$chain, serialize($chain));
		if (end($chain['pids']) === self::$process && !extension_loaded('xhprof')) {
			self::say(count($chain['pids']) === 1 ? "the script's PHP does not load the extension xhprof"
				: 'the script starts PHP again in its place, and php.ini, by which it does so, lacks extension=xhprof');
		}

		return end($chain['pids']) === self::$process && extension_loaded('xhprof');
	}

	/** @return Chain|array{} */
	private static function chain(): array
	{
		/** @var Chain|false $chain isTheScript() wrote it */
		$chain = @unserialize((string) @file_get_contents(self::$chain), ['allowed_classes' => false]);

		return $chain === false ? [] : $chain;
	}

	/** 0: not known. */
	private static function parent(): int
	{
		$line = (string) strstr((string) @file_get_contents('/proc/self/status'), "\nPPid:");

		return function_exists('posix_getppid') ? posix_getppid() : (int) substr($line, strlen("\nPPid:"));
	}

	private static function startProfile(): void
	{
		error_clear_last(); // of files that are not there
		self::$guard = new self();
		\register_shutdown_function([self::class, 'finish']);
		$ours = array_map(static fn (string $name) => self::class . "::$name", self::OURS);
		$options = ['ignored_functions' => [...self::$request['ignore'], ...$ours,
			'xhprof_info', 'xhprof_pause', 'xhprof_resume', 'xhprof_stop']] + self::$request['options'];
		$flags = self::$request['flags'];
		if ($flags === null) {
			@xhprof_sample_enable($options);
		} else {
			self::startBeside($options);
			@xhprof_enable($flags, $options);
		}
		if (!xhprof_info()['running']) {
			self::sayError();
		} elseif ($flags === null) {
			self::$isPaused = xhprof_pause();
		}
	}

	/**
	 * Samples first: what starting them takes is in neither profile then.
	 *
	 * @param array<string, mixed> $options
	 */
	private static function startBeside(array $options): void
	{
		if (self::$request['beside'] !== null) {
			// Others, which samples lack, would leave a warning in error_get_last().
			$shared = ['ignored_functions' => $options['ignored_functions'],
				'run_init' => $options['run_init'] ?? false, 'beside' => true];
			@xhprof_sample_enable(self::$request['beside'] + $shared);
			if (!xhprof_info()['running']) {
				self::sayError();
			}
		}
	}

	private static function sayError(): void
	{
		$error = error_get_last()['message'] ?? 'see xhprof.hook in php.ini';
		error_clear_last();
		self::say((string) preg_replace('/^xhprof_\w+\(\): /', '', $error));
	}

	/**
	 * @param list<string> $functions
	 * @return list<string>
	 */
	private static function missing(array $functions): array
	{
		return array_values(array_filter($functions, static fn (string $name): bool => !function_exists($name)));
	}

	/** Behind the shutdown functions that the script has registered meanwhile, which belong to it. */
	public static function finish(): void
	{
		$paused = xhprof_pause();
		\register_shutdown_function([self::class, 'last']);
		if ($paused) {
			xhprof_resume();
		}
	}

	public function __destruct()
	{
		self::last();
	}

	/**
	 * Also at the next safe point after SIGINT or SIGTERM, which the extension catches.
	 *
	 * @return bool false while it saves
	 */
	public static function last(): bool
	{
		if (self::$guard === null) {
			return !self::$isSaving;
		}
		$profile = @xhprof_stop(); // it warns of calls that its log lacks: below
		self::$guard = null;
		// Not the script: a forked child, or a process that has started another one in its place.
		$pids = self::chain()['pids'] ?? [];
		if (getmypid() !== self::$process || end($pids) !== self::$process) {
			return true;
		}
		if ($profile === null) {
			self::say('the script has stopped the profile itself, by xhprof_disable() or xhprof_stop()');
			return true;
		}
		// After the script ran into one of these.
		if (function_exists('ini_set')) {
			ini_set('memory_limit', '-1');
			ini_set('max_execution_time', '0');
		}
		if (self::$request['beside'] !== null && $profile->sampled() === null) {
			self::say($profile->summary()['mode'] === 'sample' ? 'no calls were recorded: see xhprof.hook in php.ini'
				: 'no samples were taken beside the calls');
		}
		$log = xhprof_info()['log'];
		if (($log['lost_calls'] ?? 0) > 0) {
			self::say("the log $log[file] lacks $log[lost_calls] calls: " . ($log['error'] ?? 'it would be too large'));
		}
		self::$isSaving = true;
		foreach (self::$request['files'] as $file => $format) {
			self::write($profile, $format, (string) $file);
		}
		self::$isSaving = false;

		return true;
	}

	private static function write(\XHProf\Profile $profile, string $format, string $file): void
	{
		$mask = umask(self::$request['mask']);
		try {
			// A report says first of what it is, also where xhprof.meta=off keeps it from the run.
			$meta = $format === 'html' && $profile->meta() === null
				? ['url' => self::$request['title'], 'xhprof' => ['php' => PHP_VERSION]] : null;
			// A format that a run is read back from holds all of it, so that any view of it is possible.
			$isWhole = self::$request['reduce'] === [] || \XHProf\Profile::formats()[$format]['keeps_run'];
			($isWhole ? $profile : $profile->reduce(self::$request['reduce']))->export($format, $file, $meta);
		} catch (\Throwable $e) {
			self::say($e->getMessage());
		}
		umask($mask);
	}

	private static function say(string $problem): void
	{
		@file_put_contents(self::$request['problem'], "$problem\n", FILE_APPEND);
	}
}

Prelude::start();
if (Prelude::$isPaused) {
	Prelude::$isPaused = false;
	xhprof_resume();
}

// The file that php.ini wants to be the first. It is part of what is profiled.
if (Prelude::$next !== '') {
	require Prelude::$next;
}
