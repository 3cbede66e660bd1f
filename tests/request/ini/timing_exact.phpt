--TEST--
xhprof.timing=adaptive, which development versions had, is refused with a warning, and so is the option; each call is timed
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

file_put_contents(__DIR__ . '/timing_exact.tmp', '<?php
function step(int $x): int { static $calls = 0; $calls++; return $x; }
var_dump(ini_get("xhprof.timing"), ini_set("xhprof.timing", "adaptive"), ini_set("xhprof.timing", "exact"));
xhprof_enable(XHPROF_FLAGS_NO_BUILTINS, ["timing" => "adaptive"]);
for ($i = 0; $i < 1000; $i++) { step($i); }
$profile = xhprof_stop();
echo $profile->functions()["step"]["calls"], " calls\n";
');
echo preg_replace(['/ in \S+ on line \d+/', '/^\n+/', '/PHP Startup: /'], '', child_php(__DIR__ . '/timing_exact.tmp', ['xhprof.timing=adaptive']));
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/timing_exact.tmp');
?>
--EXPECT--
Warning: xhprof.timing must be one of exact, not "adaptive"; using the default
string(5) "exact"
bool(false)
string(5) "exact"

Warning: xhprof_enable(): there is no option "timing", it is ignored
1000 calls
