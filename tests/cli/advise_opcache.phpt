--TEST--
xhprof advise finds that opcache is full, and that it began anew
--SKIPIF--
<?php
require __DIR__ . '/../helper.inc';
if (opcache_settings() === null) die('skip needs opcache');
if (PHP_OS_FAMILY === 'Windows') die('skip PHP answers one request at a time there');
?>
--FILE--
<?php
require __DIR__ . '/cli.inc';
require __DIR__ . '/../request/trigger/auto.inc';

function started(string $file): float
{
	return XHProf\Profile::load($file)->summary()['started'];
}

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
for ($i = 0; $i < 300; $i++) {
	file_put_contents("$folder/f$i.inc", "<?php\nfunction f$i() { return $i; }\n");
}
file_put_contents("$folder/page.inc", <<<'PHP'
<?php
for ($i = 0; $i < (int) ($_GET['files'] ?? 0); $i++) { include_once __DIR__ . "/f$i.inc"; }
for ($i = 0; $i < (int) ($_GET['waste'] ?? 0); $i++) {
	file_put_contents($file = __DIR__ . '/wasted.inc', '<?php return [' . str_repeat('[1, 2],', 4000) . $i . '];');
	include $file;
	opcache_invalidate($file, true);
}
PHP);

// Room for 223 keys and 8 MB, the least there is.
$settings = auto_settings("$folder/runs", 'xhprof.output_format=json', ...opcache_settings(),
	...['opcache.max_accelerated_files=200', 'opcache.memory_consumption=8', 'opcache.interned_strings_buffer=1']);
foreach (['', 'opcache.restrict_api=/nowhere'] as $more) {
	forget("$folder/runs");
	serve("$folder/page.inc", array_filter([...$settings, $more]), function (callable $get): void {
		foreach (['files=20', 'waste=200', 'files=1', 'files=300', 'files=20'] as $query) {
			$get("/?$query");
		}
	});
	$files = glob("$folder/runs/*.json");
	usort($files, fn (string $a, string $b): int => started($a) <=> started($b));
	foreach ($files as $file) {
		$advice = json_decode(cli(['advise', $file, '--json'])['out'], true);
		foreach (array_filter($advice['findings'],
			fn (array $finding): bool => str_starts_with($finding['id'], 'opcache-')) as $finding) {
			echo "$finding[id]: $finding[text]\n  ",
				implode("\n  ", preg_replace(['/[\d.]+ ([KM]i)?B/', '/[\d.]+ \w+ since/'],
					['N B', 'N s since'], $finding['evidence'])), "\n";
		}
		echo '-- ', $advice['not_asked']['opcache-full'] ?? 'asked', "\n";
	}
}
?>
--CLEAN--
<?php
require __DIR__ . '/../request/trigger/auto.inc';
remove(__DIR__ . '/advise_opcache.tmp');
?>
--EXPECT--
-- asked
opcache-restarting: opcache is restarting, and this request could not use it
  it restarted 0 times because it was full, in the N s since the server started
  22 files, 22 of 223 keys are used
  N B are free, N B hold old versions of files
  files compiled in this request: 200
-- asked
opcache-restarting: opcache was full and restarted empty
  it restarted 1 time because it was full, in the N s since the server started
  2 files, 2 of 223 keys are used
  N B are free, N B hold old versions of files
  files compiled in this request: 2
-- asked
opcache-full: opcache is full, and files that it does not hold are compiled in each request
  223 files, 223 of 223 keys are used
  N B are free, N B hold old versions of files
  files compiled in this request: 299
opcache-restarting: opcache was full and restarted empty
  it restarted 1 time because it was full, in the N s since the server started
  223 files, 223 of 223 keys are used
  N B are free, N B hold old versions of files
  files compiled in this request: 299
-- asked
opcache-full: opcache is full, and files that it does not hold are compiled in each request
  223 files, 223 of 223 keys are used
  N B are free, N B hold old versions of files
  files compiled in this request: 0
opcache-restarting: opcache was full and restarted empty
  it restarted 1 time because it was full, in the N s since the server started
  223 files, 223 of 223 keys are used
  N B are free, N B hold old versions of files
  files compiled in this request: 0
-- asked
-- the state of opcache: opcache is off, or opcache.restrict_api denies access to it
-- the state of opcache: opcache is off, or opcache.restrict_api denies access to it
-- the state of opcache: opcache is off, or opcache.restrict_api denies access to it
-- the state of opcache: opcache is off, or opcache.restrict_api denies access to it
-- the state of opcache: opcache is off, or opcache.restrict_api denies access to it
