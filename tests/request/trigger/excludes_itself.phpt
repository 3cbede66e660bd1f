--TEST--
A request that adds its own path to xhprof.exclude_uri while it runs has no run and no header of one; other paths are as before
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs", 0700);
file_put_contents("$folder/page.inc", '<?php
isset($_GET["pattern"]) && ini_set("xhprof.exclude_uri", $_GET["pattern"]);
echo xhprof_info()["auto"]["last"] ?? "none before";');
serve("$folder/page.inc", auto_settings("$folder/runs", 'xhprof.trigger_secret=s'), function (callable $get): void {
	foreach (['/a/1?XHPROF_TRIGGER=s&pattern=/a/*', '/a/2?XHPROF_TRIGGER=s&pattern=/b', '/a/3?pattern=/x%20/a/?',
		'/a/4?XHPROF_TRIGGER=s'] as $path) {
		[$headers, $said] = $get($path);
		echo "$path: ", preg_replace('/saved: .*/', 'saved', $said), ', ',
			preg_grep('/^X-XHProf-Run: /', $headers) === [] ? 'no header' : 'header', "\n";
	}
	echo preg_replace('/saved: .*/', 'saved', $get('/c')[1]), "\n";
});
$paths = array_map(static fn (array $meta) => strtok($meta['url'], '?'), metas("$folder/runs"));
sort($paths);
echo implode(' ', $paths), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/excludes_itself.tmp');
?>
--EXPECT--
/a/1?XHPROF_TRIGGER=s&pattern=/a/*: none before, no header
/a/2?XHPROF_TRIGGER=s&pattern=/b: not kept: the URI is in xhprof.exclude_uri, header
/a/3?pattern=/x%20/a/?: saved, no header
/a/4?XHPROF_TRIGGER=s: not kept: the URI is in xhprof.exclude_uri, header
saved
/a/2 /a/4 /c
