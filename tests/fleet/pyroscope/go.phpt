--TEST--
go tool pprof reads what goes to Pyroscope, in one piece or in several, and finds all of its time
--EXTENSIONS--
curl
zlib
--SKIPIF--
<?php
require __DIR__ . '/../../format/tools.inc';
require __DIR__ . '/../../format/program.inc';
need_program('go');
if (!has_pprof()) die('skip built without zlib');
once_is_enough();
?>
--FILE--
<?php
require __DIR__ . '/../batch.inc';
require __DIR__ . '/../stub.inc';
require __DIR__ . '/../../format/tools.inc';
use XHProf\Fleet\Agent\BatchPart;
use XHProf\Fleet\Destination\Destinations;
use XHProf\Profile;

$stub = new Stub($folder = fleet_folder(__FILE__));
$stacks = [];
for ($i = 0; $i < 17_000; $i++) {
	$stacks[] = ['frames' => ['main()', 'f' . $i % 200, "g$i"], 'samples' => 1, 'wall_ns' => $i, 'cpu_ns' => 1];
}
$parts = [new BatchPart(series(['route' => '/a']), 'samples', Profile::fromStacks(array_slice($stacks, 0, 100))),
	new BatchPart(series(), 'samples', Profile::fromStacks($stacks))];
show_outcome(outcome_of(Destinations::of("pyroscope+http://$stub->address")->send(batch(1, ...$parts))));
foreach ($stub->requests() as $i => $request) {
	file_put_contents("$folder/$i.pb.gz", $request['body']);
	$top = run_program("go tool pprof -symbolize=none -top -unit=ns $folder/$i.pb.gz");
	preg_match('/^Type: (\S+).*^Duration: (\S+), Total samples = (\d+)ns/ms', $top, $found);
	echo "$found[1] $found[2] ", $sums[] = (int) $found[3], "\n";
}
echo array_sum($sums) - $parts[0]->profile->summary()['wall_ns'] - $parts[1]->profile->summary()['wall_ns'], "\n";
preg_match('/^Samples:\n(.*)\n/m', run_program("go tool pprof -raw $folder/0.pb.gz"), $types);
echo $types[1], "\n";
?>
--EXPECT--
accepted
wall 60s 4950
wall 60s 127992000
wall 60s 16499500
0
samples/count wall/nanoseconds[dflt] cpu/nanoseconds
