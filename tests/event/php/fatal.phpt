--TEST--
Events up to a fatal error or exit() are counted, and a run ends as without them
--SKIPIF--
<?php require __DIR__ . '/events.inc'; need_event('objects'); ?>
--FILE--
<?php
require __DIR__ . '/events.inc';

$program = sys_get_temp_dir() . '/xhprof-events-' . getmypid() . '.php';
$runs = [
	'exit' => 'function stops($x) { static $n = 0; $n++; try { exit("left\n"); } finally { echo "never\n"; } }',
	'uncaught' => 'function stops($x) { static $n = 0; $n++; throw new LogicException("x"); }',
	'compile' => 'function stops($x) { static $n = 0; $n++; eval("function stops() {}"); }',
];
foreach ($runs as $name => $code) {
	file_put_contents($program, '<?php ' . $code . '
		class Last { public function __destruct() { try { throw new LogicException("y"); } catch (LogicException) {} } }
		ini_set("display_errors", "0"); ini_set("log_errors", "0");
		register_shutdown_function(function () {
			$profile = xhprof_stop();
			echo json_encode($profile->pairs()["main()==>stops"]["exceptions"] ?? "?"), " ", json_encode($profile->pairs()["main()==>stops"]["errors"] ?? "?"),
				" ", json_encode(array_slice($profile->summary()["events"], 0, 2)), "\n";
			xhprof_enable(0, ["events" => ["exceptions", "objects"]]); // until the end
		});
		$last = new Last;
		xhprof_enable(0, ["events" => ["exceptions", "errors", "objects", "allocated-bytes", "gc-runs", "autoloads", "includes", "sql-statements"]]);
		stops(1);');
	echo "$name: ", child_php($program, []), "\n";
}
unlink($program);
?>
--EXPECT--
exit: left
0 0 {"exceptions":0,"errors":0}

uncaught: 1 0 {"exceptions":1,"errors":1}
ended with status 255

compile: 0 1 {"exceptions":0,"errors":1}
ended with status 255
