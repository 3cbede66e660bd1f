--TEST--
Without the fleet beside it the command says which package brings ship, watch, check and stores; with it, all are there
--FILE--
<?php
require __DIR__ . '/../install/install.inc';

$folder = own_folder(__FILE__);
$top = dirname(__DIR__, 2);
$tool = fn(string ...$words) => output_of([...php_words('curl'), "$folder/cli/bin/xhprof", ...$words]);
/* The first line, and the status. */
$first = fn(string ...$words) => preg_replace('/\n.*?(status \d)?\n?$/s', ' $1', $tool(...$words)) . "\n";
$known = fn() => preg_match_all('/^  xhprof (record|ship|watch|check|arm) /m', $tool('--help'), $found) > 0
	? implode(' ', $found[1]) : '';
exec('cp -R ' . escapeshellarg("$top/cli") . ' ' . escapeshellarg("$folder/cli"));

echo "alone: ", $known(), "\n";
echo $tool('ship', '--to', 'file:/nothing'), $first('watch', '--help'), $first('help', 'check'), $first('shap');
$url = 'clickhouse+http://127.0.0.1:1/db';
foreach ([['top', $url], ['list', $url], ['serve', $url], ['report', $url, '--out', "$folder/x"],
	['diff', $url, $url]] as $words) {
	echo $words[0], ': ', $first(...$words);
}
echo preg_match('/\bship\b/', $tool('completion', 'bash')) === 1 ? "ship is COMPLETED\n" : "no ship to complete\n";

exec('cp -R ' . escapeshellarg("$top/fleet") . ' ' . escapeshellarg("$folder/fleet"));
echo "\nbeside it: ", $known(), "\n";
echo $first('ship', '--help'), $first('ship', '--status'), $first('shap');
rename("$folder/fleet", "$folder/xhprof-fleet");
echo 'among packages of Composer: ', $known(), "\n";
?>
--EXPECT--
alone: record arm
xhprof: xhprof ship needs the package xhprof/xhprof-fleet, which is not installed
        composer require --dev xhprof/xhprof-fleet
status 2
xhprof: xhprof watch needs the package xhprof/xhprof-fleet, which is not installed status 2
xhprof: xhprof check needs the package xhprof/xhprof-fleet, which is not installed status 2
xhprof: unknown command "shap" status 2
top: xhprof: the URL of a store needs the package xhprof/xhprof-fleet, which is not installed status 2
list: xhprof: the URL of a store needs the package xhprof/xhprof-fleet, which is not installed status 2
serve: xhprof: the URL of a store needs the package xhprof/xhprof-fleet, which is not installed status 2
report: xhprof: the URL of a store needs the package xhprof/xhprof-fleet, which is not installed status 2
diff: xhprof: the URL of a store needs the package xhprof/xhprof-fleet, which is not installed status 2
no ship to complete

beside it: record ship watch check arm
xhprof ship --to URL... [OPTION...] 
xhprof: no agent given status 2
xhprof: unknown command "shap" status 2
among packages of Composer: record ship watch check arm
