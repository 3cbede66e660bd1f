--TEST--
A job is asked for as a web request is, by the secret in what it is described by; one without a method by the environment
--FILE--
<?php
require __DIR__ . '/worker.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
$job = 'function job(...$meta) { $is = xhprof_request_begin($meta); echo $is ? "yes: " : '
	. '"no: ", xhprof_info()["auto"]["reason"], "\n"; xhprof_request_end(); }' . "\n";
$asked = ['xhprof.auto=trigger', 'xhprof.trigger_secret=s'];
echo "== by the secret\n", worker($folder, $job . '
job(method: "GET", url: "/a?b=c");
job(method: "GET", url: "/a", get: ["XHPROF_TRIGGER" => "s"]);
job(method: "GET", url: "/a", cookie: ["XHPROF_TRIGGER" => "s"]);
job(SERVER: ["REQUEST_METHOD" => "GET", "REQUEST_URI" => "/b", "HTTP_X_XHPROF_TRIGGER" => "s"]);
job(SERVER: ["REQUEST_METHOD" => "GET", "REQUEST_URI" => "/b", "HTTP_X_XHPROF_TRIGGER" => "no"]);
job(SERVER: ["REQUEST_METHOD" => "GET", "HTTP_X_XHPROF_TRIGGER" => ["s"]], get: ["XHPROF_TRIGGER" => 1]);
job(url: "job", get: ["XHPROF_TRIGGER" => "s"]);
', ...$asked);
told_runs($folder, 'method', 'host', 'status');
echo "== from an address\n", worker($folder, $job . '
job(method: "GET", get: ["XHPROF_TRIGGER" => "s"]);
job(method: "GET", get: ["XHPROF_TRIGGER" => "s"], SERVER: ["REMOTE_ADDR" => "10.1.2.3", "HTTP_HOST" => "shop.example"]);
', 'xhprof.trigger_ips=10.0.0.0/8', ...$asked);
told_runs($folder, 'method', 'host');
echo "== by names\n", worker($folder, $job . '
job(url: "App\\\\Mail\\\\Send"); job(url: "App\\\\Other"); job(url: "App\\\\Mail\\\\Skip"); job(method: "GET", url: "/App"); job();
', 'xhprof.include_uri="App\Mail\*"', 'xhprof.exclude_uri=*Skip');
told_runs($folder);
echo "== always\n",
	worker($folder, $job . 'job(url: "a"); job(method: "PUT", url: "/b?c", host: "shop.example", get: ["c" => "d"]);');
told_runs($folder, 'method', 'host');
foreach (['1', '0', 'callgrind', "json:$folder/one.json"] as $value) {
	putenv("XHPROF=$value");
	echo "== XHPROF=", str_replace($folder, 'FOLDER', $value), "\n",
		worker($folder, $job . 'work(1); job(url: "a"); job(url: "b"); job(method: "GET", url: "/c");', ...$asked);
	print_r(names("$folder/runs"));
	forget("$folder/runs");
}
putenv('XHPROF');
$one = XHProf\Profile::load("$folder/one.json");
echo basename($one->meta()['url']), ' ', $one->pairs()['main()==>job']['ct'], "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/worker.inc';
remove(__DIR__ . '/triggers.tmp');
?>
--EXPECT--
== by the secret
no: not requested
yes: requested by the query parameter
yes: requested by the cookie
yes: requested by the header
no: requested with a wrong secret
no: not requested
no: not requested
a: 0 calls, method "GET", host "", status null
a?XHPROF_TRIGGER: 0 calls, method "GET", host "", status null
b: 0 calls, method "GET", host "", status null
== from an address
no: requested from an address that is not in xhprof.trigger_ips
yes: requested by the query parameter
worker.inc?XHPROF_TRIGGER: 0 calls, method "GET", host "shop.example"
== by names
yes: xhprof.auto=always
no: the URI is not in xhprof.include_uri
no: the URI is in xhprof.exclude_uri
no: the URI is not in xhprof.include_uri
yes: xhprof.auto=always
App\Mail\Send: 0 calls
worker.inc: 0 calls
worker.inc: 0 calls
== always
yes: xhprof.auto=always
yes: xhprof.auto=always
a: 0 calls, method null, host "cli"
b?c: 0 calls, method "PUT", host "shop.example"
worker.inc: 0 calls, method null, host "cli"
== XHPROF=1
yes: requested by XHPROF in the environment
yes: requested by XHPROF in the environment
no: not requested
Array
(
    [0] => TIME-cli-a-PID-RUN.xhprof.json
    [1] => TIME-cli-b-PID-RUN.xhprof.json
    [2] => TIME-cli-worker_inc-PID-RUN.xhprof.json
)
== XHPROF=0
no: XHPROF=0
no: XHPROF=0
no: not requested
Array
(
)
== XHPROF=callgrind
yes: requested by XHPROF in the environment
yes: requested by XHPROF in the environment
no: not requested
Array
(
    [0] => TIME-cli-a-PID-RUN.xhprof.callgrind
    [1] => TIME-cli-b-PID-RUN.xhprof.callgrind
    [2] => TIME-cli-worker_inc-PID-RUN.xhprof.callgrind
)
== XHPROF=json:FOLDER/one.json
no: XHPROF names a file: it gets the run of the whole command, and jobs none
no: XHPROF names a file: it gets the run of the whole command, and jobs none
no: XHPROF names a file: it gets the run of the whole command, and jobs none
Array
(
)
worker.inc 3
