--TEST--
Code of the program that runs while a job ends, a value's jsonSerialize() or destructor, finds nothing half done
--FILE--
<?php
require __DIR__ . '/worker.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");

echo "== a value that ends and begins jobs while its own is saved\n", worker($folder, '
final class Value implements JsonSerializable
{
	public function jsonSerialize(): mixed
	{
		told([xhprof_request_end(7), xhprof_request_begin(["url" => "/nested"])]);
		return "value";
	}
}
told(xhprof_request_begin(["url" => "/outer", "method" => "GET", "get" => ["x" => new Value]]));
work(3);
told(xhprof_request_end(2));
told(info());
', 'xhprof.meta=full');
told_runs($folder, 'status');

$last = '
final class Last
{
	public function __construct(private string $url) { }
	public function __destruct()
	{
		told($this->url);
		xhprof_request_begin(["url" => $this->url]);
		xhprof_tag("of", $this->url);
		work(1);
	}
}
';
echo "== a destructor that begins a job, as its own ends\n", worker($folder, $last . '
xhprof_request_begin(["url" => "/outer", "get" => ["x" => new Last("/from-the-end")]]);
work(3);
told(xhprof_request_end(2));
work(2);
told(xhprof_request_end(3));
');
told_runs($folder, 'status', 'tags');

echo "== a destructor that begins a job, as another one begins\n", worker($folder, $last . '
xhprof_request_begin(["url" => "/outer", "get" => ["x" => new Last("/in-between")]]);
work(3);
xhprof_request_begin(["url" => "/next"]);
work(2);
told(xhprof_request_end(3));
');
told_runs($folder, 'status', 'tags');

echo "== a destructor that begins a job, as the request ends\n", worker($folder, $last . '
xhprof_request_begin(["url" => "/outer", "get" => ["x" => new Last("/too-late")]]);
work(3);
');
told_runs($folder, 'status', 'tags');
?>
--CLEAN--
<?php
require __DIR__ . '/worker.inc';
remove(__DIR__ . '/reentrant.tmp');
?>
--EXPECT--
== a value that ends and begins jobs while its own is saved
true
[null,false]
"RUN"
{"profiled":false,"reason":"no job is open","requested":false,"excluded":false,"run":null}
outer: 4 calls, status 2
worker.inc: 0 calls, status 0
== a destructor that begins a job, as its own ends
"/from-the-end"
"RUN"
"RUN"
from-the-end: 5 calls, status 3, tags {"of":"\/from-the-end"}
outer: 4 calls, status 2, tags null
worker.inc: 0 calls, status 0, tags null
== a destructor that begins a job, as another one begins
"/in-between"
"RUN"
in-between: 2 calls, status null, tags {"of":"\/in-between"}
next: 3 calls, status 3, tags null
outer: 4 calls, status null, tags null
worker.inc: 0 calls, status 0, tags null
== a destructor that begins a job, as the request ends
"/too-late"
outer: 4 calls, status null, tags null
too-late: 2 calls, status 0, tags {"of":"\/too-late"}
worker.inc: 0 calls, status 0, tags null
