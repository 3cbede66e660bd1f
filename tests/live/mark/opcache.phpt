--TEST--
A restart of opcache and a full cache are marks in the ring, found at the end of a request; restrict_api forbids it, without a warning
--SKIPIF--
<?php
require __DIR__ . '/../skipif.inc';
require __DIR__ . '/../../helper.inc';
if (opcache_settings() === null) die('skip needs opcache');
?>
--FILE--
<?php
require __DIR__ . '/../live.inc';
require __DIR__ . '/../../request/trigger/auto.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/page.inc", '<?php
if (isset($_GET["reset"])) { opcache_reset(); }
for ($i = 0; $i < (int) ($_GET["files"] ?? 0); $i++) { include __DIR__ . "/file$i.php"; }
xhprof_enable();
echo json_encode(array_keys(xhprof_disable()));');
/* The cache is full when less than 64 KB are left. */
foreach (range(0, 109) as $i) {
	file_put_contents("$folder/file$i.php", "<?php return ['" . str_pad("$i", $i < 60 ? 150_000 : 30_000, 'x') . "'];");
}

function marks_of(string $what, array $paths, string ...$settings): void
{
	global $folder;
	echo "$what\n";
	serve("$folder/page.inc", live_settings($folder, 'xhprof.meta=full', 'log_errors=1', "error_log=$folder/errors",
		...opcache_settings(), ...$settings), function (callable $get) use ($folder, $paths): void {
			array_map($get, $paths);
			$ring = XHProf\Ring::open(glob("$folder/*.data")[0]);
			$marks = function () use ($ring): array {
				foreach ($ring->requests() as $ended) {
					$found[$ended['uri']][] = array_filter($ended['marks'],
						fn (string $kind): bool => str_starts_with($kind, 'opcache'), ARRAY_FILTER_USE_KEY);
				}

				return array_map(fn (array $of): array => array_merge_recursive(...$of), array_reverse($found));
			};
			/* A process looks once a second at most: the same request comes again until one has ended with a look. */
			if (count($paths) > 1) {
				live_wait('a mark', fn (): bool => $marks()[end($paths)] !== [] || !$get(end($paths)));
			}
			foreach ($marks() as $uri => $kinds) {
				echo "  $uri ",
					json_encode(array_map(fn (array $sum): array => [$sum['count'], $sum['text']], $kinds)), "\n";
			}
		});
	echo @file_get_contents("$folder/errors");
	array_map('unlink', [...glob("$folder/*.data"), ...glob("$folder/*.ctl"), ...glob("$folder/errors")]);
}

marks_of('reset', ['/', '/?reset', '/2']);
marks_of('full', ['/?files=110'], 'opcache.memory_consumption=8', 'opcache.interned_strings_buffer=1',
	'opcache.max_wasted_percentage=50');
marks_of('restricted', ['/?files=110'], 'opcache.memory_consumption=8', 'opcache.interned_strings_buffer=1',
	'opcache.max_wasted_percentage=50', 'opcache.restrict_api=/none');
live_clean($folder);
?>
--EXPECT--
reset
  / []
  /?reset []
  /2 {"opcache_restart":[1,"opcache_reset()"]}
full
  /?files=110 {"opcache_full":[1,""]}
restricted
  /?files=110 []
