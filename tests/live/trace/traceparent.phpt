--TEST--
A header traceparent counts as W3C Trace Context has it: one that is malformed is ignored
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/job.php", '<?php
xhprof_request_begin(["url" => "/", "method" => "GET", "SERVER" => ["HTTP_TRACEPARENT" => base64_decode($argv[1])]]);
$request = XHProf\Ring::open(xhprof_info()["live"]["file"])->status()["request"];
echo $request["trace"] ?? "none", " ", $request["span"] ?? "none";
xhprof_request_end();');
foreach (require __DIR__ . '/headers.inc' as $what => [$header, $counts]) {
	$child = live_start("$folder/job.php", live_settings($folder), [base64_encode($header)]);
	$found = stream_get_contents($child->out);
	echo $what, $found === ($counts ? TRACE . ' ' . SPAN : 'none none') ? '' : ": NOT SO, $found", "\n";
	live_end($child);
}
live_clean($folder);
?>
--EXPECT--
version 0
other flags
a later version
with more fields
and an empty one
version ff
version 0 with more fields
more digits
one character less
nothing
only a trace
zeros
a span of zeros
upper case
upper case in the span
in the version
in the flags
version FF
no digits
other separators
between the ids
before the flags
two headers
blanks
a line break
zero bytes
