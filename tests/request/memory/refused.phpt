--TEST--
xhprof.on_memory refuses what it cannot read, and says why memory is not watched and why nothing was written
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/memory.inc';

function try_setting(string ...$settings): void
{
	echo implode(' ', $settings), "\n";
	echo preg_replace('/^/m', '  ', trim(child_php(__DIR__ . '/program.inc', $settings, [], ['20']))), "\n";
}

try_setting('xhprof.on_memory=12M', 'xhprof.output_dir=');
try_setting('xhprof.on_memory=12M', 'xhprof.output_dir=/nowhere/at/all');
try_setting('xhprof.on_memory=12M profile', 'xhprof.output_dir=/tmp');
try_setting('xhprof.on_memory=50%', 'memory_limit=-1');
foreach (['USE_ZEND_ALLOC=0', 'USE_ZEND_ALLOC_HUGE_PAGES=1'] as $variable) {
	putenv($variable);
	try_setting('xhprof.on_memory=12M', 'log_errors=0');
	putenv(strtok($variable, '='));
}
try_setting('xhprof.on_memory=lots');
foreach (['', 'off', 'OFF', '0', '1', '64M', '64m', '1G snapshot', '80%', '100%,profile', 'PROFILE 64M', '64',
	'-5M', '64Q', '64MB', 'M', '%', '0M', '101%', '64M both', '64M snapshot profile', '99999999999', '8589934591G',
	'8589934592G', '99999999999999999999', '9223372036854775807', '9223372036854775808'] as $value) {
	$set = ini_set('xhprof.on_memory', $value);
	$info = xhprof_info()['on_memory'];
	echo var_export($value, true), ': ',
		$set === false ? 'refused' : ($info['action'] ?? 'off') . " $info[bytes]", "\n";
	ini_set('xhprof.on_memory', 'off');
}
?>
--EXPECT--
xhprof.on_memory=12M xhprof.output_dir=
  xhprof: xhprof.on_memory wrote no file: xhprof.output_dir is not set
  20: not saved: xhprof.output_dir is not set
xhprof.on_memory=12M xhprof.output_dir=/nowhere/at/all
  xhprof: xhprof.on_memory wrote no file: No such file or directory
  20: not saved: No such file or directory
xhprof.on_memory=12M profile xhprof.output_dir=/tmp
  xhprof: xhprof.on_memory wrote no file: no run is open
  20: not saved: no run is open
xhprof.on_memory=50% memory_limit=-1
  20: nothing, there is no memory_limit for the percentage
xhprof.on_memory=12M log_errors=0
  20: nothing, PHP's allocator is not in use: an extension or USE_ZEND_ALLOC=0 replaces it
xhprof.on_memory=12M log_errors=0
  20: nothing, PHP uses huge pages, by USE_ZEND_ALLOC_HUGE_PAGES
xhprof.on_memory=lots
  Warning: xhprof.on_memory must be off, or bytes or a percentage of memory_limit, and snapshot or profile: "80% snapshot"; using the default in Unknown on line 0
  20: nothing
'': off 
'off': off 
'OFF': off 
'0': off 
'1': snapshot 1
'64M': snapshot 67108864
'64m': snapshot 67108864
'1G snapshot': snapshot 1073741824
'80%': snapshot 107374182
'100%,profile': profile 134217728
'PROFILE 64M': refused
'64': snapshot 64
'-5M': refused
'64Q': refused
'64MB': refused
'M': refused
'%': refused
'0M': refused
'101%': refused
'64M both': refused
'64M snapshot profile': refused
'99999999999': snapshot 99999999999
'8589934591G': snapshot 9223372035781033984
'8589934592G': refused
'99999999999999999999': refused
'9223372036854775807': snapshot 9223372036854775807
'9223372036854775808': refused
