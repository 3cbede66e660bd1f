--TEST--
The option "lines" that is no list of strings is a TypeError, as beside the mode "alloc", and begins no run
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
function attempt(array $options): void
{
	try {
		xhprof_enable(0, $options);
	} catch (TypeError | ValueError $error) {
		echo get_class($error), ': ', $error->getMessage(), "\n";
	}
	echo json_encode($options['lines']), ' ', xhprof_info()['running'] ? 'runs' : 'does not run', ': ',
		json_encode(xhprof_stop()?->lines()), "\n";
}

$name = 'attempt';
foreach (['attempt', null, 1, [1], [''], ['attempt', null], [['attempt']], [], ['a' => 'attempt'],
	[&$name]] as $lines) {
	attempt(['lines' => $lines]);
}
attempt(['lines' => ['attempt'], 'mode' => 'alloc']);

/* The classic functions know no lines. */
function chosen(): int
{
	static $calls = 0;
	return $calls++;
}
xhprof_enable(0, ['lines' => ['chosen']]);
chosen();
var_dump(array_keys(xhprof_disable()));
?>
--EXPECT--
TypeError: xhprof_enable(): Argument #2 ($options) option "lines" must be a list of functions and files, each a string that is not empty
"attempt" does not run: null
TypeError: xhprof_enable(): Argument #2 ($options) option "lines" must be a list of functions and files, each a string that is not empty
null does not run: null
TypeError: xhprof_enable(): Argument #2 ($options) option "lines" must be a list of functions and files, each a string that is not empty
1 does not run: null
TypeError: xhprof_enable(): Argument #2 ($options) option "lines" must be a list of functions and files, each a string that is not empty
[1] does not run: null
TypeError: xhprof_enable(): Argument #2 ($options) option "lines" must be a list of functions and files, each a string that is not empty
[""] does not run: null
TypeError: xhprof_enable(): Argument #2 ($options) option "lines" must be a list of functions and files, each a string that is not empty
["attempt",null] does not run: null
TypeError: xhprof_enable(): Argument #2 ($options) option "lines" must be a list of functions and files, each a string that is not empty
[["attempt"]] does not run: null
[] runs: []
{"a":"attempt"} runs: []
["attempt"] runs: []
TypeError: xhprof_enable(): Argument #2 ($options) option "lines" must not be given with the mode "alloc", which records no calls
["attempt"] does not run: null
array(3) {
  [0]=>
  string(15) "main()==>chosen"
  [1]=>
  string(23) "main()==>xhprof_disable"
  [2]=>
  string(6) "main()"
}
