--TEST--
The recipes of docs/production.md take what they say: call paths where one request is looked at, and the queries in each
--EXTENSIONS--
pdo
pdo_sqlite
--SKIPIF--
<?php
if (xhprof_info()['hook'] === 'off') die('skip needs calls');
if (getenv('XHPROF_TEST_TREE')) die('skip asks for hier mode as well');
?>
--FILE--
<?php
require __DIR__ . '/../request/trigger/auto.inc';

/* The ini blocks below "## Recipes", by the text in bold above them. */
function recipes(): array
{
	$text = file_get_contents(__DIR__ . '/../../docs/production.md');
	preg_match('/^## Recipes$(.*?)^## /ms', $text, $part);
	$recipes = [];
	foreach (preg_split('/^\*\*/m', $part[1]) as $recipe) {
		if (preg_match('/^([^*]*)\.\*\*.*?^```ini$(.*?)^```$/ms', $recipe, $found) === 1) {
			$recipes[$found[1]] = parse_ini_string($found[2], false, INI_SCANNER_RAW);
		}
	}
	return $recipes;
}

$folder = fresh_folder(__FILE__);
file_put_contents("$folder/program.inc", '<?php
function rows($db, $id) { return $db->query("select $id as a")->fetchAll(); }
function cart($db) { rows($db, 1); }
function menu($db) { rows($db, 2); }
$db = new PDO("sqlite::memory:");
cart($db);
menu($db);
');
mkdir("$folder/runs");
$known = ini_get_all('xhprof', false);
$modules = array_map(fn (string $name) => "extension=$name",
	array_filter(['pdo', 'pdo_sqlite'], fn (string $name) => shipped_module($name) !== null));
foreach (recipes() as $name => $settings) {
	echo "$name: ",
		implode(array_map(fn (string $key) => "no setting $key, ", array_keys(array_diff_key($settings, $known))));
	$settings = array_map(fn (string $key, string $value) => "$key=$value", array_keys($settings), $settings);
	putenv('XHPROF=1');
	echo trim(child_php("$folder/program.inc", ["xhprof.output_dir=$folder/runs", 'xhprof.save_timeout_ms=0',
		'xhprof.hook=' . xhprof_info()['hook'], ...$settings], $modules));
	[$run] = runs("$folder/runs");
	$queries = array_filter(array_keys($run->functions()),
		fn (string $function) => str_starts_with($function, 'PDO::query#'));
	echo $run->summary()['mode'], ', ', count($queries), " of queries\n";
	forget("$folder/runs");
}
?>
--CLEAN--
<?php
require __DIR__ . '/../request/trigger/auto.inc';
remove(__DIR__ . '/recipes.tmp');
?>
--EXPECT--
One user, on request: tree, 1 of queries
One in 1,000, permanently: hier, 1 of queries
Only slow requests: tree, 1 of queries
