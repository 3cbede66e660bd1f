--TEST--
xhprof.meta=full saves the URI and the arguments as they came, off saves no description, and an unknown word counts as path
--SKIPIF--
<?php
require __DIR__ . '/auto.inc';
if (cgi_binary() === null) die('skip needs the php-cgi of this PHP');
?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/page.inc", '<?php $_GET["a"] = "changed";');
foreach (['off', 'path', 'full', 'all'] as $level) {
	echo "== $level\n";
	$settings = auto_settings("$folder/runs", "xhprof.meta=$level", 'xhprof.auto_formats="json,xhgui"');
	child_php("$folder/page.inc", $settings, [], ['--dsn=mysql://root:hunter2@db/app', '-v', 'two words']);
	$answer = cgi("$folder/page.inc", $settings,
		['REQUEST_URI' => 'http://anna@h/x?a=1&b[c]=2&d#e', 'QUERY_STRING' => 'a=1&b[c]=2&d']);
	echo preg_match('/xhprof.meta must be .*?; using the default/', $answer, $found) ? "$found[0]\n" : '';
	foreach (glob("$folder/runs/*") as $file) {
		$saved = json_decode(file_get_contents($file), true, 512, JSON_THROW_ON_ERROR);
		echo str_ends_with($file, 'jsonl') ? 'xhgui' : 'json', ': ', isset($saved['meta'])
			? str_replace($folder, 'FOLDER', $saved['meta']['url']) . '  ' . json_encode($saved['meta']['get'])
			. '  ' . count($saved['meta']['SERVER']) . '  ' . ($saved['meta']['xhprof']['sapi'] ?? 'no facts')
			: 'no meta', "\n";
	}
	forget("$folder/runs");
}
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/meta_levels.tmp');
?>
--EXPECT--
== off
json: no meta
xhgui: unknown  []  2  no facts
json: no meta
xhgui: unknown  []  2  no facts
== path
json: FOLDER/page.inc  []  2  cli
xhgui: FOLDER/page.inc  []  2  cli
json: /x?a&b  {"a":"","b":""}  6  cgi-fcgi
xhgui: /x?a&b  {"a":"","b":""}  6  cgi-fcgi
== full
json: FOLDER/page.inc --dsn=mysql://root:hunter2@db/app -v two words  []  2  cli
xhgui: FOLDER/page.inc --dsn=mysql://root:hunter2@db/app -v two words  []  2  cli
json: http://anna@h/x?a=1&b[c]=2&d#e  {"a":"1","b":{"c":"2"},"d":""}  6  cgi-fcgi
xhgui: http://anna@h/x?a=1&b[c]=2&d#e  {"a":"1","b":{"c":"2"},"d":""}  6  cgi-fcgi
== all
xhprof.meta must be one of off, path, full, not "all"; using the default
json: FOLDER/page.inc  []  2  cli
xhgui: FOLDER/page.inc  []  2  cli
json: /x?a&b  {"a":"","b":""}  6  cgi-fcgi
xhgui: /x?a&b  {"a":"","b":""}  6  cgi-fcgi
