--TEST--
The JIT does not change the counts of user functions, whether it shows calls of builtins or not
--SKIPIF--
<?php
require __DIR__ . '/../../helper.inc';
if (opcache_settings('tracing') === null) die('skip needs opcache and its JIT');
$status = child_php(__DIR__ . '/jit_status.inc', opcache_settings('tracing'));
if (trim($status) !== 'on') die('skip no JIT here');
?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function user_counts(string $jit): array
{
	$output = child_php(__DIR__ . '/counts.inc', array_merge(opcache_settings($jit), ['xhprof.hook=observer']));
	return preg_grep('/^JIT|==>(abs|Exception::__construct|xhprof_disable) /',
		explode("\n", $output), PREG_GREP_INVERT);
}

$expected = array_values(user_counts('disable'));
echo count($expected), " lines\n";
foreach (['function', 'tracing', '1205', '1235', '1255'] as $jit) {
	echo $jit, ': ', array_values(user_counts($jit)) === $expected ? 'same' : 'DIFFERENT', "\n";
}
?>
--EXPECT--
55 lines
function: same
tracing: same
1205: same
1235: same
1255: same
