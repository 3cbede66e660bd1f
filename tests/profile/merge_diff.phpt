--TEST--
merge() adds up runs, diff() returns the change between two
--SKIPIF--
<?php
if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock');
if (getenv('XHPROF_TEST_TREE')) die('skip asks for hier mode as well');
?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function leaf($x) { return $x; }
function one($x) { return leaf($x); }
function two($x) { leaf($x); return one($x); }

function profile(callable $what, int $flags): XHProf\Profile
{
	xhprof_enable($flags | XHPROF_FLAGS_NO_BUILTINS, ['ignored_functions' => 'profile']);
	$what(1);
	return xhprof_stop();
}

foreach ([0, XHPROF_FLAGS_TREE] as $flags) {
	$one = profile('one', $flags);
	$two = profile('two', $flags);
	$merged = $one->merge($two, $two);
	$rows = $merged->pairs();
	foreach ($rows as $key => $row) {
		echo $key, ' ', json_encode($row), "\n";
	}
	echo json_encode(array_slice($merged->summary(), 2, 5)), ' ', $merged->summary()['mode'], "\n";
	foreach ($two->diff($one) as $name => $row) {
		unset($row['file']);
		echo $name, ' ', json_encode($row), "\n";
	}
	foreach ($one->diff($two) as $name => $row) {
		echo $name, ' ', $row['calls'], ' ', $row['own_wall_ns'], "\n";
	}
	var_dump($one->merge()->pairs() === $one->pairs());
	var_dump(array_sum(array_column($one->diff($one), 'calls')));
}

// Together they have only what both have.
$cpu = profile('one', XHPROF_FLAGS_CPU | XHPROF_FLAGS_TREE);
$merged = $cpu->merge(profile('two', XHPROF_FLAGS_MEMORY));
echo json_encode($merged->pairs()), ' ', $merged->summary()['mode'], "\n";
echo json_encode(array_keys($cpu->diff($two)['leaf'])), "\n";
?>
--EXPECT--
one==>leaf {"ct":3,"wt":3}
main()==>one {"ct":1,"wt":3}
two==>leaf {"ct":2,"wt":2}
two==>one {"ct":2,"wt":6}
main()==>two {"ct":2,"wt":14}
main() {"ct":3,"wt":23}
{"wall_ns":23000,"calls":13,"functions":4,"pairs":6,"nodes":0} hier
two {"calls":1,"wall_ns":7000,"own_wall_ns":3000,"line":6}
leaf {"calls":1,"wall_ns":1000,"own_wall_ns":1000,"line":4}
one {"calls":0,"wall_ns":0,"own_wall_ns":0,"line":5}
main() {"calls":0,"wall_ns":4000,"own_wall_ns":0,"line":null}
two -1 -3000
leaf -1 -1000
one 0 0
main() 0 0
bool(true)
int(0)
one==>leaf {"ct":3,"wt":3}
main()==>one {"ct":1,"wt":3}
two==>leaf {"ct":2,"wt":2}
two==>one {"ct":2,"wt":6}
main()==>two {"ct":2,"wt":14}
main() {"ct":3,"wt":23}
{"wall_ns":23000,"calls":13,"functions":4,"pairs":6,"nodes":7} tree
two {"calls":1,"wall_ns":7000,"own_wall_ns":3000,"line":6}
leaf {"calls":1,"wall_ns":1000,"own_wall_ns":1000,"line":4}
main() {"calls":0,"wall_ns":4000,"own_wall_ns":0,"line":null}
one {"calls":0,"wall_ns":0,"own_wall_ns":0,"line":5}
two -1 -3000
leaf -1 -1000
main() 0 0
one 0 0
bool(true)
int(0)
{"one==>leaf":{"ct":2,"wt":2},"main()==>one":{"ct":1,"wt":3},"two==>leaf":{"ct":1,"wt":1},"two==>one":{"ct":1,"wt":3},"main()==>two":{"ct":1,"wt":7},"main()":{"ct":2,"wt":14}} hier
["calls","wall_ns","own_wall_ns","file","line"]
