--TEST--
A tree whose root is not main() is refused, as adding it to another run would make two roots
--FILE--
<?php
require __DIR__ . '/program.inc';

function tree(string $root): string
{
	return '{"format":"xhprof","version":1,"started_ns":1,'
		. '"unrecorded_calls":0,"truncated_calls":0,"call_cost_ps":1,"runs":1,'
		. '"functions":{"name":["' . $root . '","f"],"file":[null,null],"line":[0,0]},'
		. '"pairs":{"caller":[0,null],"caller_level":[0,0],"callee":[1,'
		. '0],"callee_level":[0,0],"calls":[1,1],"wall_ns":[1,2]},'
		. '"nodes":{"parent":[null,0],"function":[0,'
		. '1],"level":[0,0],"line":[0,3],"calls":[1,1],"min_wall_ns":[2,1],"max_wall_ns":[2,1],'
		. '"wall_ns":[2,1]}}';
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
Could not load a profile from DIR/load_root.tmp: some of its calls are not below main()
Could not load a profile from DIR/load_root.tmp: some of its calls are not below main()
2
