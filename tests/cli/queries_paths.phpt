--TEST--
xhprof run records texts, and with call paths a query's caller is the first function outside libraries and wrappers
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../request/trigger/auto.inc';
require __DIR__ . '/cli.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/vendor/acme/orm", 0777, true);
mkdir("$folder/wp-includes");
file_put_contents("$folder/vendor/acme/orm/orm.php", <<<'PHP'
<?php
namespace Acme;
class Orm
{
	function __construct(private \PDO $pdo) {}
	function find($id) { return $this->run("select * from items where id = $id"); }
	private function run($sql) { return $this->pdo->query($sql)->fetchAll(); }
}
PHP);
file_put_contents("$folder/wp-includes/db.php", '<?php class wpdb { function __construct(private '
	. 'PDO $pdo) {} function query($sql) { return $this->pdo->query($sql); } '
	. 'function get_row($sql) { return $this->query($sql)->fetch(); } }');
file_put_contents("$folder/wp-includes/option.php", '<?php function get_option($db, '
	. '$name) { return $db->get_row("select value from options where name = \'$name\'"); }');
file_put_contents("$folder/program.php", <<<'PHP'
<?php
foreach (['vendor/acme/orm/orm.php', 'wp-includes/db.php', 'wp-includes/option.php'] as $file) require __DIR__ . "/$file";
class Db extends PDO
{
	function query($sql, $mode = null, ...$rest): PDOStatement|false { return parent::query($sql); }
	function all($sql) { return $this->query($sql)->fetchAll(); }
}
class Widget
{
	function content($orm) { foreach ([1, 2, 3] as $id) $this->item($orm, $id); }
	private function item($orm, $id) { return array_map($orm->find(...), [$id]); }
}
function report(Db $db) { return $db->all('select count(*) from items'); }
$pdo = new PDO('sqlite::memory:');
$pdo->exec('create table items (id int); create table options (name text, value text)');
$orm = new Acme\Orm($pdo);
(new Widget)->content($orm);
$orm->find(4);
$wpdb = new wpdb($pdo);
get_option($wpdb, 'secret');
$db = new Db('sqlite::memory:');
$db->exec('create table items (id int)');
report($db);
PHP);
chdir($folder);

/* Unless PHP was built with them. */
$settings = array_map(fn (string $name): string => "extension=$name", array_filter(['pdo', 'pdo_sqlite'],
	fn (string $name): bool => is_file(PHP_EXTENSION_DIR . "/$name.so")));
foreach ([[], ['--mode', 'hier'], ['--no-texts'], ['--flags', 'no-builtins']] as $options) {
	$result = cli(['run', '--quiet', '--out', 'run.json', ...$options, '--', 'program.php'], settings: $settings);
	echo implode(' ', $options), $result['err'], $result['status'] === 0 ? '' : "status $result[status]", "\n";
	$data = json_decode(cli(['queries', 'run.json', '--json', '--sort', 'text'])['out'], true);
	foreach ($data['queries'] as $query) {
		echo "  $query[text]: $query[calls]\n";
		foreach ($query['callers'] as $caller) {
			echo "    $caller[calls] $caller[function] ",
				$caller['file'] === null ? '' : basename($caller['file']) . ":$caller[line]", "\n";
		}
	}
	echo $data['why_none'] === null ? '' : "  $data[why_none]\n";
}
cli(['run', '--quiet', '--out', 'run.json', '--', 'program.php'], settings: $settings);
$data = json_decode(cli(['queries', 'run.json', '--json', '--hide', 'program.php', '--sort', 'calls'])['out'], true);
echo json_encode($data['queries'][0]['callers'][0]['function']), "\n";
$result = cli(['run', '--mode', 'sample', '--no-texts', '--', 'program.php']);
echo $result['err'];
?>
--CLEAN--
<?php
require __DIR__ . '/../request/trigger/auto.inc';
remove(__DIR__ . '/queries_paths.tmp');
?>
--EXPECT--
create table items (id int): 1
    1 main() 
  create table items (id int); create table options (name text, value text): 1
    1 main() 
  select * from items where id = ?: 4
    3 Widget::item program.php:11
    1 main() 
  select count(*) from items: 1
    1 report program.php:13
  select value from options where name = ?: 1
    1 get_option option.php:1
--mode hier
  create table items (id int): 1
    1 main() 
  create table items (id int); create table options (name text, value text): 1
    1 main() 
  select * from items where id = ?: 4
    4 Acme\Orm::find orm.php:6
  select count(*) from items: 1
    1 report program.php:13
  select value from options where name = ?: 1
    1 get_option option.php:1
--no-texts
  the texts of 8 queries were not recorded: xhprof run and xhprof.collect_additional_info=1 record them
--flags no-builtins
  this run has no internal functions, which send queries: leave out no-builtins
"main()"
xhprof: --no-texts cannot be combined with --mode sample
        samples record no calls to count or measure
