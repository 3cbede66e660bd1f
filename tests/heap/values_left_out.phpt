--TEST--
A snapshot has the text of strings only on request, and can leave keys out as well
--FILE--
<?php
require __DIR__ . '/heap.inc';

class Account {
	public $password;
	private $list;
	public function __construct($password) {
		$this->password = $password;
		$this->list = ["user-$password" => $password . '!', 'plain' => "$password-2"];
	}
}
function secret() { return strrev(substr((string) getmypid(), 0, 0) . 'drowssap-terces'); }
function contents(array $options): string {
	$file = sys_get_temp_dir() . '/xhprof-test-values-' . getmypid();
	xhprof_heap_snapshot($file, $options + ['wait' => true]);
	$bytes = file_get_contents($file);
	unlink($file);
	return $bytes;
}
$account = new Account(secret());
$_GET['token'] = secret() . "\t\n\\";
foreach ([[], ['keys' => false], ['values' => true], ['values' => true, 'keys' => false]] as $options) {
	$bytes = contents($options);
	echo json_encode($options), ': ';
	// Reversed, because the text of this script is in memory while it runs.
	echo substr_count($bytes, secret()) > 0 ? 'told' : 'not told', ', as a key ',
		preg_match('/=user-' . secret() . '/', $bytes) ? 'told' : 'not told', ', names ',
		preg_match('/=plain$/m', $bytes) ? 'told' : 'not told', ', properties ',
		preg_match('/\tpassword$/m', $bytes) ? 'told' : 'not told', "\n";
}
echo preg_match_all('/secret-password\\\\x09\\\\x0a\\\\x5c$/m', contents(['values' => true])), " escaped\n";

// A key that is cut shows it, behind a whole character.
$long = [str_repeat('a', 64) => new stdClass, str_repeat('b', 65) => new stdClass,
	str_repeat('c', 63) . "\u{20ac}" => new stdClass];
preg_match_all('/=(?:a{40}|b{40}|c{40}).*/', contents([]), $keys);
sort($keys[0]);
foreach ($keys[0] as $key) {
	echo preg_replace_callback('/(.)\1{9,}/', fn ($run) => $run[1] . '*' . strlen($run[0]), $key), "\n";
}

// Equal strings can still be found, but not across two snapshots.
$copies = [secret() . 'x', secret() . 'x', secret() . 'y'];
$digests = [];
for ($i = 0; $i < 2; $i++) {
	$heap = snapshot();
	foreach ($heap->edges as [$from, $to, $kind, $label]) {
		if ($kind === 'element' && $heap->nodes[$to]['kind'] === 's' && $heap->nodes[$to]['count'] === 16
			&& in_array('root global $copies', $heap->holders($from))) {
			$digests[$i][$label] = $heap->nodes[$to]['digest'];
		}
	}
}
var_dump(count($digests[0]), $digests[0][0] === $digests[0][1], $digests[0][0] !== $digests[0][2],
	$digests[0][0] !== $digests[1][0]);
?>
--EXPECT--
[]: told, as a key told, names told, properties told
{"keys":false}: not told, as a key not told, names not told, properties told
{"values":true}: told, as a key told, names told, properties told
{"values":true,"keys":false}: told, as a key not told, names not told, properties told
1 escaped
=a*64
=b*64…
=c*63…
int(3)
bool(true)
bool(true)
bool(true)
