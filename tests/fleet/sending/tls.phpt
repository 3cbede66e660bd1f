--TEST--
A server's certificate must be of a known authority and of its name; ca_file names another authority
--EXTENSIONS--
curl
openssl
--FILE--
<?php
require __DIR__ . '/../stub.inc';

use XHProf\Cli\Problem;
use XHProf\Fleet\Http\Endpoint;
use XHProf\Fleet\Http\HttpClient;
use XHProf\Fleet\Http\HttpRequest;

$folder = fleet_folder(__FILE__);

/* A certificate that signs itself, with its key. */
function certificate(string $name, string $alternative): string
{
	global $folder;
	file_put_contents("$folder/$name.cnf",
		"[req]\ndistinguished_name=dn\n[dn]\n[v3]\nsubjectAltName=$alternative\nbasicConstraints=critical,CA:TRUE\n");
	$options = ['config' => "$folder/$name.cnf", 'x509_extensions' => 'v3', 'digest_alg' => 'sha256',
		'private_key_bits' => 2048];
	$key = openssl_pkey_new($options);
	$certificate = openssl_csr_sign(openssl_csr_new(['commonName' => $name], $key, $options), null, $key, 2, $options);
	openssl_x509_export($certificate, $text);
	openssl_pkey_export($key, $secret, null, $options);
	file_put_contents("$folder/$name.crt", $text);
	file_put_contents("$folder/$name.pem", $text . $secret);
	return "$folder/$name.pem";
}

function tell(string $what, Stub $stub, string $query): void
{
	try {
		$endpoint = Endpoint::of("clickhouse+https://$stub->address/db$query", ['clickhouse']);
		$answer = HttpClient::of($endpoint)->ask(new HttpRequest('POST', "$endpoint->base/", [], 'x',
			fn () => ['X-Secret: 1234567']));
	} catch (Problem $problem) {
		echo "$what: ", str_replace($GLOBALS['folder'], 'DIR', $problem->getMessage()), "\n";
		return;
	}
	echo "$what: $answer->status", preg_match('/certificate|SSL|TLS/i', $answer->error) === 1
		? ', the certificate is wrong' : " $answer->error", "\n";
}

foreach (['right' => 'IP:127.0.0.1', 'wrong' => 'DNS:example.org'] as $name => $alternative) {
	mkdir("$folder/$name");
	$stub = new Stub("$folder/$name", [[]], certificate($name, $alternative));
	tell("$name, unknown authority", $stub, '');
	tell("$name, known authority", $stub, "?ca_file=$folder/$name.crt");
	echo 'requests: ', count($stub->requests()), "\n";
	$stub->end();
}
tell('no such file', $stub, "?ca_file=$folder/none");
tell('no time', $stub, '?timeout=0');
tell('no unit', $stub, '?timeout=60');
tell('no number', $stub, '?timeout=1e3');
?>
--EXPECT--
right, unknown authority: 0, the certificate is wrong
right, known authority: 200 
requests: 1
wrong, unknown authority: 0, the certificate is wrong
wrong, known authority: 0, the certificate is wrong
requests: 0
no such file: ca_file: DIR/none cannot be read
no time: timeout takes from 1ms to 1000s, not 0
no unit: timeout 60: give a unit, as in 1m
no number: timeout takes a time, not "1e3"
