--TEST--
reduce() says which of its options is wrong
--FILE--
<?php
$run = XHProf\Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 1]]);
foreach ([['x' => 1], [1], ['hide' => 1], ['fold' => [1]], ['hide_functions' => ['a', null]],
	['hide_functions' => '/x'], ['hide_functions' => ['a*', '/x/Q']],
	['threshold' => '1%'], ['rename' => 'a'], ['rename' => ['a' => 1]], ['rename' => ['a' => '']],
	['threshold' => -0.1], ['threshold' => 1.1], ['threshold' => NAN]] as $options) {
	try {
		$run->reduce($options);
	} catch (Throwable $e) {
		echo get_class($e), ': ', $e->getMessage(), "\n";
	}
}
// Files and libraries of which nothing is known are in no pattern.
echo json_encode($run->reduce(['fold' => ['*', '/', ''], 'threshold' => 1])->pairs()), "\n";
echo json_encode($run->reduce(['threshold' => 0])->pairs()), "\n";
?>
--EXPECT--
ValueError: XHProf\Profile::reduce(): Argument #1 ($options) has the unknown key "x"; known are hide, hide_functions, fold, components, rename, threshold, from_ns, to_ns and lane
ValueError: XHProf\Profile::reduce(): Argument #1 ($options) has the unknown key "(an integer)"; known are hide, hide_functions, fold, components, rename, threshold, from_ns, to_ns and lane
TypeError: XHProf\Profile::reduce(): Argument #1 ($options) must have a string or an array of strings for the key "hide"
TypeError: XHProf\Profile::reduce(): Argument #1 ($options) must have a string or an array of strings for the key "fold"
TypeError: XHProf\Profile::reduce(): Argument #1 ($options) must have a string or an array of strings for the key "hide_functions"
ValueError: XHProf\Profile::reduce(): No ending delimiter '/' found, in the pattern "/x"
ValueError: XHProf\Profile::reduce(): Unknown modifier 'Q', in the pattern "/x/Q"
TypeError: XHProf\Profile::reduce(): Argument #1 ($options) must have a float for the key "threshold"
TypeError: XHProf\Profile::reduce(): Argument #1 ($options) must have an array of non-empty strings for the key "rename"
TypeError: XHProf\Profile::reduce(): Argument #1 ($options) must have an array of non-empty strings for the key "rename"
TypeError: XHProf\Profile::reduce(): Argument #1 ($options) must have an array of non-empty strings for the key "rename"
ValueError: XHProf\Profile::reduce(): Argument #1 ($options) must have a share from 0 to 1 for the key "threshold"
ValueError: XHProf\Profile::reduce(): Argument #1 ($options) must have a share from 0 to 1 for the key "threshold"
ValueError: XHProf\Profile::reduce(): Argument #1 ($options) must have a share from 0 to 1 for the key "threshold"
{"main()":{"ct":1,"wt":1}}
{"main()":{"ct":1,"wt":1}}