--TEST--
xhprof.trigger_ips takes IPv4 and IPv6 addresses and networks; an invalid entry matches nothing
--SKIPIF--
<?php
require __DIR__ . '/auto.inc';
if (cgi_binary() === null) die('skip needs the php-cgi of this PHP');
?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
file_put_contents("$folder/page.inc", '<?php echo xhprof_info()["auto"]["profiled"] ? "in" : "out";');

foreach ([
	'10.0.0.0/8' => ['10.1.2.3', '11.0.0.1', '::ffff:10.9.9.9', '::ffff:11.9.9.9', ''],
	'10.1.2.3' => ['10.1.2.3', '10.1.2.4'],
	'192.168.1.128/25 fd00::/8' => ['192.168.1.128', '192.168.1.127', 'fdff::1', 'fe00::1', 'fd00::1%eth0'],
	'::ffff:10.0.0.0/104' => ['10.0.0.1', '11.0.0.1'],
	'2001:db8::1' => ['2001:db8::1', '2001:0db8:0:0::0001', '2001:db8::2'],
	'0.0.0.0/0' => ['1.2.3.4', '2001:db8::1'],
	'::/0' => ['1.2.3.4', '2001:db8::1'],
	'0.0.0.0/1,128.0.0.0/1' => ['127.255.255.255', '128.0.0.0'],
	'10.0.0.0/33, 10.0.0.0/, 10.0.0/8, /8, localhost, 10.0.0.0/-1, 10.0.0.0/8x' =>
		['10.0.0.1', '127.0.0.1', 'localhost'],
	'10.0.0.1/8/8' => ['10.0.0.1'],
] as $list => $addresses) {
	echo "$list:";
	foreach ($addresses as $address) {
		$answer = cgi("$folder/page.inc", auto_settings($folder, 'xhprof.auto=trigger', 'xhprof.trigger_secret=s',
			"xhprof.trigger_ips=\"$list\""), ['REMOTE_ADDR' => $address, 'QUERY_STRING' => 'XHPROF_TRIGGER=s']);
		preg_match('/^(in|out)$/m', $answer, $found);
		echo " $address $found[1]";
	}
	echo "\n";
}
echo cgi("$folder/page.inc", ['xhprof.trigger_ips=10.0.0.0/99', 'expose_php=0']);
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/trigger_addresses.tmp');
?>
--EXPECT--
10.0.0.0/8: 10.1.2.3 in 11.0.0.1 out ::ffff:10.9.9.9 in ::ffff:11.9.9.9 out  out
10.1.2.3: 10.1.2.3 in 10.1.2.4 out
192.168.1.128/25 fd00::/8: 192.168.1.128 in 192.168.1.127 out fdff::1 in fe00::1 out fd00::1%eth0 in
::ffff:10.0.0.0/104: 10.0.0.1 in 11.0.0.1 out
2001:db8::1: 2001:db8::1 in 2001:0db8:0:0::0001 in 2001:db8::2 out
0.0.0.0/0: 1.2.3.4 in 2001:db8::1 out
::/0: 1.2.3.4 in 2001:db8::1 in
0.0.0.0/1,128.0.0.0/1: 127.255.255.255 in 128.0.0.0 in
10.0.0.0/33, 10.0.0.0/, 10.0.0/8, /8, localhost, 10.0.0.0/-1, 10.0.0.0/8x: 10.0.0.1 out 127.0.0.1 out localhost out
10.0.0.1/8/8: 10.0.0.1 out
Content-type: text/html; charset=UTF-8

out
Warning: xhprof.trigger_ips has a word that is neither an IP address nor a network: "10.0.0.0/99" in Unknown on line 0
