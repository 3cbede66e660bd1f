--TEST--
The trigger is found under each name that PHP makes its key of, and no name of a parameter brings its value with it
--SKIPIF--
<?php
require __DIR__ . '/auto.inc';
if (cgi_binary() === null) die('skip needs the php-cgi of this PHP');
?>
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs");
file_put_contents("$folder/page.inc", '<?php');
$secret = 'hunter2';

/* The URI and the query as saved, and where the secret still is. */
function ask(string $folder, string $query, string ...$settings): void
{
	global $secret;
	cgi("$folder/page.inc", auto_settings("$folder/runs", 'xhprof.auto_formats=json,xhgui',
		"xhprof.trigger_secret=$secret", ...$settings), ['REQUEST_URI' => "/page?$query", 'QUERY_STRING' => $query]);
	[$meta] = metas("$folder/runs");
	echo preg_replace_callback('/(?:%20){9,}/', static fn (array $blanks) => strlen($blanks[0]) / 3 . ' blanks ',
		$meta['url']), '  ', json_encode($meta['get']), '  ', $meta['xhprof']['reason'], "\n";
	foreach (glob("$folder/runs/*") as $file) {
		if (str_contains(file_get_contents($file), $secret)) {
			echo basename($file), " has it\n";
		}
	}
	forget("$folder/runs");
}

echo "== the trigger\n";
foreach (['XHPROF.TRIGGER', 'XHPROF%20TRIGGER', 'XHPROF+TRIGGER', '%20XHPROF_TRIGGER', '+%20XHPROF%2ETRIGGER',
	'XHPROF[TRIGGER', 'XHPROF%5BTRIGGER', 'XHPROF_TRIGGER%00x', 'XHPROF.TRIGGER%00[a]',
	str_repeat('%20', 300) . 'XHPROF_TRIGGER'] as $name) {
	ask($folder, "$name=$secret");
}
echo "== parts of names\n";
ask($folder, "user[pin]=$secret&pin[]=$secret&otp%5B0%5D=$secret&a[code]=$secret&a[b]=c&d[]=e");
ask($folder, "pin[a][b]=$secret&a[][pin][]=$secret&a[b%5D%5Bpin]=$secret&f[g][]=h");
ask($folder, ".pin=$secret&pin.=$secret&pi.n=x&pin%20=$secret&pin%00ned=$secret&[pin]=$secret&pin[=$secret&a[spin]=x");
ask($folder, 'a' . str_repeat('[a]', 100) . "[pin]=$secret");
ask($folder, 'a' . str_repeat('[a]', 20) . "[pin]=$secret");
echo "== URIs in URIs\n";
foreach ([3, 30] as $levels) {
	$uri = "/?user[pin]=$secret";
	while (--$levels > 0) {
		$uri = '/?a=' . rawurlencode($uri);
	}
	ask($folder, 'a=' . rawurlencode($uri));
}
$uri = '/?b=c';
for ($level = 0; $level < 30; $level++) {
	$uri = '/?a=' . rawurlencode($uri);
}
ask($folder, 'a=' . rawurlencode($uri));
echo "== values that go on behind what ends one elsewhere\n";
foreach (["token=a;$secret&b=c;d", "token=a;$secret;$secret;b=c;d", "token=a?$secret&b=c?d",
	"token=a#$secret=$secret?$secret;b=c", "pin[a?b]=$secret&c?d=e",
	"next=%2Fa?token%3D$secret&b=c", "next=/a?b=c?token=$secret", "next=/a?b=c#d;e?f&g?"] as $query) {
	ask($folder, $query);
}
echo "== users in URIs in URIs\n";
foreach (["next=http://anna:$secret@h/?a=b", "next=http%3A%2F%2Fanna%3A$secret%40h%2F&mail=a@b.c&mail2=a%40b.c",
	"next=//h/@a?b=c"] as $query) {
	ask($folder, $query);
}
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/trigger_names.tmp');
?>
--EXPECT--
== the trigger
/page?XHPROF_TRIGGER  {"XHPROF_TRIGGER":""}  requested by the query parameter
/page?XHPROF_TRIGGER  {"XHPROF_TRIGGER":""}  requested by the query parameter
/page?XHPROF_TRIGGER  {"XHPROF_TRIGGER":""}  requested by the query parameter
/page?XHPROF_TRIGGER  {"XHPROF_TRIGGER":""}  requested by the query parameter
/page?XHPROF_TRIGGER  {"XHPROF_TRIGGER":""}  requested by the query parameter
/page?XHPROF_TRIGGER  {"XHPROF_TRIGGER":""}  requested by the query parameter
/page?XHPROF_TRIGGER  {"XHPROF_TRIGGER":""}  requested by the query parameter
/page?XHPROF_TRIGGER  {"XHPROF_TRIGGER":""}  requested by the query parameter
/page?XHPROF_TRIGGER  {"XHPROF_TRIGGER":""}  requested by the query parameter
/page?XHPROF_TRIGGER  {"XHPROF_TRIGGER":""}  requested by the query parameter
== parts of names
/page?user&pin&otp&a&d  {"user":"","pin":"","otp":"","a":"","d":""}  xhprof.auto=always
/page?pin&a&f  {"pin":"","a":"","f":""}  xhprof.auto=always
/page?_pin&pin_&pi_n&pin&a  {"_pin":"","pin_":"","pi_n":"","pin":"","a":""}  xhprof.auto=always
/page  []  xhprof.auto=always
/page?a  {"a":""}  xhprof.auto=always
== URIs in URIs
/page?a  {"a":""}  xhprof.auto=always
/page?a  {"a":""}  xhprof.auto=always
/page?a  {"a":""}  xhprof.auto=always
== values that go on behind what ends one elsewhere
/page?token&b  {"token":"","b":""}  xhprof.auto=always
/page?token  {"token":""}  xhprof.auto=always
/page?token&b  {"token":"","b":""}  xhprof.auto=always
/page?token  {"token":""}  xhprof.auto=always
/page?pin&c%3Fd  {"pin":"","c?d":""}  xhprof.auto=always
/page?next&b  {"next":"","b":""}  xhprof.auto=always
/page?next  {"next":""}  xhprof.auto=always
/page?next  {"next":""}  xhprof.auto=always
== users in URIs in URIs
/page?next  {"next":""}  xhprof.auto=always
/page?next&mail&mail2  {"next":"","mail":"","mail2":""}  xhprof.auto=always
/page?next  {"next":""}  xhprof.auto=always
