--TEST--
JSON has numbers of every length, also where the writer's buffer ends
--FILE--
<?php
for ($digits = 0; $digits < 19; $digits++) {
	foreach ([-1, 0, 1] as $more) {
		$number = 10 ** $digits + $more;
		$pairs["main()==>near $digits digits, $more"] =
			['ct' => max(1, $number), 'wt' => 1, 'cpu' => 1, 'mu' => -$number, 'pmu' => $number];
	}
}
// Columns longer than a buffer.
for ($i = 0; $i < 4000; $i++) {
	$pairs["main()==>f$i"] = ['ct' => 1, 'wt' => 1, 'cpu' => 1, 'mu' => -(10 ** ($i % 14)) - $i,
		'pmu' => 10 ** ($i % 11)];
}
$pairs['main()'] = ['ct' => 1, 'wt' => count($pairs), 'cpu' => count($pairs), 'mu' => 7, 'pmu' => 8];
$profile = XHProf\Profile::fromPairs($pairs);
var_dump($profile->pairs() === $pairs);

$columns = json_decode($profile->export('json'), true)['pairs'];
foreach (['ct' => 'calls', 'mu' => 'memory_bytes', 'pmu' => 'peak_bytes'] as $key => $column) {
	echo $column, ' ';
	var_dump($columns[$column] === array_column($pairs, $key));
}
?>
--EXPECT--
bool(true)
calls bool(true)
memory_bytes bool(true)
peak_bytes bool(true)
