<?php
/**
 * Reads processes that have no ring from outside, and writes rings of them: a child of src/Live/Outside.php, until that ends.
 * Arguments: the folder for the rings, which goes with them; a pid, or a pattern of titles for workers of php-fpm. Says as lines of
 * JSON, at first and whenever it changes, how many processes there are and why others cannot be read.
 */

declare(strict_types=1);

/** @return list<int> */
$find = static function (string $target): array {
	if (preg_match('/^\d+$/D', $target) === 1) {
		return [(int) $target];
	}
	$pids = [];
	foreach (glob('/proc/[0-9]*/cmdline') ?: [] as $file) {
		if (preg_match($target, (string) @file_get_contents($file)) === 1) {
			$pids[] = (int) basename(dirname($file));
		}
	}

	return $pids;
};

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
/** @var array<int, string> $refused */
$refused = [];
$said = '';
$retry = time() + RETRY_S;
do {
	if (time() >= $retry) {
		$refused = [];
		$retry = time() + RETRY_S;
	}
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
	$line = json_encode(['attached' => count($attached), 'refused' => (object) $refused], JSON_INVALID_UTF8_SUBSTITUTE) . "\n";
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
