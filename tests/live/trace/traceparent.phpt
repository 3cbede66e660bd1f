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
$trace = '4bf92f3577b34da6a3ce929d0e0e4736';
$span = '00f067aa0ba902b7';
foreach (['version 0' => "00-$trace-$span-01", 'other flags' => "00-$trace-$span-ff", 'a later version' => "cc-$trace-$span-01", 'with more fields' => "01-$trace-$span-01-what-ever",
	'and an empty one' => "01-$trace-$span-01-", 'version ff' => "ff-$trace-$span-01", 'version 0 with more fields' => "00-$trace-$span-01-x", 'more digits' => "01-$trace-$span-011",
	'one character less' => "00-$trace-$span-0", 'nothing' => '', 'zeros' => '00-' . str_repeat('0', 32) . "-$span-01", 'a span of zeros' => "00-$trace-" . str_repeat('0', 16) . '-01',
	'upper case' => '00-' . strtoupper($trace) . "-$span-01", 'upper case in the span' => "00-$trace-00F067aa0ba902b7-01", 'in the version' => "0A-$trace-$span-01", 'in the flags' => "00-$trace-$span-0A",
	'no digits' => '00-' . strtr($trace, 'f', 'g') . "-$span-01", 'other separators' => "00_$trace-$span-01", 'between the ids' => "00-{$trace}_$span-01", 'before the flags' => "00-$trace-{$span}_01",
	'two headers' => "00-$trace-$span-01, 00-$trace-$span-01", 'blanks' => " 00-$trace-$span-01", 'zero bytes' => "00-$trace-$span-\0\0"] as $what => $header) {
	$child = live_start("$folder/job.php", live_settings($folder), [base64_encode($header)]);
	echo "$what: ", stream_get_contents($child->out), "\n";
	live_end($child);
}
live_clean($folder);
?>
--EXPECT--
version 0: 4bf92f3577b34da6a3ce929d0e0e4736 00f067aa0ba902b7
other flags: 4bf92f3577b34da6a3ce929d0e0e4736 00f067aa0ba902b7
a later version: 4bf92f3577b34da6a3ce929d0e0e4736 00f067aa0ba902b7
with more fields: 4bf92f3577b34da6a3ce929d0e0e4736 00f067aa0ba902b7
and an empty one: 4bf92f3577b34da6a3ce929d0e0e4736 00f067aa0ba902b7
version ff: none none
version 0 with more fields: none none
more digits: none none
one character less: none none
nothing: none none
zeros: none none
a span of zeros: none none
upper case: none none
upper case in the span: none none
in the version: none none
in the flags: none none
no digits: none none
other separators: none none
between the ids: none none
before the flags: none none
two headers: none none
blanks: none none
zero bytes: none none
