--TEST--
xhprof reads and writes .cpuprofile: times are those of the samples, to the microsecond; errors name the place
--FILE--
<?php
require __DIR__ . '/cli.inc';

$node = fn (int $id, string $name, array $children = [], string $url = '', int $line = -1) => ['id' => $id,
	'children' => $children, 'hitCount' => $id - 1, 'callFrame' => ['functionName' => $name, 'scriptId' => '3',
		'url' => $url, 'lineNumber' => $line, 'columnNumber' => 4]];
$nodes = [$node(1, '(root)', [2, 4]), $node(2, 'load', [3], 'file:///srv/app.js', 9),
	$node(3, '', [], 'file:///srv/app.js', 11), $node(4, '(idle)')];
// The third sample comes late, and the fourth is before it, as of another CPU.
$file = ['nodes' => $nodes, 'startTime' => 1_000_000, 'endTime' => 1_001_000, 'samples' => [2, 3, 3, 2, 4],
	'timeDeltas' => [100, 200, 300, -50, 150]];
own_file('js', json_encode($file));
chdir(__DIR__);
show_cli(['top', 'foreign_cpuprofile.js']);
echo cli(['convert', 'foreign_cpuprofile.js', '--format', 'folded'])['out'];
$parents = array_map(fn (array $node, ?int $parent) => array_diff_key($node, ['children' => 0])
	+ ($parent === null ? [] : ['parent' => $parent]), $nodes, [null, 1, 2, 1]);
echo cli(['convert', '-', '--format', 'folded'], json_encode(['nodes' => $parents] + $file))['out'];
echo "-- without samples\n",
	cli(['convert', '-', '--format', 'folded'], json_encode(array_diff_key($file, ['samples' => 0])))['out'];

echo "-- written\n";
$stacks = [['frames' => ['main()', 'a', "b\xFF"], 'samples' => 2, 'wall_ns' => 2600, 'cpu_ns' => 0],
	['frames' => ['main()', 'a'], 'samples' => 1, 'wall_ns' => 1600, 'cpu_ns' => 0],
	['frames' => ['main()'], 'samples' => 1, 'wall_ns' => 800, 'cpu_ns' => 0]];
XHProf\Profile::fromStacks($stacks)->export('json', own_file('stacks.json'));
$written = own_file('run.cpuprofile');
show_cli(['convert', 'foreign_cpuprofile.stacks.json', '--out', 'foreign_cpuprofile.run.cpuprofile']);
echo file_get_contents($written),
	cli(['convert', 'foreign_cpuprofile.stacks.json', '--format', 'cpuprofile'])['out'] === file_get_contents($written)
		? 'same' : 'DIFFERENT', "\n";
echo cli(['convert', $written, '--format', 'folded'])['out'];
$script = own_file('script', '<?php function work() { return strrev("ab"); } work();');
echo cli(['run', '--quiet', '--out', $written, '--', $script])['err'],
	str_contains(file_get_contents($written), '"functionName":"work"') ? 'work is there' : 'work is NOT there', "\n";
echo cli(['run', '--quiet', '--mode', 'hier', '--out', $written, '--', $script])['err'];

echo "-- bad\n";
$with = fn (array $more) => json_encode($more + $file);
$bad = [$with(['nodes' => [$node(1, 'a', [2]), $node(2, 'b', [1])]]),
	$with(['nodes' => [$node(1, 'a', [9])]]), $with(['nodes' => [$node(1, 'a'), $node(1, 'b')]]),
	$with(['nodes' => [$node(1, 'a', [3]), $node(2, 'b', [3]), $node(3, 'c')]]), $with(['samples' => [1, 2, 3]]),
	$with(['samples' => [1, 2, 3, 4, 99]]), $with(['samples' => 7]), $with(['timeDeltas' => [1, 2, 3, 4, 'x']]),
	$with(['endTime' => 1e300]), $with(['nodes' => [1, 2]]), json_encode(['head' => [], 'startTime' => 1])];
foreach ($bad as $text) {
	echo strtok(cli(['top', '-'], $text)['err'], "\n"), "\n";
}
?>
--EXPECT--
$ xhprof top foreign_cpuprofile.js
foreign_cpuprofile.js  wall 900 us
read from cpuprofile, without calls, memory
5 samples  weight 5  4 functions  4 paths  not enough samples: about 1 s more

 own%  ± pts      own  incl%     incl  weight  function
 33.3  ±39.7   300 us   66.7   600 us       4  load
 33.3  ±39.7   300 us   33.3   300 us       2  (anonymous)
 33.3  ±39.7   300 us   33.3   300 us       1  (idle)
  0.0  ±44.4     0 ns    100   900 us       5  main()

main();load 300000
main();load;(anonymous) 300000
main();(idle) 300000
main();load 300000
main();load;(anonymous) 300000
main();(idle) 300000
-- without samples
main();load 166667
main();load;(anonymous) 333333
main();(idle) 500000
-- written
$ xhprof convert foreign_cpuprofile.stacks.json --out foreign_cpuprofile.run.cpuprofile

{"nodes":[{"id":1,"callFrame":{"functionName":"(root)","scriptId":"0","url":"","lineNumber":-1,"columnNumber":-1},"hitCount":1,"children":[2]},{"id":2,"callFrame":{"functionName":"a","scriptId":"0","url":"","lineNumber":-1,"columnNumber":-1},"hitCount":1,"children":[3]},{"id":3,"callFrame":{"functionName":"bÿ","scriptId":"0","url":"","lineNumber":-1,"columnNumber":-1},"hitCount":1,"children":[]}],"startTime":0,"endTime":5,"samples":[3,2,1,1],"timeDeltas":[0,2,2,1]}
same
main() 1000
main();a 2000
main();a;bÿ 2000
work is there
xhprof: cpuprofile needs call paths, which this run does not have
        record them with xhprof run --mode tree; without them: json, xhgui, xhprof, html, callgrind
-- bad
xhprof: - cannot be read as a profile: some nodes are descendants of themselves
xhprof: - cannot be read as a profile: node 0 names the node 9, which the file does not define
xhprof: - cannot be read as a profile: two nodes have the id 1
xhprof: - cannot be read as a profile: node 2 has two parents
xhprof: - cannot be read as a profile: it has 3 samples and 5 "timeDeltas"
xhprof: - cannot be read as a profile: sample 4 names the node 99, which the file does not define
xhprof: - cannot be read as a profile: "samples" is not a list or an object: 7
xhprof: - cannot be read as a profile: time delta 4 is not a number: 'x'
xhprof: - cannot be read as a profile: its numbers are too large: their sum exceeds 64 bits
xhprof: - cannot be read as a profile: a node is not a list or an object: 1
xhprof: - cannot be read as a profile: it has the format used before Chrome 58, with "head" instead of "nodes"
