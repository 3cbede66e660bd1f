--TEST--
xhprof advise sees through what frameworks put between: generators, handlers of sessions, packages, transactions, placeholders in URLs
--SKIPIF--
<?php
if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock');
if (extension_loaded('pdo')) die('skip has a PDO of its own');
?>
--INI--
opcache.enable_cli=0
disable_functions=session_start
--FILE--
<?php
require __DIR__ . '/cli.inc';
mkdir($folder = own_file('app') . '/vendor/orm', 0700, true);
file_put_contents("$folder/orm.inc", <<<'PHP'
<?php
class PDO {
	public function query(string $sql): array { xhprof_fake_clock_advance(str_contains($sql, 'FOR UPDATE') ? 90000000 : 100000, 10000); return [1]; }
	public function commit(): void { xhprof_fake_clock_advance(900000, 10000); }
}
class Orm {
	public function __construct(private PDO $db) { }
	public function all(): void { $this->db->query('SELECT id FROM orders'); }
	public function both(): void { for ($i = 0; $i < 20; $i++) { $this->db->query("SELECT name FROM customers WHERE id = $i"); } }
	public function flush(int $i): void { $this->db->query("UPDATE orders SET total = $i"); $this->db->commit(); }
	public function session(): void { session_start(); }
	public function name(int $i): string { return $this->db->query("SELECT name FROM customers WHERE id = $i")[0]; }
}
PHP);
require "$folder/orm.inc";
function session_start(): void { (new PDO)->query('SELECT data FROM sessions WHERE id = 1 FOR UPDATE'); }
class Template {
	public function __construct(private Orm $orm) { }
	public function outer(): iterable { yield from $this->rows(); }
	private function rows(): iterable {
		for ($i = 0; $i < 20; $i++) {
			yield '<td>'; yield $this->orm->name($i); yield '<tr>';
		}
	}
}
function word(int $i): void { throw new LogicException("no $i"); }
$db = new PDO;
$orm = new Orm($db);
$programs = [
	'a loop in a generator' => function () use ($orm) {
		$orm->all();
		foreach ((new Template($orm))->outer() as $html) { }
	},
	'a loop in a package' => function () use ($orm) { $orm->both(); },
	'transactions' => function () use ($orm) { for ($i = 0; $i < 20; $i++) { $orm->flush($i); } usleep(1); },
	'a session handler' => function () use ($orm) { $orm->session(); },
	'twice' => function () use ($orm) { $orm->all(); usleep(1); $orm->all(); },
	'twice, with a write' => function () use ($orm) { $orm->all(); $orm->flush(1); $orm->all(); },
	'exceptions below the overhead' => function () {
		for ($i = 0; $i < 200; $i++) { try { word($i); } catch (LogicException) { } }
		xhprof_fake_clock_advance(1000000, 1000000);
	},
];
foreach ($programs as $name => $program) {
	xhprof_enable(XHPROF_FLAGS_TREE | XHPROF_FLAGS_CPU, ['texts' => true]);
	$program();
	xhprof_stop()->export('json', $file = own_file('run.json'));
	echo "$name:\n";
	foreach (json_decode(cli(['advise', $file, '--json'])['out'], true)['findings'] as $finding) {
		// the fake clock's reads are all the time of an empty call
		if ($finding['id'] === 'distorted-by-tracing') continue;
		// PHP 8.4 has the whole path in it
		echo "  $finding[id], ", basename((string) $finding['file']),
			":$finding[line], ", round(100 * $finding['share']), " %\n    ",
			preg_replace(['~\{closure:\S*/~', '/[\d.]+ us/'], ['{closure:', 'N us'], $finding['evidence'][0]), "\n";
	}
}
$url = fn (string $text): ?string => XHProf\Cli\Advise\Sending::text(new XHProf\Cli\Advise\Call(
	['function' => "curl_exec#$text", 'calls' => 1, 'wall_ns' => 1, 'own_wall_ns' => 1], null, 0));
require __DIR__ . '/../../cli/autoload.php';
echo implode("\n", array_map($url, ['http://127.0.0.1:80/users/?/orders?x=?', 'http://h/users/?', 'http://h/?',
	'http://h/?x=1', 'http://h/a/?#b'])), "\n";
unlink("$folder/orm.inc");
array_map(rmdir(...), [$folder, dirname($folder), dirname($folder, 2)]);
?>
--EXPECT--
a loop in a generator:
  n-plus-one, advise_frameworks.php:26, 95 %
    Template::rows calls Orm::name 20 times in 61 calls
a loop in a package:
  query-in-loop, advise_frameworks.php:38, 100 %
    Orm::both calls PDO::query 20 times
transactions:
  query-in-loop, advise_frameworks.php:39, 100 %
    {closure:advise_frameworks.php:39} calls Orm::flush 20 times
a session handler:
  session-lock, advise_frameworks.php:40, 100 %
    90.0 ms in session_start, of which N us on the CPU: another request of this visitor holds the lock
twice:
  duplicate-query, advise_frameworks.php:41, 51 %
    the query has no parameters: SELECT id FROM orders
twice, with a write:
exceptions below the overhead:
  exceptions, advise_frameworks.php:30, 5 %
    word makes 200 in 200 calls: Exception
http://127.0.0.1:80/users/?/orders
http://h/users/?
http://h/?
http://h/
http://h/a/