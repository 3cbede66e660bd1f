--TEST--
A coding agent finds by xhprof mcp that a query runs for each row, changes the script, and proves the cure
--FILE--
<?php
require __DIR__ . '/cli.inc';
require __DIR__ . '/mcp.inc';

const SLOW = <<<'PHP'
<?php
class Db { function query(string $sql): array { $h = ''; for ($i = 0; $i < 50; $i++) $h = md5($h . $sql); return [$h]; } }
class Orders { function all(Db $db): array { $rows = []; for ($i = 0; $i < 100; $i++) $rows[] = $db->query("SELECT $i"); return $rows; } }
echo count((new Orders)->all(new Db)), " orders\n";
PHP;

$folder = mcp_folder(SLOW);
$answers = mcp([
	1 => ['initialize', ['protocolVersion' => '2025-06-18', 'capabilities' => [],
		'clientInfo' => ['name' => 'test', 'version' => '1']]],
	2 => ['tools/list', []],
	3 => ['ping', []],
	4 => ['resources/list', []],
	5 => ['prompts/list', []],
]);
echo $answers[1]['result']['protocolVersion'], ' ', $answers[1]['result']['serverInfo']['name'], "\n";
echo implode(' ', array_intersect(array_column($answers[2]['result']['tools'], 'name'),
	['run', 'top', 'show', 'diff', 'list', 'live', 'dump', 'slow', 'queries', 'more'])), "\n";
echo json_encode([$answers[3]['result'], $answers[4]['result'], $answers[5]['error']['code']]), "\n";

/* Profile. */
$before = tool('run', ['script' => 'shop.php', 'limit' => 3]);
preg_match('~^file:\s+(\S+)~m', $before, $file) or exit($before);
echo str_contains($before, 'The script printed:') ? "the script ran\n" : $before;

/* Read. */
echo preg_match('~ 100 +\S+ \S+ +Db::query~', tool('top', ['run' => $file[1], 'by' => 'calls'])),
	" function with 100 calls\n";
echo preg_match('~100 +\S.* +100  Orders::all~', tool('show', ['run' => $file[1], 'function' => 'Db::query'])),
	" caller\n";

/* Change, prove. */
file_put_contents("$folder/shop.php", str_replace('$i < 100', '$i < 1', SLOW));
$after = tool('run', ['script' => "$folder/shop.php"]);
preg_match('~^file:\s+(\S+)~m', $after, $new) or exit($after);
echo preg_match('~-99 .*Db::query~', tool('diff', ['before' => $file[1], 'after' => $new[1], 'by' => 'calls'])),
	" change\n";
echo preg_match('~exit status 1~',
	tool('diff', ['before' => $new[1], 'after' => $file[1], 'fail-if' => ['ct[Db::query]>10']])), " condition\n";

/* What is refused. */
file_put_contents(WORK . '/outside.php', '<?php');
foreach ([['run', ['script' => WORK . '/outside.php']], ['run', ['script' => 'none.php']],
	['top', ['run' => '/etc/passwd']], ['top', []], ['top', ['run' => $file[1], 'limits' => 3]],
	['top', ['run' => $file[1], 'limit' => '3']], ['more', ['cursor' => '9']]] as [$name, $arguments]) {
	echo strtok(str_replace([WORK, realpath(WORK)], 'WORK', tool($name, $arguments)), "\n"), "\n";
}
echo json_encode(mcp([1 => ['tools/call', ['name' => 'rm', 'arguments' => []]]])[1]['error']), "\n";

/* What is long comes in parts. */
$parts = mcp([1 => ['tools/call', ['name' => 'top', 'arguments' => ['run' => $file[1], 'tokens' => 100]]],
	2 => ['tools/call', ['name' => 'more', 'arguments' => ['cursor' => '1']]],
	3 => ['tools/call', ['name' => 'top', 'arguments' => ['run' => $file[1]]]]]);
$first = preg_replace('~\(\d+ more lines: call `more` with the cursor "1"\)\n$~', '', mcp_text($parts[1]), 1, $cuts);
var_dump($cuts, $first . mcp_text($parts[2]) === mcp_text($parts[3]));

/* A call that is cancelled ends; the next one runs. */
file_put_contents("$folder/slow.php", '<?php sleep(100);');
$answers = mcp([1 => ['tools/call', ['name' => 'run', 'arguments' => ['script' => 'slow.php']]],
	2 => ['notifications/cancelled', ['requestId' => 1]],
	3 => ['tools/call', ['name' => 'top', 'arguments' => ['run' => $file[1]]]]]);
echo mcp_text($answers[1]), "\n", $answers[3]['result']['isError'] ? mcp_text($answers[3]) : 'not cancelled', "\n";
mcp_remove();
?>
--CLEAN--
<?php
require __DIR__ . '/mcp.inc';
mcp_remove();
?>
--EXPECT--
2025-06-18 xhprof
run top show diff queries list live dump slow more
[[],{"resources":[]},-32601]
the script ran
1 function with 100 calls
1 caller
1 change
1 condition
ERROR WORK/outside.php is outside the folders of this server: WORK/app
ERROR none.php: no such file
ERROR /etc/passwd is outside the folders of this server: WORK/app
ERROR the argument "run" is missing
ERROR unknown argument "limits"
ERROR "limit" must be of type integer, at least 0
ERROR unknown cursor "9"
{"code":-32602,"message":"unknown tool \"rm\""}
int(1)
bool(true)
ERROR it was cancelled
not cancelled
