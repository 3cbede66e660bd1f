--TEST--
OpenTelemetry's contexts: a tracer's trace is that of the ring; without one, process and threads publish route and trace
--EXTENSIONS--
posix
pcntl
--SKIPIF--
<?php
require __DIR__ . '/../skipif.inc';
require __DIR__ . '/../../sampler/skipif.inc';
need_wall_by_signal();
if (!is_readable('/proc/self/mem')) die('skip needs /proc/self/mem');
require __DIR__ . '/../../faults/refuse.inc';
skip_refuse();
?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
$source = escapeshellarg(__DIR__ . '/tracer.c');
passthru("cc -w -shared -fPIC -o $folder/reader.so $source -ldl && cc -w -DTRACER -shared -fPIC "
	. "-o $folder/tracer.so $source -ldl");
/* The process's own context, as a reader finds it. */
file_put_contents("$folder/context.inc", '<?php
function context(): string
{
	$maps = preg_grep("/OTEL_CTX/", file("/proc/self/maps"));
	if (count($maps) !== 1) {
		return count($maps) . " contexts";
	}
	$memory = fopen("/proc/self/mem", "r");
	fseek($memory, hexdec(strtok(reset($maps), "-")));
	$header = unpack("a8signature/Lversion/Lbytes/Qpublished/Qpayload", fread($memory, 32));
	fseek($memory, $header["payload"]);
	$payload = fread($memory, $header["bytes"]);
	preg_match_all("/[\w.-]{3,}/", $payload, $words);
	return "$header[signature] $header[version] " . ($header["published"] > 0 ? "published " : "") . implode(" ", $words[0]);
}
');
file_put_contents("$folder/reader.php", '<?php
require "context.inc";
echo str_replace([PHP_VERSION, phpversion("xhprof")], ["PHP", "VERSION"], context()), "\n";
posix_kill(getmypid(), SIGUSR1);
xhprof_tag("route", "cart.show");
xhprof_trace(str_repeat("12", 16), str_repeat("34", 8));
posix_kill(getmypid(), SIGUSR1);
xhprof_trace(str_repeat("56", 16)); // readers want a span with a trace
posix_kill(getmypid(), SIGUSR1);
if (pcntl_fork() === 0) {
	posix_kill(getmypid(), SIGUSR1);
	echo "child ", strtok(context(), " "), "\n";
	exit;
}
pcntl_wait($status);
register_shutdown_function(fn () => posix_kill(getmypid(), SIGUSR1));
');
file_put_contents("$folder/tracer.php", '<?php
require "context.inc";
echo context(), "\n";
$ring = XHProf\Ring::open(xhprof_info()["live"]["file"]);
$ring->control(["sample" => ["interval_ns" => 1_000_000, "clock" => "wall", "lease_ms" => 60_000]]);
foreach (["ab", "ac"] as $digits) {
	posix_kill(getmypid(), SIGUSR1);
	$only = XHProf\Ring::open(xhprof_info()["live"]["file"], true, trace: str_repeat($digits, 16));
	for ($end = hrtime(true) + 180e9; ($only->read()[""]->summary()["samples"] ?? 0) === 0 && hrtime(true) < $end; ) {
	}
	echo json_encode(array_intersect_key($ring->status()["request"], ["trace" => 1, "span" => 1])), "\n";
}
');
foreach (['reader', 'tracer'] as $what) {
	echo "== $what\n";
	putenv("LD_PRELOAD=$folder/$what.so");
	$child = live_start("$folder/$what.php", live_settings($folder));
	putenv('LD_PRELOAD');
	echo stream_get_contents($child->out);
	proc_close($child->process);
}
live_clean($folder);
?>
--EXPECT--
== reader
OTEL_CTX 2 published process.runtime.name php process.runtime.version PHP telemetry.sdk.language php telemetry.sdk.name xhprof telemetry.sdk.version VERSION threadlocal.schema_version tlsdesc_v1_dev threadlocal.attribute_key_map http.request.method url.path http.route
000000000000000000000000000000000000000000000000 valid 1 flags 0
121212121212121212121212121212123434343434343434 valid 1 flags 0 2=cart.show
000000000000000000000000000000000000000000000000 valid 1 flags 0 2=cart.show
000000000000000000000000000000000000000000000000 valid 1 flags 0 2=cart.show
child OTEL_CTX
000000000000000000000000000000000000000000000000 valid 1 flags 0 2=cart.show
== tracer
0 contexts
no record
{"trace":"abababababababababababababababab","span":"abababababababab"}
no record
{"trace":"acacacacacacacacacacacacacacacac","span":"acacacacacacacac"}
