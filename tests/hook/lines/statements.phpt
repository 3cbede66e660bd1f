--TEST--
lines() counts each line of a statement once, also the first one where PHP has code for its arguments before
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/lines.inc';

function leaf(int $n): int
{
	static $calls = 0;
	return $n + $calls++;
}

function chosen(int $n): int
{
	$least = min( # min
		leaf($n),
		leaf(2) # second
	);
	for ($i = 0; $i < 2; $i++) { # for
		$least += max( # max
			leaf($n),
			leaf(3), # third
		);
	}
	return leaf( # outer
		leaf( # inner
			$least
		)
	);
}

xhprof_enable(0, ['lines' => ['chosen']]);
chosen(2);
$source = file(__FILE__);
foreach (xhprof_stop()->lines() as $row) {
	echo "$row[ct]  ", trim($source[$row['line'] - 1]), "\n";
}
?>
--EXPECT--
1  $least = min( # min
1  leaf($n),
1  leaf(2) # second
3  for ($i = 0; $i < 2; $i++) { # for
2  $least += max( # max
2  leaf($n),
2  leaf(3), # third
1  return leaf( # outer
1  leaf( # inner
1  $least
