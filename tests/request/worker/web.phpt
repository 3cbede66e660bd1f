--TEST--
In a web request, which xhprof.auto profiles whole, a job does nothing; in FrankenPHP's callback each request has its run
--SKIPIF--
<?php
require __DIR__ . '/../trigger/auto.inc';
if (cgi_binary() === null) die('skip needs php-cgi');
?>
--FILE--
<?php
require __DIR__ . '/worker.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/page.inc", '<?php
function work($n) { static $calls; $calls++; return $n > 0 ? work($n - 1) : $n; }
function frankenphp_handle_request($callback) { $callback(); return true; }
work(1);
$job = function () {
	xhprof_tag("a", "b");
	$begun = xhprof_request_begin() ? "yes" : "no";
	http_response_code(503);
	echo $begun, " ", xhprof_info()["auto"]["reason"], "\n";
	xhprof_tag("c", "d");
	work(2);
	echo xhprof_request_end() === null ? "null" : "a run", "\n";
};
isset($_GET["worker"]) ? frankenphp_handle_request($job) : $job();
');
foreach (['', 'worker=1', 'XHPROF_TRIGGER=s', 'worker=1&XHPROF_TRIGGER=s'] as $query) {
	foreach (['always', 'trigger'] as $when) {
		echo "== $query, xhprof.auto=$when\n", preg_replace(['/[0-9a-f]{16}/', '/dur=[\d.]+/'], ['RUN', 'dur=N'],
			cgi("$folder/page.inc", auto_settings("$folder/runs", "xhprof.auto=$when", 'xhprof.trigger_secret=s',
				'expose_php=0'), ['QUERY_STRING' => $query, 'REQUEST_URI' => "/page?$query"])), "\n";
		told_runs($folder, 'status', 'failed', 'job', 'tags');
	}
}
?>
--CLEAN--
<?php
require __DIR__ . '/worker.inc';
remove(__DIR__ . '/web.tmp');
?>
--EXPECT--
== , xhprof.auto=always
Status: 503 Service Unavailable
Content-type: text/html; charset=UTF-8

yes xhprof.auto=always
null

page: 5 calls, status 503, failed true, job null, tags {"a":"b","c":"d"}
== , xhprof.auto=trigger
Status: 503 Service Unavailable
Content-type: text/html; charset=UTF-8

no not requested
null

no runs
== worker=1, xhprof.auto=always
Status: 503 Service Unavailable
Content-type: text/html; charset=UTF-8

yes xhprof.auto=always
a run

page?worker: 2 calls, status 200, failed false, job null, tags {"a":"b"}
page?worker: 3 calls, status 503, failed true, job true, tags {"c":"d"}
== worker=1, xhprof.auto=trigger
Status: 503 Service Unavailable
Content-type: text/html; charset=UTF-8

no not requested
null

no runs
== XHPROF_TRIGGER=s, xhprof.auto=always
Status: 503 Service Unavailable
Content-type: text/html; charset=UTF-8
X-XHProf-Run: RUN
Server-Timing: xhprof;desc="RUN";dur=N

yes requested by the query parameter
null

page?XHPROF_TRIGGER: 5 calls, status 503, failed true, job null, tags {"a":"b","c":"d"}
== XHPROF_TRIGGER=s, xhprof.auto=trigger
Status: 503 Service Unavailable
Content-type: text/html; charset=UTF-8
X-XHProf-Run: RUN
Server-Timing: xhprof;desc="RUN";dur=N

yes requested by the query parameter
null

page?XHPROF_TRIGGER: 5 calls, status 503, failed true, job null, tags {"a":"b","c":"d"}
== worker=1&XHPROF_TRIGGER=s, xhprof.auto=always
Status: 503 Service Unavailable
Content-type: text/html; charset=UTF-8
X-XHProf-Run: RUN
Server-Timing: xhprof;desc="RUN";dur=N

yes requested by the query parameter
a run

page?worker&XHPROF_TRIGGER: 2 calls, status 200, failed false, job null, tags {"a":"b"}
page?worker&XHPROF_TRIGGER: 3 calls, status 503, failed true, job true, tags {"c":"d"}
== worker=1&XHPROF_TRIGGER=s, xhprof.auto=trigger
Status: 503 Service Unavailable
Content-type: text/html; charset=UTF-8
X-XHProf-Run: RUN
Server-Timing: xhprof;desc="RUN";dur=N

yes requested by the query parameter
a run

page?worker&XHPROF_TRIGGER: 2 calls, status 200, failed false, job null, tags {"a":"b"}
page?worker&XHPROF_TRIGGER: 3 calls, status 503, failed true, job true, tags {"c":"d"}
