--TEST--
Where the program closes our files and has their numbers for files of its own, neither it nor a forked child loses or finds a byte in these
--SKIPIF--
<?php
require __DIR__ . '/../skipif.inc';
require __DIR__ . '/../../helper.inc';
if (!extension_loaded('pcntl') && shipped_module('pcntl') === null) die('skip needs pcntl');
if (shipped_module('ffi') === null) die('skip needs FFI');
if (getenv('XHPROF_VALGRIND')) die('skip the program closes files of valgrind');
?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php
$c = FFI::cdef("int close(int); int dup2(int, int); int open(const char *path, int flags, int mode); long write(int, const char *, long); long lseek(int, long, int);");
if ($argv[1] === "perf") {
	xhprof_sample_enable(["interval" => 1000, "engine" => "signal"]);
	xhprof_enable(0, ["events" => ["page-faults"]]);
} elseif ($argv[1] === "asked") {
	echo "begun\n";
	fgets(STDIN);
}
/* Read before: the folder has a number, too. */
$numbers = array_filter(array_map("intval", scandir("/proc/self/fd")), fn ($number) => $number > 2
	&& preg_match("~^(pipe:|anon_inode:|/proc/|/dev/shm|" . preg_quote(dirname(__FILE__), "~") . "(?!.*php$))~", (string) @readlink("/proc/self/fd/$number")));
foreach ($numbers as $number) {
	$file = $c->open("$argv[2]/own$number", 0102, 0600);
	$c->dup2($file, $number);
	$c->close($file);
}
echo count($numbers) > 1 ? "the same numbers\n" : "TOO FEW NUMBERS\n";
$whole = function () use ($c, $numbers): string {
	$bad = 0;
	foreach ($numbers as $number) {
		$bad += $c->write($number, "x", 1) !== 1;
	}

	return $bad === 0 ? "whole" : "$bad BAD";
};
$works = function (): void {
	for ($end = hrtime(true) + 5e7; hrtime(true) < $end;) {
	}
};
$pid = pcntl_fork();
$works();
if ($pid === 0) {
	echo "child: ", $whole(), "\n";
	exit(0);
}
pcntl_waitpid($pid, $status);
if ($argv[1] === "perf") {
	@xhprof_sample_disable();
	@xhprof_disable();
}
echo "parent: ", $whole(), "\n";
foreach ($numbers as $number) {
	echo $c->lseek($number, 0, 2) === 2 ? "" : "A FILE HAS OTHER BYTES\n";
}
');
foreach (['ring', 'asked', 'perf'] as $how) {
	echo "-- $how\n";
	mkdir("$folder/own");
	$settings = $how === 'perf' ? [] : live_settings($folder);
	$child = live_start("$folder/program.php", ['extension=ffi', 'ffi.enable=1', ...$settings], [$how, "$folder/own"]);
	if ($how === 'asked') {
		fgets($child->out);
		live_send($file = live_file($folder, $child->pid), live_message(LIVE_ASK));
		live_wait('samples', fn () => live_header($file)['samples'] > 0);
		fwrite($child->in, "\n");
	}
	echo stream_get_contents($child->out);
	echo 'status ', live_end($child), "\n";
	live_clean("$folder/own");
}
live_clean($folder);
?>
--EXPECT--
-- ring
the same numbers
child: whole
parent: whole
status 0
-- asked
the same numbers
child: whole
parent: whole
status 0
-- perf
the same numbers
child: whole
parent: whole
status 0
