--TEST--
Below a deep recursion, recorded as far as it fits, an internal function recurses as it does without a profile
--SKIPIF--
<?php
if (trim((string) shell_exec('ulimit -s')) !== '8192') die('skip needs a C stack of 8 MB');
$plain = '$a = []; for ($i = 0; $i < 3000; $i++) $a = [$a]; serialize($a); echo 1;';
// A sanitizer's report of this is none of ours.
if (shell_exec('ulimit -s 4900; ASAN_OPTIONS=log_path=/dev/null ' . escapeshellarg(PHP_BINARY) . ' -n -r '
	. escapeshellarg($plain) . ' 2>/dev/null') !== '1') {
	die('skip serialize() takes more of the C stack here');
}
?>
--INI--
memory_limit=-1
zend.max_allowed_stack_size=-1
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function deep($n, $nested) { return $n > 0 ? deep($n - 1, $nested) : strlen(serialize($nested)); }

$nested = [];
for ($i = 0; $i < 3000; $i++) {
	$nested = [$nested];
}
xhprof_enable(0, ['max_depth' => 200000]);
var_dump(deep(40000, $nested));
$profile = xhprof_disable();
check_conservation($profile);
$levels = count(preg_grep('/==>deep(@\d+)?$/', array_keys($profile)));
$info = xhprof_info();
var_dump($levels === 40001 ? $info['unrecorded_calls'] === 0
	: $info['hook'] === 'ex' && $levels > 9000 && $info['unrecorded_calls'] === 1);
?>
--EXPECT--
int(30006)
bool(true)
