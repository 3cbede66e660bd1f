--TEST--
Methods that an object adds at run time, as PDO's drivers do, are counted in each profile
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

file_put_contents($file = __DIR__ . '/methods_of_objects.inc.tmp', <<<'PHP'
<?php
require __DIR__ . '/../../helper.inc';

error_reporting(E_ALL & ~E_DEPRECATED);
function connect($persistent)
{
	$pdo = new PDO('sqlite::memory:', null, null, [PDO::ATTR_PERSISTENT => $persistent]);
	$pdo->sqliteCreateFunction('f', strtoupper(...), 1);
	return $pdo->query("select f('a')")->fetchColumn();
}
foreach ([false, true] as $persistent) {
	$calls = 0;
	for ($i = 0; $i < 200; $i++) {
		xhprof_enable();
		connect($persistent);
		$kept[$i % 50] = array_map(fn ($x) => [$x => "k$x"], range(0, $i % 30)); // where what is gone was
		$rows = counts(xhprof_disable());
		$calls += $rows['connect==>PDO::sqliteCreateFunction'];
	}
	echo $persistent ? 'persistent: ' : 'each its own: ', $calls, "\n";
}
$pdo = new PDO('sqlite::memory:');
for ($i = 0; $i < 3; $i++) {
	xhprof_enable($i === 1 ? XHPROF_FLAGS_NO_BUILTINS : 0);
	$pdo->sqliteCreateFunction('f', strtoupper(...), 1);
	echo counts(xhprof_disable())['main()==>PDO::sqliteCreateFunction'] ?? 0, "\n";
}
$pdo->sqliteCreateFunction('f', strtoupper(...), 1);
xhprof_enable(); // nobody ends it
$pdo->sqliteCreateFunction('f', strtoupper(...), 1);
connect(true);
PHP);
foreach (['ex', 'observer'] as $hook) {
	$modules = [];
	foreach (['pdo', 'pdo_sqlite'] as $name) {
		if (($module = shipped_module($name)) !== null) {
			$modules[] = "extension=$module";
		}
	}
	echo "$hook\n", child_php($file, ["xhprof.hook=$hook"], $modules);
}
?>
--CLEAN--
<?php @unlink(__DIR__ . '/methods_of_objects.inc.tmp'); ?>
--EXPECT--
ex
each its own: 200
persistent: 200
1
0
1
observer
each its own: 200
persistent: 200
1
0
1
