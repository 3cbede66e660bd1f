<?php
/** The variants: xhprof in its ways, and the peers that this machine has. */

declare(strict_types=1);

namespace Bench;

/** The extensions that cases need, where they are not part of PHP itself. */
const EXTENSIONS = ['ctype', 'mbstring', 'tokenizer'];

/** SPX starts where the worker says so, measures wall time, and prints a flat profile in the end. */
const SPX = ['SPX_ENABLED=1', 'SPX_AUTO_START=0', 'SPX_METRICS=wt', 'SPX_REPORT=fp', 'SPX_FP_LIMIT=1'];

/**
 * @param list<string> $peers NAME=SO:ON:OFF
 * @return array{array<string, array{ini: list<string>, on: string}>, list<string>} and the names of those that are
 *     missing
 */
function variants(string $module, array $peers, string $php, ?string $folder = null): array
{
	$folder ??= extension_folder($php);
	$xhprof = ["extension=$module"];
	$variants = ['not loaded' => ['ini' => [], 'on' => ''], 'xhprof off' => ['ini' => $xhprof, 'on' => '']];
	foreach (['none' => 0, 'cpu' => 2, 'memory' => 4, 'cpu+memory' => 6, 'no builtins' => 1, 'tree' => 32,
		'tree cpu+memory' => 38, 'alloc' => 16] as $name => $flags) {
		$variants["xhprof $name"] = ['ini' => $xhprof, 'on' => "xhprof_enable($flags);"];
	}
	$variants['xhprof 1 ms samples'] = ['ini' => $xhprof, 'on' => "xhprof_sample_enable(['interval' => 1000]);"];
	$missing = [];
	foreach (['none' => 0, 'cpu+memory' => 6] as $way => $flags) {
		$variants["xhprof compensate $way"] = ['ini' => [...$xhprof, 'xhprof.compensate=1'],
			'on' => "xhprof_enable($flags);"];
	}
	// With the JIT: the hook that sees its code.
	$variants['xhprof observer off'] = ['ini' => [...$xhprof, 'xhprof.hook=observer'], 'on' => ''];
	foreach (packaged_peers($folder) + given_peers($peers) as $name => [$file, $ways]) {
		if (!is_file($file)) {
			$missing[] = $name;
			continue;
		}
		foreach ($ways as $way => $variant) {
			$variants["$name $way"] = $variant;
		}
	}
	foreach (['idle observer' => '', 'two clocks' => 'two_clocks_start();'] as $name => $on) {
		$file = compiled(strtr($name, ' ', '_'), $php);
		if ($file === null) {
			$missing[] = $name;
		} else {
			$variants[$name] = ['ini' => ["extension=$file"], 'on' => $on];
		}
	}

	return [$variants, $missing];
}

/** The profilers that Debian packages; loaded for their own variants, whether enabled on this machine or not. */
function packaged_peers(string $folder): array
{
	$tideways = ["extension=$folder/tideways_xhprof.so"];
	// A scratch folder of its own: it opens no device.
	$xdebug = ["zend_extension=$folder/xdebug.so", 'xdebug.output_dir=' . scratch_folder(), 'xdebug.use_compression=0'];
	$excimer = ["extension=$folder/excimer.so"];
	$spx = ["extension=$folder/spx.so", 'spx.data_dir=' . scratch_folder()];

	return [
		'tideways' => ["$folder/tideways_xhprof.so", [
			'off' => ['ini' => $tideways, 'on' => ''],
			'none' => ['ini' => $tideways, 'on' => 'tideways_xhprof_enable();'],
			'cpu' => ['ini' => $tideways, 'on' => 'tideways_xhprof_enable(TIDEWAYS_XHPROF_FLAGS_CPU);'],
			'memory' => ['ini' => $tideways, 'on' => 'tideways_xhprof_enable(TIDEWAYS_XHPROF_FLAGS_MEMORY);'],
			'cpu+memory' => ['ini' => $tideways, 'on' =>
				'tideways_xhprof_enable(TIDEWAYS_XHPROF_FLAGS_CPU | TIDEWAYS_XHPROF_FLAGS_MEMORY);'],
		]],
		'xdebug' => ["$folder/xdebug.so", [
			'off' => ['ini' => [...$xdebug, 'xdebug.mode=off'], 'on' => ''],
			'profile' => ['ini' => [...$xdebug, 'xdebug.mode=profile', 'xdebug.start_with_request=yes'], 'on' => ''],
		]],
		'spx' => ["$folder/spx.so", [
			'off' => ['ini' => $spx, 'on' => ''],
			// Its default leaves internal functions out.
			'flat' => ['ini' => $spx, 'on' => 'spx_profiler_start();', 'environment' => SPX],
			'flat, builtins' => ['ini' => $spx, 'on' => 'spx_profiler_start();',
				'environment' => [...SPX, 'SPX_BUILTINS=1']],
			'full, builtins' => ['ini' => $spx, 'on' => 'spx_profiler_start();',
				'environment' => [...SPX, 'SPX_BUILTINS=1', 'SPX_REPORT=full']],
		]],
		// Has the same name as ours: a process of its own, and a file of its own name.
		"PECL's xhprof" => ["$folder/pecl-xhprof.so", [
			'off' => ['ini' => ["extension=$folder/pecl-xhprof.so"], 'on' => ''],
			'none' => ['ini' => ["extension=$folder/pecl-xhprof.so"], 'on' => 'xhprof_enable(0);'],
			'cpu+memory' => ['ini' => ["extension=$folder/pecl-xhprof.so"], 'on' => 'xhprof_enable(6);'],
		]],
		'excimer' => ["$folder/excimer.so", [
			'off' => ['ini' => $excimer, 'on' => ''],
			'1 ms samples' => ['ini' => $excimer, 'on' => '$excimer = new ExcimerProfiler();
				$excimer->setPeriod(0.001); $excimer->start();'],
		]],
	];
}

/** @param list<string> $given NAME=SO:ON:OFF; a :: belongs to the PHP */
function given_peers(array $given): array
{
	$peers = [];
	foreach ($given as $text) {
		[$name, $rest] = explode('=', $text, 2) + [1 => ''];
		$parts = preg_split('/(?<!:):(?!:)/', $rest, 3);
		if (count($parts) !== 3) {
			fail("--peer $text: must be NAME=SO:ON:OFF");
		}
		[$file, $on, $off] = $parts;
		$ini = ["extension=$file"];
		$peers[$name] = [$file, [
			'off' => ['ini' => $ini, 'on' => ''],
			// Switched off in the end, so that it may write what it writes.
			'on' => ['ini' => $ini, 'on' => "$on; register_shutdown_function(static function () { $off; });"],
		]];
	}

	return $peers;
}

/** Emptied and removed in the end. */
function scratch_folder(): string
{
	static $folder = null;
	if ($folder === null) {
		$folder = sys_get_temp_dir() . '/xhprof-bench-' . getmypid();
		mkdir($folder);
		register_shutdown_function(static function () use ($folder): void {
			array_map(unlink(...), glob("$folder/*"));
			rmdir($folder);
		});
	}

	return $folder;
}

function extension_folder(string $php): string
{
	return trim((string) shell_exec(escapeshellarg($php) . ' -n -r "echo PHP_EXTENSION_DIR;"'));
}

/** An extension of this folder, compiled for the PHP in use, if it can be. */
function compiled(string $name, string $php): ?string
{
	$config = dirname($php) . '/' . preg_replace('/^php/', 'php-config', basename($php));
	if (!is_executable($config)) {
		return null;
	}
	$file = sys_get_temp_dir() . "/$name." . md5($config) . '.so';
	exec(sprintf('cc -O2 -shared -fPIC $(%s --includes) -o %s %s 2>&1', escapeshellarg($config),
		escapeshellarg($file), escapeshellarg(__DIR__ . "/$name.c")), $output, $status);

	return $status === 0 ? $file : null;
}

/** @return list<string> the command that runs a variant */
function command(array $variant, string $config, string $php): array
{
	$ini = $variant['ini'];
	if (str_starts_with($config, 'jit') && str_contains($variant['on'], 'xhprof_enable')) {
		$ini[] = 'xhprof.hook=observer'; // else the process leaves the JIT
	}
	$folder = extension_folder($php);
	foreach (EXTENSIONS as $extension) {
		if (is_file("$folder/$extension.so")) {
			$ini[] = "extension=$folder/$extension.so";
		}
	}
	if ($config !== 'plain') {
		if (is_file("$folder/opcache.so")) {
			array_unshift($ini, "zend_extension=$folder/opcache.so");
		}
		array_push($ini, 'opcache.enable=1', 'opcache.enable_cli=1', ...str_starts_with($config, 'jit')
			? ['opcache.jit=' . ($config === 'jit' ? 'tracing' : 'function'), 'opcache.jit_buffer_size=32M']
			: ['opcache.jit=disable', 'opcache.jit_buffer_size=0']);
	}
	// A peer's message about the JIT is no answer of a worker.
	$environment = isset($variant['environment']) ? ['env', ...$variant['environment']] : [];
	$command = [...$environment, $php, '-n', '-d', 'display_errors=stderr', '-d', 'display_startup_errors=0'];
	foreach ($ini as $setting) {
		array_push($command, '-d', $setting);
	}

	return [...$command, __DIR__ . '/worker.php', $variant['on']];
}
