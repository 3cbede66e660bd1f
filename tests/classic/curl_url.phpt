--TEST--
With collect_additional_info the name of curl_exec() carries its URL
--EXTENSIONS--
curl
--INI--
xhprof.collect_additional_info=1
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function fetch($url)
{
	$handle = curl_init($url);
	curl_setopt($handle, CURLOPT_RETURNTRANSFER, true);
	return curl_exec($handle);
}

xhprof_enable();
fetch('file:///dev/null');
fetch('file:///no/such/file');
$profile = xhprof_disable();
check_conservation($profile);
var_dump($profile['fetch==>curl_exec#file:///dev/null']['ct'] ?? null);
var_dump($profile['fetch==>curl_exec#file:///no/such/file']['ct'] ?? null);
?>
--EXPECT--
int(1)
int(1)
