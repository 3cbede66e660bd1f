--TEST--
SIGTERM ends a program after the wait for a safe point, also if what saves its run refuses each time
--SKIPIF--
<?php
require __DIR__ . '/../../helper.inc';
if (!function_exists('proc_open')) die('skip needs proc_open');
if (getenv('XHPROF_VALGRIND')) die('skip what a signal ends frees nothing');
?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
/* In place of the file that xhprof run prepends, which refuses while it saves. */
file_put_contents("$folder/program.inc", '<?php
namespace XHProf\Cli;
class Prelude { static function last(): bool { return false; } }
echo "ready\n";
while (true) { strrev("x"); }
');
$module = module_path() === null ? [] : ['-d', 'extension=' . module_path()];
$process = proc_open([PHP_BINARY, '-n', ...$module, '-d', 'xhprof.run=x', "$folder/program.inc"],
	[['pipe', 'r'], ['pipe', 'w']], $pipes);
fgets($pipes[1]);
proc_terminate($process, 15);
$status = wait_until('the program has ended', function () use ($process) {
	$status = proc_get_status($process);
	return $status['running'] ? null : $status;
});
echo 'by signal ', $status['termsig'] ?? 'none', "\n";
proc_terminate($process, 9);
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/signal_refused.tmp');
?>
--EXPECT--
by signal 15
