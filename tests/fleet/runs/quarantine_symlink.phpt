--TEST--
What is put into quarantine is a file: a symlink in its place is not followed, and makes no file elsewhere
--SKIPIF--
<?php
if (PHP_OS_FAMILY === 'Windows') die('skip needs symlinks');
?>
--FILE--
<?php
require __DIR__ . '/../../../cli/autoload.php';

use XHProf\Fleet\Saved\Quarantine;

$folder = __DIR__ . '/quarantine_symlink.tmp';
mkdir("$folder/runs", 0755, true);
file_put_contents("$folder/secret", "a password\n");
/* Another file system, where there is one. */
$shared = @stat('/dev/shm')['dev'] ?? null;
$others = $shared !== null && $shared !== stat($folder)['dev'] && is_writable('/dev/shm')
	? '/dev/shm/xhprof-quarantine-' . getmypid() : "$folder/other";
mkdir($others);

foreach (["$folder/runs", $others] as $runs) {
	$taken = "$folder/quarantine";
	$quarantine = new Quarantine($taken);
	mkdir($taken);
	file_put_contents("$taken/.old.xhprof.json.1-0123abcd.tmp", 'an agent was killed');
	file_put_contents("$runs/bad.xhprof.json", 'damaged');
	symlink("$folder/made", "$runs/nowhere.xhprof.json");
	symlink("$folder/secret", "$runs/secret.xhprof.json");
	symlink('/dev/zero', "$runs/endless.xhprof.json");
	foreach (['bad', 'nowhere', 'secret', 'endless', 'gone'] as $name) {
		$quarantine->take("$runs/$name.xhprof.json");
	}
	echo implode(' ', array_diff(scandir($taken), ['.', '..'])), ': ', file_get_contents("$taken/bad.xhprof.json"),
		is_file("$runs/bad.xhprof.json") ? ' COPIED' : '', file_exists("$folder/made") ? ' MADE A FILE' : '', "\n";
	exec('rm -r ' . escapeshellarg($runs) . ' ' . escapeshellarg($taken));
}
exec('rm -r ' . escapeshellarg($folder));
?>
--EXPECT--
bad.xhprof.json: damaged
bad.xhprof.json: damaged
