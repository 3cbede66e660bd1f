--TEST--
Closures, anonymous classes, magic methods, generators, builtins with callbacks and the compiler's symbols can be ignored
--INI--
opcache.enable_cli=0
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function leaf($x) { return $x; }
class M
{
	function __call($name, $arguments) { return leaf($name); }
	function __destruct() { leaf(1); }
}
function numbers() { yield leaf(1); yield leaf(2); }
function file_scope($x) { return leaf($x); }

$closure = function ($x) { return leaf($x); };
$anonymous = new class { function m($x) { return leaf($x); } };
$map = array_map(...);

function shown($title, $names, $run)
{
	xhprof_enable(0, ['ignored_functions' => array_merge($names, [symbol_of($run)])]);
	$run();
	$profile = xhprof_disable();
	check_conservation($profile);
	unset($profile['main()'], $profile['main()==>xhprof_disable']);
	echo $title, ': ', implode(' ', array_keys(comparable($profile))), "\n";
}

$name = symbol_of($closure);
shown('closure', [$name], function () use ($closure) { wrap($closure); });
function wrap($closure) { $closure(1); }
shown('anonymous', ['class@anonymous::m'], function () use ($anonymous) { $anonymous->m(1); });
shown('magic', ['M::__call', 'M::__destruct'], function () { $m = new M; $m->any(1); });
shown('generator', ['numbers'], function () { iterator_to_array(numbers()); });
shown('generator method', ['iterator_to_array'], function () { iterator_to_array(numbers()); });
shown('builtin', ['array_map'], function () { array_map('leaf', [1]); });
shown('first-class', ['array_map'], function () use ($map) { $map('leaf', [1]); });
shown('exception', ['Exception::__construct'], function () { new Exception(leaf('x')); });
shown('include', ['load::filter/file_scope.inc'], function () { include __DIR__ . '/file_scope.inc'; });
shown('include too', [], function () { include __DIR__ . '/file_scope.inc'; });
shown('load alone', ['load::'], function () { include __DIR__ . '/file_scope.inc'; });
shown('eval', ['eval::' . __FILE__ . '(' . __LINE__ . ") : eval()'d code"], function () { eval('leaf(1);'); });
shown('eval too', [], function () { eval('leaf(1);'); });
?>
--EXPECT--
closure: wrap==>leaf main()==>wrap
anonymous: main()==>leaf
magic: main()==>leaf
generator: iterator_to_array==>leaf main()==>iterator_to_array
generator method: numbers==>leaf main()==>numbers
builtin: main()==>leaf
first-class: main()==>leaf
exception: main()==>leaf
include: file_scope==>leaf main()==>file_scope
include too: main()==>load::filter/file_scope.inc file_scope==>leaf main()==>file_scope
load alone: main()==>load::filter/file_scope.inc file_scope==>leaf main()==>file_scope
eval: main()==>leaf
eval too: main()==>eval::TESTS/trace/filter/ignored_kinds.php(41) : eval()'d code main()==>leaf
