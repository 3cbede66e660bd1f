--TEST--
Keys of xhprof live: a terminal's bytes become names, and each changes what it says
--FILE--
<?php
require __DIR__ . '/live.inc';

use XHProf\Cli\Live\Choice;
use XHProf\Cli\Terminal\Screen;

echo json_encode(Screen::decode("a\e[A\e[B\eOA\e[5~\e[6~\e[15~\r\n\t\x7f\x03\x01\eé /\e[1;5C?\xFF"),
	JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE), "\n";

$choice = new Choice();
$workers = ['a', 'b', 'c'];
$before = get_object_vars($choice);
foreach (['down', 'down', 'down', 'down', 'up', 'home', 'end', 'page down', 'enter', 't', 'escape', 'enter', 'a', 's',
	's', 'o', 'o', 'o', 'o', 'o', '+', '-', '-', '-', '-', '-', '+', '+', '+', '+', '+', '+', '+', 'c', 'c', 'p', ' ',
	'r', '?', 'x', '/', 'q', 'ü', 'up', 'backspace', 'x', 'enter', '/', 'y', 'escape', 'u', 'z', 'enter', 'u', 'enter',
	'u', 'escape', '/', 'interrupt', 'z', 'q', '?', 'q', 'interrupt'] as $key) {
	$wish = $choice->press($key, $workers);
	$after = get_object_vars($choice);
	echo str_pad($key, 9), ' ', str_pad($wish, 7),
		rtrim(' ' . json_encode(array_udiff_assoc($after, $before, fn($a, $b) => $a === $b ? 0 : 1),
			JSON_UNESCAPED_UNICODE)), "\n";
	$before = $after;
}
$choice->press('down', []);
var_dump($choice->chosen);
?>
--EXPECT--
["a","up","down","up","page up","page down","enter","enter","tab","backspace","interrupt","escape","é"," ","\/","?","�"]
down              {"chosen":"a"}
down              {"chosen":"b"}
down              {"chosen":"c"}
down              []
up                {"chosen":"b"}
home              {"chosen":"a"}
end               {"chosen":"c"}
page down         {"scroll":10}
enter             {"isStack":true,"scroll":0}
t                 {"isStack":false}
escape            {"chosen":null}
enter             {"chosen":"a","isStack":true}
a                 {"chosen":null,"isStack":false}
s                 {"sort":"incl"}
s                 {"sort":"own"}
o                 {"order":"cpu","message":"workers by cpu"}
o                 {"order":"memory","message":"workers by memory"}
o                 {"order":"pid","message":"workers by pid"}
o                 {"order":"request","message":"workers by request"}
o                 {"order":"time","message":"workers by time"}
+         ask     {"intervalNs":20000000,"message":""}
-         ask     {"intervalNs":40000000}
-         ask     {"intervalNs":100000000}
-                 []
-                 []
-                 []
+         ask     {"intervalNs":40000000}
+         ask     {"intervalNs":20000000}
+         ask     {"intervalNs":10000000}
+         ask     {"intervalNs":5000000}
+         ask     {"intervalNs":2000000}
+         ask     {"intervalNs":1000000}
+                 []
c         clock   {"clock":"cpu"}
c         clock   {"clock":"wall"}
p         ask     {"isPaused":true}
          ask     {"isPaused":false}
r         record  []
?                 {"isHelp":true}
x                 {"isHelp":false}
/                 {"prompt":"filter"}
q                 {"typed":"q"}
ü                {"typed":"qü"}
up                []
backspace         {"typed":"q"}
x                 {"typed":"qx"}
enter             {"filter":"qx","prompt":null}
/                 {"prompt":"filter"}
y                 {"typed":"qxy"}
escape            {"filter":"","prompt":null}
u                 {"prompt":"uri","typed":""}
z                 {"typed":"z"}
enter     forget  {"uri":"*z*","prompt":null}
u                 {"prompt":"uri","typed":"*z*"}
enter             {"prompt":null}
u                 {"prompt":"uri"}
escape    forget  {"uri":"","prompt":null}
/                 {"prompt":"filter","typed":""}
interrupt quit    []
z                 {"typed":"z"}
q                 {"typed":"zq"}
?                 {"typed":"zq?"}
q                 {"typed":"zq?q"}
interrupt quit    []
NULL
