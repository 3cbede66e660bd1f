<?php
/**
 * Reads processes that have no ring from outside, and writes rings of them: a child of src/Live/Outside.php, until that ends.
 * Arguments: the folder for the rings; a pid, or pool:NAME for the workers of php-fpm. Says each second or so, as a line of
 * JSON, how many processes there are and why others cannot be read.
 */

declare(strict_types=1);

/** @return list<int> */
$find = static function (string $target): array {
	if (!str_starts_with($target, 'pool:')) {
		return [(int) $target];
	}
	$pids = [];
	foreach (glob('/proc/[0-9]*/cmdline') ?: [] as $file) {
		if (preg_match('~^php-fpm[\d.]*: pool (\S+)~', strtr((string) @file_get_contents($file), "\0", ' '), $found) === 1
			&& $found[1] === substr($target, strlen('pool:'))) {
			$pids[] = (int) basename(dirname($file));
		}
	}

	return $pids;
};

if (function_exists('pcntl_signal')) {
	pcntl_signal(SIGINT, SIG_IGN); // of the terminal: the parent ends us
	pcntl_signal(SIGTSTP, SIG_IGN);
}
stream_set_blocking(STDIN, false);
/** @var array<int, XHProf\Attachment> $attached */
$attached = [];
/** @var array<int, string> $refused */
$refused = [];
do {
	$attached = array_filter($attached, static fn (XHProf\Attachment $one): bool => !$one->isOver());
	$pids = array_fill_keys($find($argv[2]), true);
	$refused = array_intersect_key($refused, $pids);
	foreach (array_diff_key($pids, $attached, $refused) as $pid => $is) {
		try {
			$attached[$pid] = XHProf\Attachment::open($pid, $argv[1]);
		} catch (RuntimeException $e) {
			$refused[$pid] = $e->getMessage();
		}
	}
	XHProf\Attachment::run($attached, 1); // their state is known from here on
	// Who has gone reads no more.
	if (@fwrite(STDOUT, json_encode(['attached' => count($attached), 'refused' => (object) $refused], JSON_INVALID_UTF8_SUBSTITUTE) . "\n") === false) {
		break;
	}
	XHProf\Attachment::run($attached, 1000);
	fread(STDIN, 1);
} while (!feof(STDIN));
$attached = [];
