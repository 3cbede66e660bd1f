--TEST--
Either stop function stops either kind of profile, and a second start does nothing
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
function kind(?array $profile): string
{
	return $profile === null ? 'null' : (isset($profile['main()']['ct']) ? 'calls' : 'samples');
}

echo kind(xhprof_sample_disable()), "\n";

xhprof_sample_enable();
var_dump(xhprof_info()['running']);
xhprof_enable();
xhprof_sample_enable(['interval' => 7]);
echo kind(xhprof_disable()), "\n";
var_dump(xhprof_info()['running']);
echo kind(xhprof_disable()), "\n";

xhprof_enable();
xhprof_sample_enable();
echo kind(xhprof_sample_disable()), "\n";
echo kind(xhprof_sample_disable()), "\n";

xhprof_sample_enable();
echo kind(xhprof_sample_disable()), "\n";
xhprof_enable();
echo kind(xhprof_disable()), "\n";
var_dump(xhprof_info()['sampling']['interval']);
?>
--EXPECT--
null
bool(true)
samples
bool(false)
null
calls
null
samples
calls
int(100000)
