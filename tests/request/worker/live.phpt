--TEST--
A ring shows each job with its name and tags, and between two jobs that the process is idle
--SKIPIF--
<?php require __DIR__ . '/../../live/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../../live/live.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php
$wait = function ($what) { echo "$what\n"; fgets(STDIN); };
xhprof_tag("of", "the start");
$wait("before");
foreach ([["url" => "App\\\\Mail"], ["url" => "/a?b=c", "method" => "POST"], []] as $meta) {
	xhprof_request_begin($meta);
	$wait("begun");
	xhprof_tag("tenant", "t1");
	$wait("tagged");
	xhprof_request_end();
	$wait("ended");
}
xhprof_request_begin(["url" => "last"]);
');
$child = live_start("$folder/program.php", live_settings($folder));
while (($line = fgets($child->out)) !== false) {
	$file ??= live_file($folder, $child->pid);
	$slot = live_header($file)['slot'];
	echo trim($line), ": $slot[state] $slot[request] $slot[method] ", basename($slot['uri']), ' ',
		str_replace("\0", '.', $slot['tags']), "\n";
	fwrite($child->in, "\n");
}
var_dump(live_end($child), [...glob("$folder/*.data"), ...glob("$folder/*.ctl")]);
live_clean($folder);
?>
--EXPECT--
before: running 1 cli program.php of.the start.
begun: running 2 job App\Mail 
tagged: running 2 job App\Mail tenant.t1.
ended: idle 2 job App\Mail tenant.t1.
begun: running 3 POST a 
tagged: running 3 POST a tenant.t1.
ended: idle 3 POST a tenant.t1.
begun: running 4 job program.php 
tagged: running 4 job program.php tenant.t1.
ended: idle 4 job program.php tenant.t1.
int(0)
array(0) {
}
