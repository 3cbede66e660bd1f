--TEST--
xhprof run leaves output, input, arguments and status to the script, and reports at the end
--FILE--
<?php
require __DIR__ . '/cli.inc';

$script = own_file('script.tmp', <<<'END'
<?php
namespace App;

function work(string $text): string { return strtoupper($text); }

echo json_encode(array_slice($argv, 1)), "\n";
echo work(stream_get_contents(STDIN)), "\n";
echo 'variables: ', implode(' ', array_diff(array_keys(get_defined_vars()),
	['_GET', '_POST', '_COOKIE', '_FILES', '_SERVER', '_ENV', '_REQUEST', 'argv', 'argc', '__composer_autoload_files'])), "\n";
echo basename(get_included_files()[0]), ' ', basename($_SERVER['SCRIPT_NAME']), ' ', basename(__FILE__), "\n";
ini_set('pcre.jit', '0'); // valgrind cannot tell what its code reads
echo 'environment: ', implode(' ', preg_grep('/xhprof(?!_node_modules|_test_tree|_cache|_valgrind|_pictures|_ubuntu_mirror)/i', array_keys(getenv()))), "\n";
register_shutdown_function(function () { work('late'); echo "late\n"; });
fwrite(STDERR, "an error of its own\n");
chdir('/');
exit(3);
END);
$file = own_file('run.json');
$result = cli(['run', '--format', 'json', '--out', $file, '--', $script, '--json', 'b c', '', "d'\"\$e"], 'input');
echo $result['out'], 'status ', $result['status'], "\n";
echo preg_replace(['/[\d.,]+ (ns|us|ms|s|KiB|B)\b/', '/\d+ (calls|functions|paths)/',
	'/ +/', '/profiler (at least N|N to N)/'], ['N', 'N $1', ' ', 'profiler N'],
	strstr(preg_replace('~\S*/(?=run_basic\.)~', '', $result['err']), ' own%', true)), "\n";
echo preg_match('/ 2 .* App\\\\work$/m', $result['err']), "\n";
echo preg_match('/^file:  ' . preg_quote($file, '/') . ' \(json, .*\)$/m', $result['err']), "\n";

$functions = array_column(json_decode(file_get_contents($file), true)['functions'], 'name');
echo implode(' ', preg_grep('/xhprof|prelude/i', $functions)), "none of xhprof's own\n";

echo "-- quiet\n";
$result = cli(['run', '--quiet', '--out', $file, '--', $script]);
echo $result['err'];
?>
--EXPECT--
["--json","b c","","d'\"$e"]
INPUT
variables: 
run_basic.script.tmp run_basic.script.tmp run_basic.script.tmp
environment: 
late
status 3
an error of its own

run_basic.script.tmp wall N CPU N peak N
run_basic.script.tmp status 3
N calls N functions N paths profiler N of it


1
1
none of xhprof's own
-- quiet
an error of its own
