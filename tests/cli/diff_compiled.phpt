--TEST--
xhprof diff says whether more files were compiled, or as many in more time
--FILE--
<?php
require __DIR__ . '/cli.inc';

function compiled(array $files, int $each_us): string
{
	$pairs = ['main()' => ['ct' => 1, 'wt' => 1000 + count($files) * $each_us]];
	foreach ($files as $file) {
		$pairs["main()==>load::src/$file"] = ['ct' => 1, 'wt' => $each_us];
	}
	file_put_contents($name = own_file(count($files) . "_$each_us.json"),
		XHProf\Profile::fromPairs($pairs)->export('json'));

	return $name;
}

$before = compiled(['a.php', 'b.php'], 2000);
foreach ([[['c.php', 'd.php'], 9000], [['a.php', 'b.php', 'c.php', 'd.php'], 2000]] as $after) {
	echo json_decode(cli(['diff', $before, compiled(...$after), '--json'])['out'], true)['words'], "\n";
}
?>
--EXPECT--
14.0 ms slower: 14.0 ms from compiling other files; one run each cannot tell a change from noise.
4.00 ms slower: 4.00 ms from 2 files more to compile; one run each cannot tell a change from noise.
