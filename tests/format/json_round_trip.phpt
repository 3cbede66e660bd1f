--TEST--
JSON preserves meta up to 128 levels and names of any bytes
--FILE--
<?php
require __DIR__ . '/../helper.inc';

eval("function f\xe9(\$x) { return \$x; } function f\xe8(\$x) { return \$x; }");
xhprof_enable();
("f\xe9")(1);
("f\xe8")(1);
("f\xe8")(1);
$run = xhprof_stop();

$again = XHProf\Profile::load(write($run->export('json')));
echo urlencode(implode(' ', array_keys($again->pairs()))), "\n";

/* As a run of a whole request has it: the visitor says how deep it is. */
foreach ([1, 10, 100, 126, 127, 128, 200] as $depth) {
	for ($get = 'x', $i = 0; $i < $depth; $i++) {
		$get = ['a' => $get];
	}
	$json = substr_replace($run->export('json'), ',"meta":{"url":"/page?a","SERVER":{"X":"1"},"get":'
		. json_encode($get, 0, 512) . '}', strpos($json = $run->export('json'), ",\n\"functions\""), 0);
	try {
		$meta = json_decode(XHProf\Profile::load(write($json))->export('xhgui'), true, 512)['meta'];
		echo "$depth: $meta[url] ",
			json_encode($meta['get'], 0, 512) === json_encode($get, 0, 512) ? 'the same' : 'another', "\n";
	} catch (RuntimeException $error) {
		echo "$depth: ", preg_replace('/^.*: /', '', $error->getMessage()), "\n";
	}
}

function write(string $json): string
{
	file_put_contents($file = __DIR__ . '/json_round_trip.tmp', $json);
	return $file;
}
?>
--CLEAN--
<?php @unlink(__DIR__ . '/json_round_trip.tmp'); ?>
--EXPECT--
main%28%29%3D%3D%3Ef%E9+main%28%29%3D%3D%3Ef%E8+main%28%29%3D%3D%3Exhprof_stop+main%28%29
1: /page?a the same
10: /page?a the same
100: /page?a the same
126: /page?a the same
127: /page?a the same
128: /page?a the same
200: it is damaged
