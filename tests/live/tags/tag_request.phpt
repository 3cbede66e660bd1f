--TEST--
Saved requests have their own tags, which end with the request, and xhprof.meta=off saves none
--FILE--
<?php
require __DIR__ . '/../../request/trigger/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/page.php", '<?php
if (isset($_GET["tag"])) xhprof_tag("tenant", "acme");
if (isset($_GET["two"])) xhprof_tag("job", "b");
if (isset($_GET["stop"])) xhprof_stop();
echo "done";');
foreach (['path', 'off'] as $level) {
	serve("$folder/page.php", auto_settings("$folder/runs", 'xhprof.auto_formats=json', "xhprof.meta=$level"),
		static function (callable $get) use ($folder, $level): void {
			foreach (['/?tag=1&two=1', '/', '/?two=1', '/?tag=1&stop=1'] as $path) {
				$get($path);
				foreach (glob("$folder/runs/*") as $file) {
					$own = XHProf\Profile::load($file)->meta()['xhprof'] ?? [];
					echo "$level $path: ", json_encode([$own['tags'] ?? null, $own['tags_lost'] ?? null]), "\n";
				}
				forget("$folder/runs");
			}
		});
}
?>
--CLEAN--
<?php
require __DIR__ . '/../../request/trigger/auto.inc';
remove(__DIR__ . '/tag_request.tmp');
?>
--EXPECT--
path /?tag=1&two=1: [{"tenant":"acme","job":"b"},0]
path /: [null,null]
path /?two=1: [{"job":"b"},0]
path /?tag=1&stop=1: [{"tenant":"acme"},0]
off /?tag=1&two=1: [null,null]
off /: [null,null]
off /?two=1: [null,null]
off /?tag=1&stop=1: [null,null]
