<?php
/**
 * Samples processes that have no ring, and writes rings for them. src/Live/Outside.php starts this script, which ends
 * with it. Arguments: the folder for the rings, which is removed with them; a pid, or a pattern of titles for workers
 * of php-fpm. Prints a line of JSON at first and after every change: the number of processes, and why others cannot be
 * read.
 */

declare(strict_types=1);

/** Any program can give itself the title of php-fpm's master; $workers says which masters count. */
const MASTER = '~^php-fpm[\d.]*: master process~';

/**
 * What nobody can choose for a process of his own, other than its program.
 *
 * @return array{parent: int, user: int, program: string|null}|null program: device and file; null: this user may not
 *     see it
 */
$identity = static function (int $pid): ?array {
	$status = (string) @file_get_contents("/proc/$pid/status");
	$program = @stat("/proc/$pid/exe");

	return preg_match('/^PPid:\s+(\d+)$.*^Uid:\s+(\d+)\s/ms', $status, $found) !== 1 ? null
		: ['parent' => (int) $found[1], 'user' => (int) $found[2],
			'program' => $program === false ? null : "$program[dev] $program[ino]"];
};

/** @return list<int> the processes with such a title */
$titled = static function (string $pattern): array {
	$pids = [];
	foreach (glob('/proc/[0-9]*/cmdline') ?: [] as $file) {
		if (preg_match($pattern, (string) @file_get_contents($file)) === 1) {
			$pids[] = (int) basename(dirname($file));
		}
	}

	return $pids;
};

/**
 * The workers of a pool. Any user may title a process "php-fpm: pool www": a worker is the child of a master that runs
 * the same program, and of root or the worker's own user. Where masters of root or of this user have such a pool, those
 * of others do not count.
 *
 * @return list<int>
 */
$workers = static function (string $pattern) use ($identity, $titled): array {
	$own = $identity(getmypid())['user'] ?? 0;
	$masters = [];
	foreach ($titled(MASTER) as $pid) {
		$masters[$pid] = $identity($pid);
	}
	$found = [0 => [], 1 => []];
	foreach ($titled($pattern) as $pid) {
		$worker = $identity($pid);
		$master = $masters[$worker['parent'] ?? 0] ?? null;
		if ($worker !== null && $master !== null && in_array($master['user'], [0, $worker['user']], true)
			&& $worker['program'] === $master['program']) {
			$found[(int) in_array($master['user'], [0, $own], true)][] = $pid;
		}
	}

	return $found[1] ?: $found[0];
};

/** @return list<int> */
$find = static fn (string $target): array => preg_match('/^\d+$/D', $target) === 1 ? [(int) $target]
	: $workers($target);

/** Why each was refused stays true for a while. */
const RETRY_S = 60;

if (function_exists('pcntl_signal')) {
	foreach ([SIGINT, SIGQUIT, SIGTSTP] as $signal) {
		pcntl_signal($signal, SIG_IGN); // of the terminal: the parent ends us
	}
}
stream_set_blocking(STDIN, false);
/** @var array<int, XHProf\Attachment> $attached */
$attached = [];
/** @var array<int, array{reason: string, code: int}> $refused */
$refused = [];
$said = '';
$retry = time() + RETRY_S;
do {
	if (time() >= $retry) {
		// One that blocks its reader keeps a thread of this process each time.
		$refused = array_filter($refused,
			static fn (array $why): bool => $why['code'] === XHProf\Attachment::BLOCKED);
		$retry = time() + RETRY_S;
	}
	$pids = array_fill_keys($find($argv[2]), true);
	foreach ($attached as $pid => $one) {
		if ($one->isOver()) {
			unset($attached[$pid]);
			$refused[$pid] = ['reason' => 'it blocked its reader, or runs another program by now', 'code' => 0];
		}
	}
	$refused = array_intersect_key($refused,
		array_filter($pids, static fn (int $pid): bool => is_dir("/proc/$pid"), ARRAY_FILTER_USE_KEY));
	$opened = XHProf\Attachment::openAll(array_keys(array_diff_key($pids, $attached, $refused)), $argv[1]);
	$attached += array_filter($opened, is_object(...));
	$refused += array_filter($opened, is_array(...));
	XHProf\Attachment::run($attached, 1); // their state is known from here on
	$reasons = array_map(static fn (array $why): string => $why['reason'], $refused);
	$line = json_encode(['attached' => count($attached), 'refused' => (object) $reasons],
		JSON_INVALID_UTF8_SUBSTITUTE) . "\n";
	// A parent that has ended reads no more.
	if ($line !== $said && @fwrite(STDOUT, $line) === false) {
		break;
	}
	$said = $line;
	XHProf\Attachment::run($attached, 1000);
	fread(STDIN, 1);
} while (!feof(STDIN));
unset($attached);
@unlink("$argv[1]/outside.php");
@rmdir($argv[1]);
