<?php
/*
 * Small programs whose time is in one function, by xhprof run --mode sample at its defaults: is that function named?
 *
 *   php -n -d extension=MODULE bench/names.php   a table: each program with all sources, without perf, without timers
 *   php bench/names.php PROGRAM                  that program alone; writes the function's true share
 *
 * The programs time their function themselves, in the same run, by the real clock. So both shares contain the time in
 * which the function waits for a CPU.
 */
declare(strict_types=1);

require_once __DIR__ . '/truth.inc';

function none(): int { return 1; }
function compares(array $a, array $b): int
{
	$n = 0;
	for ($i = 0; $i < 40; $i++) { $n += $a == $b ? 1 : 0; }
	return $n;
}
function joins(string $a): int { $n = 0; for ($i = 0; $i < 30; $i++) { $n += strlen($a . $a); } return $n; }
function sorts(array $list): int { sort($list); return $list[3]; }
function matches(): int { return matched(); }
function hashes(string $text): string { for ($i = 0; $i < 200; $i++) { $hash = md5($text); } return $hash; }
function naps(): void { usleep(50); }

/* Its work, how often that is done, and how many calls of an empty function follow each. */
function named_programs(): array
{
	$list = range(1, 4000);
	mt_srand(3);
	shuffle($list);
	return [
		'compares' => [fn() => compares($list, $list + []), 400, 60],
		'joins' => [fn() => joins(text_short()), 60000, 20],
		'sorts' => [fn() => sorts($list), 1200, 2000],
		'matches' => [fn() => matches(), 30000, 300],
		'hashes' => [fn() => hashes('a text of some length'), 6000, 1500],
		'naps' => [fn() => naps(), 4000, 3000],
	];
}

/* By the real clock alone: some calls are too short for two clocks around them. */
function run_named(string $program): void
{
	[$work, $times, $others] = named_programs()[$program] ?? exit("names.php: there is no program $program\n");
	$took = 0;
	$begin = hrtime(true);
	for ($i = 0; $i < $times; $i++) {
		$start = hrtime(true);
		$work();
		$took += hrtime(true) - $start;
		for ($j = 0; $j < $others; $j++) {
			none();
		}
	}
	fprintf(STDERR, "%.2f\n", 100 * $took / (hrtime(true) - $begin));
}

/* The true share of the program's function, and the profile. */
function profile_named(string $program, string $condition): array
{
	$out = sys_get_temp_dir() . '/xhprof-bench-names-' . getmypid() . '.json.gz';
	$command = [PHP_BINARY, '-n', '-d', 'extension=' . truth_module(), dirname(__DIR__) . '/cli/bin/xhprof',
		'run', '--mode', 'sample', '--quiet', '--out', $out, '--', __FILE__, $program];
	$process = proc_open($command, [2 => ['pipe', 'w']], $pipes, null, truth_environment($condition) + getenv());
	$said = (string) stream_get_contents($pipes[2]);
	if (proc_close($process) !== 0 || !preg_match('/^[0-9.]+$/m', $said, $true)) {
		exit("names.php: $program has failed: $said\n");
	}
	$profile = XHProf\Profile::load($out);
	unlink($out);
	return [(float) $true[0], $profile];
}

/* Inclusive time of the function and of all, by the real clock. */
function named_row(string $program, string $condition): array
{
	[$true, $profile] = profile_named($program, $condition);
	$functions = $profile->functions();
	$named = $functions[$program] ?? ['wall_ns' => 0, 'incl_share_error_points' => 0.0];
	$found = 100 * $named['wall_ns'] / max(1, $functions['main()']['wall_ns']);
	$error = $named['incl_share_error_points'] ?? INF;
	return [$program, $condition, array_key_first($profile->summary()['sources'] ?? ['' => 0]), $true, $found, $error,
		abs($found - $true) <= $error];
}

function names_table(): void
{
	echo "| function | condition | samples by | true % | found % | stated error | inside |\n"
		. "|---|---|---|---:|---:|---:|---|\n";
	foreach (array_keys(named_programs()) as $program) {
		foreach (['alone', 'noperf', 'refused'] as $condition) {
			$row = named_row($program, $condition);
			vprintf("| %s | %s | %s | %.1f | %.1f | %.1f | %s |\n",
				[...array_slice($row, 0, 6), $row[6] ? 'yes' : 'no']);
		}
	}
}

isset($argv[1]) ? run_named($argv[1]) : names_table();
