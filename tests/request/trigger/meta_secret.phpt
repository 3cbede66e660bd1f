--TEST--
No description of a request has the secret that requested it, however it was sent, in files and in the live ring
--SKIPIF--
<?php
require __DIR__ . '/auto.inc';
if (cgi_binary() === null) die('skip needs the php-cgi of this PHP');
if (PHP_OS_FAMILY !== 'Linux') die('skip rings need Linux');
?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs", 0700);
mkdir("$folder/live", 0700);
file_put_contents("$folder/page.inc", '<?php
foreach (glob("' . $folder . '/live/*.data") as $file) echo XHProf\Ring::open($file)->status()["request"]["uri"], "\n";
');
$secret = 'hunter2';
foreach (["a=1&XHPROF_TRIGGER=$secret&b=2", "XHPROF_TRIGGER=$secret", "a=1&XHPROF%5FTRIGGER=$secret#end",
	"XHPROF.TRIGGER=$secret&a", "XHPROF_TRIGGER=wrong&XHPROF+TRIGGER=$secret&&c=3"] as $query) {
	foreach (['xhprof.auto=trigger', 'xhprof.auto=off'] as $auto) {
		$settings = auto_settings("$folder/runs", $auto, 'xhprof.meta=full', "xhprof.trigger_secret=$secret",
			"xhprof.live_dir=$folder/live");
		$answer = cgi("$folder/page.inc", $settings,
			['REQUEST_URI' => "/x?$query", 'QUERY_STRING' => strtok($query, '#')]);
		echo preg_replace('/^.*?\n\n/s', '', $answer);
	}
	foreach (metas("$folder/runs") as $meta) {
		echo "  $meta[url]  ", json_encode($meta['get']), "\n";
	}
	echo str_contains(implode(array_map(file_get_contents(...), glob("$folder/runs/*"))), $secret) ? "SECRET\n" : '';
	forget("$folder/runs");
}
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/meta_secret.tmp');
?>
--EXPECT--
/x?a=1&b=2
/x?a=1&b=2
  /x?a=1&b=2  {"a":"1","b":"2"}
/x
/x
  /x  []
/x?a=1#end
/x?a=1#end
  /x?a=1#end  {"a":"1"}
/x?a
/x?a
  /x?a  {"a":""}
/x?&c=3
/x?&c=3
  /x?&c=3  {"c":"3"}
