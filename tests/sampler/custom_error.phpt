--TEST--
xhprof_sample() refuses an empty label, and a weight that cannot be added up; zero bytes of a label become "_"; in a profile of calls it is a call
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

xhprof_sample_enable(['clock' => 'custom']);
foreach ([[''], ["a\0b"], ['a', 0], ['a', -1], ['a', 1000000001], [[]]] as $arguments) {
	try {
		xhprof_sample(...$arguments);
		echo "taken\n";
	} catch (Throwable $error) {
		echo get_class($error), ': ', $error->getMessage(), "\n";
	}
}
xhprof_sample(weight: 1000000000);
$run = xhprof_stop();
echo $run->summary()['custom'], ' ', implode(' ', array_keys($run->functions())), "\n";

/* The time of all weights together must fit: of intervals of 15 minutes 2,305,843 do. */
xhprof_sample_enable(['interval' => 1000000000, 'paths' => true]);
xhprof_sample('a', 2305843);
xhprof_sample('a', 1);
$result = xhprof_disable();
var_dump($result['custom'], $result['dropped']);

xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
xhprof_sample('a');
show(xhprof_disable());
xhprof_enable();
xhprof_sample('a');
show(xhprof_disable());
?>
--EXPECT--
ValueError: xhprof_sample(): Argument #1 ($label) must not be empty
taken
ValueError: xhprof_sample(): Argument #2 ($weight) must be between 1 and 1000000000
ValueError: xhprof_sample(): Argument #2 ($weight) must be between 1 and 1000000000
ValueError: xhprof_sample(): Argument #2 ($weight) must be between 1 and 1000000000
TypeError: xhprof_sample(): Argument #1 ($label) must be of type ?string, array given
1000000001 main() a_b
int(2305843)
int(1)
main()  ct=1
main()==>xhprof_sample  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
