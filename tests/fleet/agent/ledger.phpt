--TEST--
The agent's ledger says where each ring is to be read on, wherever the agent before was killed
--FILE--
<?php
require __DIR__ . '/../batch.inc';

use XHProf\Fleet\Agent\Ledger;

function place(int $position): array
{
	return ['position' => $position, 'samples' => 1, 'weight_ns' => 2, 'is_over' => false];
}

/* Where the next agent goes on. */
function next_agent(string $folder, string ...$stored): string
{
	$places = (new Ledger($folder))->read(fn (string $id): bool => in_array($id, $stored, true));

	return $places === null ? 'nobody knows'
		: json_encode(array_map(fn (array $place): int => $place['position'], $places));
}

$folder = own_folder();
$ledger = new Ledger($folder);
echo 'the first start: ', next_agent($folder), "\n";
$ledger->commit(["/r\xFFings/1-2.data" => place(10), '7' => place(20)]);
echo 'a name that is no UTF-8 is kept: ',
	(new Ledger($folder))->read(fn () => false)["/r\xFFings/1-2.data"]['position'], "\n";
$ledger->commit(['a' => place(10)]);
$ledger->begin('x-1', ['a' => place(20)]);
echo 'killed before the batch was stored: ', next_agent($folder), "\n";
echo 'killed after that: ', next_agent($folder, 'x-1'), "\n";
$ledger->commit(['a' => place(20)]);
echo 'killed later, the batch is sent: ', next_agent($folder), "\n";

file_put_contents("$folder/rings.state",
	serialize(['version' => 1, 'places' => ['a' => place(-1), 'b' => 'x', 'c' => place(3), 'd' => ['position' => 1]]]));
echo 'damaged rows: ', next_agent($folder), "\n";
foreach (['garbage', '', serialize(['version' => 2, 'places' => []]), serialize(new ArrayObject())] as $text) {
	file_put_contents("$folder/rings.state", $text);
	echo 'damaged: ', next_agent($folder), "\n";
}

echo 'without a spool: ';
$none = new Ledger(null);
$none->begin('x-1', []);
$none->commit([]);
echo next_agent($folder), "\n";

unlink("$folder/rings.state");
mkdir("$folder/rings.state");
$ledger->commit(['a' => place(30)]);
echo 'it cannot be written: ', next_agent($folder), "\n";
rmdir("$folder/rings.state");
?>
--EXPECT--
the first start: nobody knows
a name that is no UTF-8 is kept: 10
killed before the batch was stored: {"a":10}
killed after that: {"a":20}
killed later, the batch is sent: {"a":20}
damaged rows: {"c":3}
damaged: nobody knows
damaged: nobody knows
damaged: nobody knows
damaged: nobody knows
without a spool: nobody knows
it cannot be written: nobody knows
