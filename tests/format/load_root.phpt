--TEST--
A tree whose root is not main() is refused, as adding it to another run would make two roots
--FILE--
<?php
require __DIR__ . '/program.inc';

function tree(string $root): string
{
	return '{"format":"xhprof","version":1,"started_ns":1,"unrecorded_calls":0,"truncated_calls":0,"call_cost_ps":1,'
		. '"functions":[{"name":"' . $root . '","file":null,"line":0},{"name":"f","file":null,"line":0}],'
		. '"pairs":[{"caller":0,"caller_level":0,"callee":1,"callee_level":0,"wall_ns":1,"calls":1},'
		. '{"caller":null,"caller_level":0,"callee":0,"callee_level":0,"wall_ns":2,"calls":1}],'
		. '"nodes":[{"parent":null,"function":0,"line":0,"wall_ns":2,"calls":1},'
		. '{"parent":0,"function":1,"line":3,"wall_ns":1,"calls":1}]}';
}

$file = __DIR__ . '/load_root.tmp';
$runs = [];
foreach (['main()', 'main', ''] as $root) {
	file_put_contents($file, tree($root));
	try {
		$runs[] = XHProf\Profile::load($file);
		echo "loaded\n";
	} catch (RuntimeException $error) {
		echo str_replace(__DIR__, 'DIR', $error->getMessage()), "\n";
	}
}
unlink($file);
$sum = array_shift($runs);
foreach ($runs as $run) {
	$sum = $sum->merge($run);
	var_dump(strlen($sum->export('callgrind')) > 0); // read before the start of an array
}
echo count($sum->pairs()), "\n";
?>
--EXPECT--
loaded
Could not load a profile from DIR/load_root.tmp: its calls are not all below one main()
Could not load a profile from DIR/load_root.tmp: its calls are not all below one main()
2
