--TEST--
sampling_depth keeps the innermost frames and is read at each sample
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; need_wall_by_signal(); ?>
--FILE--
<?php
require __DIR__ . '/sample.inc';

function foo() { usleep(100000); }
function bar(int $n) { $n > 0 ? bar($n - 1) : foo(); }

/* The stacks that end in a sleep, without what an overloaded machine may catch elsewhere. */
function sleeps(array $samples): string
{
	return implode(' ', array_unique(preg_grep('/usleep$/', $samples)));
}

foreach ([10, 5, 3, 2, 1, 0, -1] as $depth) {
	foreach (tries() as $try) {
		xhprof_sample_enable(['interval' => 5000, 'depth' => $depth]);
		bar(1);
		$sleeps = sleeps(xhprof_sample_disable());
		if ($sleeps !== '') {
			break;
		}
	}
	echo $depth, ': ', $sleeps, "\n";
}

ini_set('xhprof.sampling_interval', '10000');
$depth_at_first = ini_get('xhprof.sampling_depth');
foreach (tries() as $try) {
	xhprof_sample_enable();
	foreach ([$depth_at_first, '3', '-7'] as $depth) {
		ini_set('xhprof.sampling_depth', $depth);
		bar(1);
	}
	$sleeps = sleeps(xhprof_sample_disable());
	if (substr_count($sleeps, ' ') === 2) {
		break;
	}
}
echo $sleeps, "\n";
?>
--EXPECT--
10: main()==>bar==>bar@1==>foo==>usleep
5: main()==>bar==>bar@1==>foo==>usleep
3: bar@1==>foo==>usleep
2: foo==>usleep
1: usleep
0: usleep
-1: usleep
main()==>bar==>bar@1==>foo==>usleep bar@1==>foo==>usleep usleep
