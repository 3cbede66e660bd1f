--TEST--
xhprof_request_begin() and xhprof_request_end() refuse what they do not understand
--FILE--
<?php
$try = function (callable $call) {
	try {
		var_dump($call());
	} catch (Throwable $e) {
		echo get_class($e), ': ', $e->getMessage(), "\n";
	}
};
foreach ([['uri' => '/'], ['x'], ['url' => 1], ['method' => null], ['get' => 'a=b'], ['SERVER' => new stdClass],
	['server' => []], ['url' => 'a', 'host' => []]] as $meta) {
	$try(fn () => xhprof_request_begin($meta));
}
$url = 'by reference';
$try(fn () => xhprof_request_begin(['url' => &$url, 'method' => 'GET', 'host' => 'h', 'get' => [],
	'cookie' => [], 'SERVER' => []]));
foreach ([-1, 1000] as $status) {
	$try(fn () => xhprof_request_end($status));
}
$try(fn () => xhprof_request_end(999));
$try(fn () => xhprof_request_end());
?>
--EXPECT--
ValueError: xhprof_request_begin(): Argument #1 ($meta) has the unknown key "uri"; known are url, method, host, get, cookie and SERVER; did you mean "url"?
ValueError: xhprof_request_begin(): Argument #1 ($meta) has the unknown key "(an integer)"; known are url, method, host, get, cookie and SERVER
TypeError: xhprof_request_begin(): Argument #1 ($meta) must have string for the key "url"
TypeError: xhprof_request_begin(): Argument #1 ($meta) must have string for the key "method"
TypeError: xhprof_request_begin(): Argument #1 ($meta) must have array for the key "get"
TypeError: xhprof_request_begin(): Argument #1 ($meta) must have array for the key "SERVER"
ValueError: xhprof_request_begin(): Argument #1 ($meta) has the unknown key "server"; known are url, method, host, get, cookie and SERVER; did you mean "SERVER"?
TypeError: xhprof_request_begin(): Argument #1 ($meta) must have string for the key "host"
bool(false)
ValueError: xhprof_request_end(): Argument #1 ($status) must be between 0 and 999
ValueError: xhprof_request_end(): Argument #1 ($status) must be between 0 and 999
NULL
NULL