--TEST--
A chosen function that is ignored has lines all the same, in each run
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/lines.inc';

function ignored(): int
{
	static $calls = 0;
	$calls++; # ignored
	kept(); # calls
	return kept();
}

function kept(): int
{
	static $calls = 0;
	return $calls++; # kept
}

for ($i = 0; $i < 2; $i++) {
	xhprof_enable(XHPROF_FLAGS_NO_BUILTINS, ['lines' => ['ignored', 'kept'], 'ignored_functions' => ['ignored']]);
	ignored();
	$run = xhprof_stop();
	show_lines($run, __FILE__);
	echo implode(' ', array_keys($run->pairs())), "\n";
}
?>
--EXPECT--
ignored                       1   1  static $calls = 0;
ignored                       1   1  $calls++; # ignored
ignored                       1   6  kept(); # calls
ignored                       1   6  return kept();
kept                          2   2  static $calls = 0;
kept                          2   2  return $calls++; # kept
main()==>kept main()
ignored                       1   1  static $calls = 0;
ignored                       1   1  $calls++; # ignored
ignored                       1   6  kept(); # calls
ignored                       1   6  return kept();
kept                          2   2  static $calls = 0;
kept                          2   2  return $calls++; # kept
main()==>kept main()
