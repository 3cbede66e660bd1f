--TEST--
Each job of a worker has a run of its own, with its calls, times, tags and name, and the process' start has one, too
--FILE--
<?php
require __DIR__ . '/worker.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
echo worker($folder, '
work(1);
told(info());
for ($i = 2; $i < 5; $i++) {
	told(xhprof_request_begin(["url" => "App\\\\Job$i"]));
	xhprof_tag("size", "$i");
	if ($i === 3) { xhprof_tag("odd", "yes"); }
	work($i);
	told(info());
	$run = xhprof_info()["auto"]["run"];
	told(xhprof_request_end() === $run);
	told(info());
	work(9);
}
told(xhprof_info()["auto"]["last"]);
', 'xhprof.auto_flags=no_builtins');
print_r(names("$folder/runs"));
foreach (saved_files($folder) as $file) {
	$run = XHProf\Profile::load($file);
	$meta = $run->meta();
	echo "== ", basename($meta['url']), ' ', $meta['xhprof']['reason'], ' ',
		json_encode($meta['xhprof']['tags'] ?? null), "\n";
	show_sorted($run->pairs());
}
?>
--CLEAN--
<?php
require __DIR__ . '/worker.inc';
remove(__DIR__ . '/runs.tmp');
?>
--EXPECT--
{"profiled":true,"reason":"xhprof.auto=always","requested":false,"excluded":false,"run":"RUN"}
true
{"profiled":true,"reason":"xhprof.auto=always","requested":false,"excluded":false,"run":"RUN"}
true
{"profiled":false,"reason":"no job is open","requested":false,"excluded":false,"run":null}
true
{"profiled":true,"reason":"xhprof.auto=always","requested":false,"excluded":false,"run":"RUN"}
true
{"profiled":false,"reason":"no job is open","requested":false,"excluded":false,"run":null}
true
{"profiled":true,"reason":"xhprof.auto=always","requested":false,"excluded":false,"run":"RUN"}
true
{"profiled":false,"reason":"no job is open","requested":false,"excluded":false,"run":null}
"saved: App_Job4-RUN"
Array
(
    [0] => TIME-cli-App_Job2-PID-RUN.xhprof.json
    [1] => TIME-cli-App_Job3-PID-RUN.xhprof.json
    [2] => TIME-cli-App_Job4-PID-RUN.xhprof.json
    [3] => TIME-cli-worker_inc-PID-RUN.xhprof.json
)
== App\Job2 xhprof.auto=always {"size":"2"}
main()  ct=1
main()==>info  ct=1
main()==>told  ct=2
main()==>work  ct=1
work==>work@1  ct=1
work@1==>work@2  ct=1
== App\Job3 xhprof.auto=always {"size":"3","odd":"yes"}
main()  ct=1
main()==>info  ct=1
main()==>told  ct=2
main()==>work  ct=1
work==>work@1  ct=1
work@1==>work@2  ct=1
work@2==>work@3  ct=1
== App\Job4 xhprof.auto=always {"size":"4"}
main()  ct=1
main()==>info  ct=1
main()==>told  ct=2
main()==>work  ct=1
work==>work@1  ct=1
work@1==>work@2  ct=1
work@2==>work@3  ct=1
work@3==>work@4  ct=1
== worker.inc xhprof.auto=always null
main()  ct=1
main()==>info  ct=1
main()==>load::runs.tmp/worker.inc  ct=1
main()==>told  ct=1
main()==>work  ct=1
work==>work@1  ct=1
