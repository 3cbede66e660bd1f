--TEST--
A threshold on a function is on all that have its name and a text
--FILE--
<?php
require __DIR__ . '/cli.inc';

$row = static fn (int $ct, int $wt): array => ['ct' => $ct, 'wt' => $wt];
foreach (['before' => 1, 'after' => 3] as $name => $times) {
	$files[] = own_file("$name.xhprof", serialize(['main()==>PDO::query' => $row(1, 10),
		'main()==>PDO::query#select ?' => $row(2 * $times, 20 * $times),
		"main()==>PDO::query#select $name" => $row(4, 40), 'main()' => $row(1, 200)]));
}
foreach (['ct[PDO::query]>10', 'ct[PDO::query]>11', 'own_wt[PDO::query]>+40us', 'wt[PDO::query]>+39us',
	'ct[PDO::query#select ?]>5', 'ct[PDO::quer]>1'] as $condition) {
	$result = cli(['diff', ...$files, '--limit', '0', '--fail-if', $condition]);
	echo rtrim("$condition $result[status] "
		. implode(preg_grep('/FAILED|xhprof: /', explode("\n", $result['out'] . $result['err'])))), "\n";
}

/* Each run of a set by itself. */
mkdir($folder = own_file('folder'));
register_shutdown_function(static function () use ($folder) {
	array_map(unlink(...), glob("$folder/*"));
	rmdir($folder);
});
foreach (['a' => 1, 'b' => 2] as $side => $calls) {
	for ($i = 0; $i < 5; $i++) {
		file_put_contents("$folder/$side$i.xhprof", serialize(["main()==>PDO::query#select $i" => $row($calls, 10),
			'main()==>PDO::query#all' => $row(1, 10), 'main()' => $row(1, 50)]));
	}
}
$result = cli(['diff', "$folder/a*.xhprof", "$folder/b*.xhprof", '--limit', '0', '--fail-if', 'ct[PDO::query]>+40%']);
echo $result['status'], ' ', implode(preg_grep('/FAILED/', explode("\n", $result['out']))), "\n";
?>
--EXPECT--
ct[PDO::query]>10 1 FAILED  ct[PDO::query]>10: 7 -> 11  +57.1 %
ct[PDO::query]>11 0
own_wt[PDO::query]>+40us 0
wt[PDO::query]>+39us 1 FAILED  wt[PDO::query]>+39us: 70.0 us -> 110 us  +57.1 %
ct[PDO::query#select ?]>5 1 FAILED  ct[PDO::query#select ?]>5: 2 -> 6  +200 %
ct[PDO::quer]>1 2 xhprof: neither run has the function "PDO::quer" of "ct[PDO::quer]>1"
1 FAILED  ct[PDO::query]>+40%: 2 -> 3  +50.0 %, +50.0 % to +50.0 %
