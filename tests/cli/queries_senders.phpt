--TEST--
One table says which function asks another service: queries, advise and the names of runs agree
--FILE--
<?php
require __DIR__ . '/../../cli/autoload.php';

use XHProf\Cli\Advise\{Call, Sending};
use XHProf\Cli\Breakdown\Queries;
use XHProf\Profile;

$row = ['ct' => 1, 'wt' => 1000];
$functions = [
	'SELECT ?' => ['PDO::exec', 'PDO::query', 'PDOStatement::execute', 'mysql_query', 'mysqli::execute_query',
		'mysqli::multi_query', 'mysqli::query', 'mysqli::real_query', 'mysqli_execute', 'mysqli_execute_query',
		'mysqli_multi_query', 'mysqli_query', 'mysqli_real_query', 'mysqli_stmt::execute', 'mysqli_stmt_execute',
		'SQLite3::exec', 'SQLite3::query', 'SQLite3::querySingle', 'SQLite3Stmt::execute', 'pg_exec', 'pg_execute',
		'pg_query', 'pg_query_params', 'pg_send_execute', 'pg_send_query', 'pg_send_query_params'],
	'http://h/x' => ['DOMDocument::load', 'DOMDocument::loadHTMLFile', 'DOMDocument::relaxNGValidate',
		'DOMDocument::schemaValidate', 'Dom\Document::relaxNgValidate', 'Dom\Document::schemaValidate',
		'Dom\HTMLDocument::createFromFile', 'Dom\XMLDocument::createFromFile', 'SimpleXMLElement::__construct',
		'SoapClient::__doRequest', 'SplFileObject::__construct', 'XMLReader::fromUri', 'XMLReader::open',
		'XMLReader::setRelaxNGSchema', 'XMLReader::setSchema', 'copy', 'curl_exec', 'curl_multi_add_handle',
		'exif_imagetype', 'exif_read_data', 'exif_thumbnail', 'file', 'file_get_contents', 'file_put_contents',
		'finfo::file', 'finfo_file', 'fopen', 'get_headers', 'get_meta_tags', 'getimagesize', 'gzfile', 'gzopen',
		'hash_file', 'hash_hmac_file', 'hash_update_file', 'imagecreatefromavif', 'imagecreatefrombmp',
		'imagecreatefromgd', 'imagecreatefromgd2', 'imagecreatefromgd2part', 'imagecreatefromgif',
		'imagecreatefromjpeg', 'imagecreatefrompng', 'imagecreatefromtga', 'imagecreatefromwbmp',
		'imagecreatefromwebp', 'imagecreatefromxbm', 'md5_file', 'mime_content_type', 'readfile', 'readgzfile',
		'sha1_file', 'simplexml_load_file'],
	'GET a' => ['Redis::get', 'Redis::hget', 'RedisCluster::get'],
	'get a' => ['Memcache::get', 'Memcached::get', 'Memcached::getMultiByKey', 'Memcached::touch'],
];
$kinds = ['SELECT ?' => 'sql', 'http://h/x' => 'http', 'GET a' => 'redis', 'get a' => 'memcached'];
$fixed = ['PDO::beginTransaction' => 'START TRANSACTION', 'PDO::commit' => 'COMMIT',
	'mysqli_set_charset' => 'SET NAMES', 'mysqli::savepoint' => 'SAVEPOINT'];
$none = ['PDO::prepare', 'mysqli::prepare', 'pg_prepare', 'curl_init', 'curl_setopt', 'Redis::connect',
	'Redis::__construct', 'Memcached::getResultCode', 'file_get_contents', 'fopen', 'strlen',
	'WP_Hook::apply_filters#the_content', str_repeat('long', 100) . '#text', ''];

$asked = function (string $name) use ($row): array {
	$queries = new Queries(Profile::fromPairs(['main()' => $row, "main()==>$name" => $row]));
	$found = array_values($queries->all);
	return $found !== [] ? [$found[0]->kind, $found[0]->text] : [$queries->withoutText === [] ? null : 'unknown', null];
};
$advised = fn (string $name): ?string =>
	Sending::kind(new Call(['function' => $name, 'calls' => 1, 'wall_ns' => 1, 'own_wall_ns' => 1], null, 0));
$count = 0;
foreach ($functions as $text => $names) {
	foreach ($names as $name) {
		if ($asked("$name#$text") !== [$kinds[$text], $text]
			|| $advised("$name#$text") !== $kinds[$text]) {
			echo "$name#$text: ", json_encode([$asked("$name#$text"), $advised("$name#$text")]), "\n";
		}
		$count++;
	}
}
foreach ($fixed as $name => $text) {
	if ($asked($name) !== ['sql', $text] || $advised($name) !== 'sql') {
		echo "$name: ", json_encode([$asked($name), $advised($name)]), "\n";
	}
}
foreach (array_filter($none) as $name) {
	if ($asked($name) !== [null, null] || $advised($name) !== null) {
		echo "$name: ", json_encode([$asked($name), $advised($name)]), "\n";
	}
}
var_dump(Profile::sends(''), Profile::sends('PDO::query'), $asked('PDO::query')[0]);
echo $count, " functions\n";

/* The table is in base/detail_kind.c, and no other place has one. */
$root = dirname(__DIR__, 2);
exec('grep -rlE --include="*.[ch]" --include="*.php" '
	. '"(PDOStatement|mysqli_stmt)::execute|\"(pdostatement|mysqli_stmt)\"" ' . implode(' ', array_map(fn ($folder) =>
		escapeshellarg("$root/$folder"), ['base', 'hook', 'trace', 'sampler', 'cli/src', 'fleet/src'])), $found);
echo implode("\n", array_map(fn ($file) => substr($file, strlen($root) + 1), $found)), "\n";
?>
--EXPECT--
NULL
array(3) {
  ["function"]=>
  string(10) "PDO::query"
  ["kind"]=>
  string(3) "sql"
  ["text"]=>
  NULL
}
string(7) "unknown"
86 functions
base/detail_kind.c
