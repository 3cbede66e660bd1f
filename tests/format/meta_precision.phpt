--TEST--
Times in meta keep all digits whatever serialize_precision is; the program's own numbers follow that setting
--INI--
serialize_precision=3
--FILE--
<?php
require __DIR__ . '/../helper.inc';

class Told implements JsonSerializable
{
	public function jsonSerialize(): mixed { throw new Exception('no'); }
}

xhprof_enable();
$profile = xhprof_stop();
$meta = ['request_ts_micro' => ['sec' => 1795305419, 'usec' => 524686]];
echo preg_match('/"REQUEST_TIME_FLOAT":[\d.e+]+/', $profile->export('xhgui', null, $meta), $found)
	? $found[0] : 'none', "\n";
try {
	$profile->export('xhgui', null, $meta + ['told' => new Told()]);
} catch (Exception $e) {
	echo $e->getMessage(), "\n";
}
echo json_encode(1795305419.524686), "\n";
?>
--EXPECT--
"REQUEST_TIME_FLOAT":1795305419.524686
no
1.8e+9
