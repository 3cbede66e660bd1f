--TEST--
A run that go tool pprof has read and written again is the same run for xhprof
--EXTENSIONS--
zlib
--SKIPIF--
<?php
require __DIR__ . '/../format/tools.inc';
require __DIR__ . '/../format/program.inc';
need_program('go');
if (!has_pprof()) die('skip built without zlib');
if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock');
once_is_enough();
?>
--FILE--
<?php
require __DIR__ . '/cli.inc';
require __DIR__ . '/../format/tools.inc';
require __DIR__ . '/../format/program.inc';

foreach (['program', 'odd_names'] as $program) {
	$run = run(XHPROF_FLAGS_TREE | XHPROF_FLAGS_CPU, $program);
	$run->export('pprof', $file = own_file('pb.gz'));
	run_program('go tool pprof -symbolize=none -proto -output=' . own_file('again.pb.gz') . " $file", $status);
	$again = read_run(own_file('again.pb.gz'));
	$rows = function (XHProf\Profile $profile): array {
		$rows = [];
		foreach ($profile->stacks() as $stack) {
			// Strings of protobuf are UTF-8.
			$rows[implode(';', preg_replace('/[\x80-\xFF]/', '?', $stack['frames']))] =
				[$stack['wall_ns'], $stack['cpu_ns']];
		}
		ksort($rows);
		return array_filter($rows, array_sum(...));
	};
	echo "$program: $status ", count($rows($run)) > 3 ? 'paths ' : 'FEW ',
		json_encode([$rows($run) === $rows($again), $run->summary()['wall_ns'] - $again->summary()['wall_ns'],
			$run->summary()['cpu_ns'] - $again->summary()['cpu_ns']]), "\n";
}
?>
--EXPECT--
program: 0 paths [true,0,0]
odd_names: 0 paths [true,0,0]
