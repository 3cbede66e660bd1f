--TEST--
The classic settings have their defaults and can be set at run time
--FILE--
<?php
$settings = ini_get_all('xhprof');
foreach (['output_dir', 'collect_additional_info', 'sampling_interval', 'sampling_depth', 'hook'] as $name) {
	$setting = $settings["xhprof.$name"];
	echo $name, ' ',
		$setting['access'] === INI_ALL ? 'all' : ($setting['access'] === INI_SYSTEM ? 'system' : '?'), "\n";
}
var_dump((string) ini_get('xhprof.output_dir'));
var_dump((bool) ini_get('xhprof.collect_additional_info'));
var_dump((int) ini_get('xhprof.sampling_interval'));
var_dump(intval(ini_get('xhprof.sampling_depth'), 0) === 0x7fffffff);

foreach (['output_dir' => '/some/where', 'collect_additional_info' => '1', 'sampling_interval' => '20000',
	'sampling_depth' => '10'] as $name => $value) {
	if (ini_set("xhprof.$name", $value) === false || ini_get("xhprof.$name") !== $value) {
		echo "$name not set\n";
	}
}
var_dump(ini_set('xhprof.hook', 'off'));
?>
--EXPECT--
output_dir all
collect_additional_info all
sampling_interval all
sampling_depth all
hook system
string(0) ""
bool(false)
int(100000)
bool(true)
bool(false)
