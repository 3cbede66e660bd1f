--TEST--
A script that composer/xdebug-handler starts again is profiled where it runs, and ends as it does without us
--SKIPIF--
<?php
if (!is_file('/usr/share/php/Composer/XdebugHandler/autoload.php')) die(
	'skip needs Debian\'s php-composer-xdebug-handler');
?>
--FILE--
<?php
require __DIR__ . '/run_programs.inc';

$folder = fresh('handler');
file_put_contents("$folder/tool.php", '<?php
require "/usr/share/php/Composer/XdebugHandler/autoload.php";
final class Handler extends Composer\XdebugHandler\XdebugHandler
{
	protected function requiresRestart(bool $default): bool { return true; }
}
function restarted() { return "restarted"; }
function not_restarted() { return "not restarted"; }
(new Handler("tool"))->check();
echo getenv("TOOL_ORIGINAL_INIS") === false ? not_restarted() : restarted(), " ", implode(" ", array_slice($argv, 1)), "\n";
exit(5);');
$run = compare_outcomes(["$folder/tool.php", 'a', '--b'], $folder);
echo implode(' ', preg_grep('/restarted$/', array_keys($run->functions()))), "\n";
echo outcome([PHP_BINARY, '-c', own_ini(), "$folder/tool.php", 'a'], $folder)['out'];
?>
--EXPECT--
the same, status 5
restarted
restarted a
