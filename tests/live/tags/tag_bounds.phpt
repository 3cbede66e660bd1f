--TEST--
A process has 8 keys of 31 bytes and 200 values of 127 bytes a key; what is beyond is counted as tags_lost
--FILE--
<?php
function own(): array
{
	xhprof_enable();
	return xhprof_stop()->meta()['xhprof'] ?? [];
}

for ($i = 0; $i < 200; $i++) {
	xhprof_tag('n', "v$i");
}
echo json_encode(own()), "\n";
xhprof_tag('n', 'v200');
echo 'the 201st: ', json_encode(own()), "\n";
xhprof_tag('n', 'v7');
echo 'a known one: ', json_encode(own()), "\n";
xhprof_tag('n', '(other)');
xhprof_tag('n', 'v201');
echo json_encode(own()), "\n";

xhprof_tag('n', '');
xhprof_tag(str_repeat('k', 32), str_repeat('v', 128));
$own = own();
echo 'cut: ', strlen(key($own['tags'])), ' ', strlen(current($own['tags'])), ' ', $own['tags_lost'], "\n";
xhprof_tag(str_repeat('k', 33), '');
echo 'the same key: ', json_encode(own()), "\n";
xhprof_tag('s', str_repeat('v', 126) . '€');
xhprof_tag('t', str_repeat("\x80", 200));
$own = own();
echo 'no half character: ', strlen($own['tags']['s']), ' ', $own['tags_lost'], "\n";

foreach (['a', 'b', 'c', 'd', 'e', 'f'] as $key) {
	xhprof_tag($key, '1');
}
xhprof_tag('s', '2');
xhprof_tag('t', '2');
echo json_encode(own()), "\n";
?>
--EXPECT--
{"tags":{"n":"v199"},"tags_lost":0}
the 201st: {"tags":{"n":"(other)"},"tags_lost":1}
a known one: {"tags":{"n":"v7"},"tags_lost":1}
{"tags":{"n":"(other)"},"tags_lost":2}
cut: 31 127 4
the same key: {"tags":[],"tags_lost":5}
no half character: 126 7
{"tags":{"s":"2","t":"2","a":"1","b":"1","c":"1","d":"1"},"tags_lost":9}
