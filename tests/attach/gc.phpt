--TEST--
The garbage collector is seen from outside; a destructor that it calls stands where it was called
--EXTENSIONS--
xhprof
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
if (PHP_ZTS || PHP_DEBUG || php_uname('m') !== 'x86_64') die('skip the collector is found on x86-64, without threads');
?>
--FILE--
<?php
require __DIR__ . '/attach.inc';

$folder = live_folder(__FILE__, 0700);
$child = attach_start('
class Loud { public $self; function __destruct() { echo "destructor\n"; fgets(STDIN); } }
function loud() { $loud = new Loud; $loud->self = $loud; unset($loud); gc_collect_cycles(); }
function collects() { gc_collect_cycles(); }
loud();
for ($i = 0; $i < 100000; $i++) { $node = new stdClass; $node->list = [$node]; $nodes[] = $node; }
echo "collects\n";
stream_set_blocking(STDIN, false);
while (!feof(STDIN)) { fgets(STDIN); foreach ($nodes as $node) { $copy = $node; unset($copy); } collects(); }');
echo fgets($child->out);
[$attachment, $ring] = attach($child->pid, $folder);
echo attach_reading($attachment, $ring);
fwrite($child->in, "\n");
echo fgets($child->out);
echo live_wait('the collector', function () use ($attachment, $ring): ?string {
	$ring->control(['sample' => ['interval_ns' => 1_000_000, 'clock' => 'wall', 'lease_ms' => 60000]]);
	XHProf\Attachment::run([$attachment], 200);
	foreach (($ring->read('')[''] ?? null)?->stacks() ?? [] as $stack) {
		if (array_slice($stack['frames'], -2) === ['gc_collect_cycles', '{gc}']) {
			return implode(' > ', array_slice($stack['frames'], -3));
		}
	}

	return null;
}), "\n";
attach_end($child);
unset($attachment);
live_clean($folder);
?>
--EXPECT--
destructor
  fgets
  Loud::__destruct  Command line code:2
  gc_collect_cycles
  loud  Command line code:3
  eval  Command line code:5
collects
collects > gc_collect_cycles > {gc}
