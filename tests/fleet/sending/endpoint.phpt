--TEST--
A URL names a place, its secret comes from a file or the environment, and no message has one
--FILE--
<?php
require __DIR__ . '/../stub.inc';

use XHProf\Cli\Problem;
use XHProf\Fleet\Http\Endpoint;

$folder = fleet_folder(__FILE__);
file_put_contents("$folder/secret", " of-the-file\n");
putenv('XHPROF_SHIP_SECRET=of-the-variable');
putenv('OTHER_SECRET=of-another');

function tell(string $url): void
{
	try {
		$endpoint = Endpoint::of($url, ['store', 'other']);
		echo $endpoint->name(), ' user ', json_encode($endpoint->user), ' options ', json_encode($endpoint->options),
			"\n  secret ", $endpoint->secret(), "\n";
	} catch (Problem $problem) {
		echo str_replace($GLOBALS['folder'], 'DIR', $problem->getMessage()), "\n  ", $problem->advice, "\n";
	}
}

tell('store+https://me%40home@example.org:8443/db?days=30&list[]=1');
tell("other+http://127.0.0.1?secret_file=$folder/secret&ca_file=x");
tell('store+http://[::1]:81/a/b?secret_env=OTHER_SECRET');
tell('store+http://[::1]:81/?secret_env=');
tell('store+https://example.org/?secret_env=NO_SUCH_SECRET');
tell("store+https://example.org/?secret_file=$folder/none");
tell('store+https://me:hidden@example.org/');
foreach (['https://me:hidden@example.org/', 'third+https://me:hid:d@en@example.org/', 'store+ftp://example.org/',
	'store+https:///x', 'store', '', 'store+https://example.org:99999/'] as $url) {
	tell($url);
}

$one = 'store+https://example.org/';
foreach ([[$one], [$one, 'file:/x'], [$one, "$one?secret_env=OTHER_SECRET"], [$one, "$one?secret_env="],
	[$one, "$one?days=1"]] as $urls) {
	try {
		Endpoint::needOwnSecrets($urls);
		echo "each its own\n";
	} catch (Problem $problem) {
		echo $problem->getMessage(), "\n";
	}
}

echo "a new secret\n";
$endpoint = Endpoint::of("store+https://example.org/?secret_file=$folder/secret", ['store']);
echo $endpoint->secret(), "\n";
file_put_contents("$folder/secret", 'of-tomorrow');
echo $endpoint->secret(), "\n";
echo str_contains(print_r($endpoint, true), 'of-to') ? "KEPT\n" : "not kept\n";
?>
--EXPECT--
store+https://example.org:8443/db user "me@home" options {"days":"30","list":""}
  secret of-the-variable
other+http://127.0.0.1/ user "" options {"ca_file":"x"}
  secret of-the-file
store+http://[::1]:81/a/b user "" options []
  secret of-another
store+http://[::1]:81/ user "" options []
  secret 
store+https://example.org/ user "" options []
  secret the variable NO_SUCH_SECRET, which should hold the secret, is not set
  
store+https://example.org/ user "" options []
  secret DIR/none: the secret cannot be read
  
a password in a URL can be read by all users of this machine
  give it by ?secret_file=FILE or ?secret_env=NAME, or in the variable XHPROF_SHIP_SECRET
"https://me:***@example.org/" is not a destination
  it is one of: store+https://HOST/..., other+https://HOST/..., file:DIR
"third+https://me:***@example.org/" is not a destination
  it is one of: store+https://HOST/..., other+https://HOST/..., file:DIR
"store+ftp://example.org/" is not a destination
  it is one of: store+https://HOST/..., other+https://HOST/..., file:DIR
"store+https:///x" is not a destination
  it is one of: store+https://HOST/..., other+https://HOST/..., file:DIR
"store" is not a destination
  it is one of: store+https://HOST/..., other+https://HOST/..., file:DIR
"" is not a destination
  it is one of: store+https://HOST/..., other+https://HOST/..., file:DIR
"store+https://example.org:99999/" is not a destination
  it is one of: store+https://HOST/..., other+https://HOST/..., file:DIR
each its own
each its own
each its own
each its own
XHPROF_SHIP_SECRET would go to 2 places
a new secret
of-the-file
of-tomorrow
not kept
