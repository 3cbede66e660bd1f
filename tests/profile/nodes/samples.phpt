--TEST--
Profile::nodes() of samples has their number with and without callees; a run without call paths has no nodes
--FILE--
<?php
$row = fn (int $samples, string ...$frames): array => ['frames' => $frames, 'samples' => $samples,
	'wall_ns' => 10 * $samples, 'cpu_ns' => 3 * $samples];
$profile = XHProf\Profile::fromStacks([$row(3, 'main()', 'f', 'g'), $row(5, 'main()', 'f'),
	$row(1, 'main()', '12', 'f')]);
foreach ($profile->nodes() as $i => $node) {
	echo "$i ", json_encode($node), "\n";
}
echo json_encode($profile->merge($profile)->nodes()[0]), "\n";
echo json_encode(XHProf\Profile::fromStacks([])->nodes()), "\n";
foreach ([[], [1]] as $arguments) {
	try {
		XHProf\Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 2]])->nodes(...$arguments);
	} catch (Throwable $error) {
		echo get_class($error), ': ', $error->getMessage(), "\n";
	}
}

// The lines that a sample was taken at tell paths apart.
xhprof_sample_enable(['clock' => 'custom', 'paths' => true]);
function taken(): void
{
	xhprof_sample();
	xhprof_sample(null, 2);
}
taken();
$sampled = xhprof_stop();
foreach ($sampled->nodes() as $i => $node) {
	echo "$i $node[parent] $node[function] $node[calls] $node[own_samples] ",
		$node['own_line'] - ($node['line'] ?? $node['own_line']), ' ', basename((string) $node['file']), "\n";
}
?>
--EXPECT--
0 {"parent":null,"function":"main()","calls":9,"own_samples":0,"wall_ns":90,"cpu_ns":27,"own_wall_ns":0,"own_cpu_ns":0,"min_wall_ns":null,"max_wall_ns":null,"own_line":null,"file":null,"line":null}
1 {"parent":0,"function":"f","calls":8,"own_samples":5,"wall_ns":80,"cpu_ns":24,"own_wall_ns":50,"own_cpu_ns":15,"min_wall_ns":null,"max_wall_ns":null,"own_line":null,"file":null,"line":null}
2 {"parent":1,"function":"g","calls":3,"own_samples":3,"wall_ns":30,"cpu_ns":9,"own_wall_ns":30,"own_cpu_ns":9,"min_wall_ns":null,"max_wall_ns":null,"own_line":null,"file":null,"line":null}
3 {"parent":0,"function":"12","calls":1,"own_samples":0,"wall_ns":10,"cpu_ns":3,"own_wall_ns":0,"own_cpu_ns":0,"min_wall_ns":null,"max_wall_ns":null,"own_line":null,"file":null,"line":null}
4 {"parent":3,"function":"f","calls":1,"own_samples":1,"wall_ns":10,"cpu_ns":3,"own_wall_ns":10,"own_cpu_ns":3,"min_wall_ns":null,"max_wall_ns":null,"own_line":null,"file":null,"line":null}
{"parent":null,"function":"main()","calls":18,"own_samples":0,"wall_ns":180,"cpu_ns":54,"own_wall_ns":0,"own_cpu_ns":0,"min_wall_ns":null,"max_wall_ns":null,"own_line":null,"file":null,"line":null}
[{"parent":null,"function":"main()","calls":0,"own_samples":0,"wall_ns":0,"cpu_ns":0,"own_wall_ns":0,"own_cpu_ns":0,"min_wall_ns":null,"max_wall_ns":null,"own_line":null,"file":null,"line":null}]
RuntimeException: Nodes need call paths (XHPROF_FLAGS_TREE); this run has none
ArgumentCountError: XHProf\Profile::nodes() expects exactly 0 arguments, 1 given
0  main() 0 0 0 samples.php
1  main() 3 0 0 samples.php
2 1 taken 1 1 2 samples.php
3 1 taken 2 2 3 samples.php
