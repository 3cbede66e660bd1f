--TEST--
Entries of ignored_functions may be patterns: with a "*" or a "?", or a regular expression
--FILE--
<?php
namespace App\Db {
	class Query { public function run($x) { static $calls = 0; $calls++; return \leaf($x); } }
	function connect($x) { static $calls = 0; $calls++; return (new Query())->run($x); }
}
namespace {
require __DIR__ . '/../../helper.inc';

function leaf($x) { static $calls = 0; $calls++; return $x; }
function work($x) { static $calls = 0; $calls++; return App\Db\connect($x); }
function run($ignored)
{
	echo json_encode($ignored), "\n";
	xhprof_enable(XHPROF_FLAGS_NO_BUILTINS, ['ignored_functions' => $ignored]);
	$error = preg_match('/(?:\D+|<\d+>)*[!?]/', str_repeat('foobar ', 20)); // runs into its limit
	work(1);
	echo preg_last_error_msg() === 'No error' ? "the program's error is lost\n" : '';
	show(xhprof_disable());
}
run('App\Db\*');
run(['*']);
run(['App\Db\*::run', 'l??f']);
run(['*l??f']);
run(['/^app\\\\db/i']);
run(['/::run$/', '/(?<x>le)af/u', 'work']);
run(['app\db\*', '/nothing/', '*x*']);
foreach (['/', '/x', '/x/Q'] as $pattern) {
	foreach (['xhprof_enable' => [0], 'xhprof_sample_enable' => []] as $function => $arguments) {
		try {
			$function(...$arguments, ...['options' => ['ignored_functions' => [$pattern, 'x']]]);
		} catch (ValueError $e) {
			echo get_class($e), ': ', $e->getMessage(), "\n";
		}
		var_dump(xhprof_info()['running']);
	}
}
}
?>
--EXPECT--
"App\\Db\\*"
work==>leaf  ct=1
main()==>work  ct=1
main()  ct=1
["*"]
main()  ct=1
["App\\Db\\*::run","l??f"]
work==>App\Db\connect  ct=1
main()==>work  ct=1
main()  ct=1
["*l??f"]
App\Db\connect==>App\Db\Query::run  ct=1
work==>App\Db\connect  ct=1
main()==>work  ct=1
main()  ct=1
["\/^app\\\\db\/i"]
work==>leaf  ct=1
main()==>work  ct=1
main()  ct=1
["\/::run$\/","\/(?<x>le)af\/u","work"]
main()==>App\Db\connect  ct=1
main()  ct=1
["app\\db\\*","\/nothing\/","*x*"]
App\Db\Query::run==>leaf  ct=1
App\Db\connect==>App\Db\Query::run  ct=1
work==>App\Db\connect  ct=1
main()==>work  ct=1
main()  ct=1
ValueError: xhprof_enable(): No ending delimiter '/' found, in the pattern "/"
bool(false)
ValueError: xhprof_sample_enable(): No ending delimiter '/' found, in the pattern "/"
bool(false)
ValueError: xhprof_enable(): No ending delimiter '/' found, in the pattern "/x"
bool(false)
ValueError: xhprof_sample_enable(): No ending delimiter '/' found, in the pattern "/x"
bool(false)
ValueError: xhprof_enable(): Unknown modifier 'Q', in the pattern "/x/Q"
bool(false)
ValueError: xhprof_sample_enable(): Unknown modifier 'Q', in the pattern "/x/Q"
bool(false)