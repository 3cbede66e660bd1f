--TEST--
A wait for a CPU that no look saw widens the error of each function that may have had it, by how often it runs
--FILE--
<?php
require __DIR__ . '/looks.inc';

function show(string $title, array $moments): void
{
	$run = run($moments, true);
	echo "$title:\n";
	foreach ($run->functions() as $name => $row) {
		printf("  %-15s own %5.1f ± %4.1f  inclusive %5.1f ± %4.1f\n", $name,
			100 * $row['own_wall_ns'] / $run->summary()['wall_ns'], $row['share_error_points'],
			100 * $row['wall_ns'] / $run->summary()['wall_ns'], $row['incl_share_error_points']);
	}
}

// a has nine tenths of the CPU time, and b a tenth.
$runs = array_merge(...array_fill(0, 100, [...array_fill(0, 9, [1, 1, 0]), [2, 1, 0]]));
show('none', $runs);
show('seen in b', [...$runs, [3, 1, 1], [3, 999, 2]]);
show('seen by no look', [...$runs, [3, 1000, 3]]);
?>
--EXPECT--
none:
  a               own  90.0 ±  2.0  inclusive  90.0 ±  2.0
  b               own  10.0 ±  2.0  inclusive  10.0 ±  2.0
  main()          own   0.0 ±  0.4  inclusive 100.0 ±  0.4
  {wait for CPU}  own   0.0 ±  0.4  inclusive   0.0 ±  0.4
seen in b:
  {wait for CPU}  own  50.0 ±  0.2  inclusive  50.0 ±  0.2
  a               own  45.0 ±  1.2  inclusive  45.0 ±  1.2
  b               own   5.0 ±  1.0  inclusive  55.0 ±  1.2
  main()          own   0.0 ±  0.2  inclusive 100.0 ±  0.2
seen by no look:
  {wait for CPU}  own  50.0 ±  0.2  inclusive  50.0 ±  0.2
  a               own  45.0 ±  1.2  inclusive  45.0 ± 30.0
  b               own   5.0 ±  1.0  inclusive  55.0 ± 30.0
  main()          own   0.0 ±  0.2  inclusive 100.0 ±  0.2