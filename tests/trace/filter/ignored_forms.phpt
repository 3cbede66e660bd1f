--TEST--
ignored_functions takes a string or an array, whose string elements with integer keys count
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

function foo($x) { return leaf($x) . strrev($x); }
function leaf($x) { return $x; }

class Text
{
	function __toString() { return 'leaf'; }
}

function shown($title, $options)
{
	@xhprof_enable(0, $options);
	foo('a');
	$profile = xhprof_disable();
	check_conservation($profile);
	unset($profile['main()'], $profile['main()==>xhprof_disable']);
	echo $title, ': ', implode(' ', array_keys($profile)), "\n";
}

$name = 'leaf';
$list = ['leaf'];
$reference = ['ignored_functions' => &$list];
$element = ['ignored_functions' => [&$name]];

shown('string', ['ignored_functions' => 'leaf']);
shown('empty string', ['ignored_functions' => '']);
shown('empty name', ['ignored_functions' => ['']]);
shown('array', ['ignored_functions' => ['leaf']]);
shown('integer keys', ['ignored_functions' => [7 => 'leaf', -3 => 'strrev']]);
shown('numeric string key', ['ignored_functions' => ['5' => 'leaf']]);
shown('string key', ['ignored_functions' => ['x' => 'leaf', 'strrev']]);
shown('non-strings', ['ignored_functions' => [null, 1, 1.5, true, ['leaf'], new stdClass, new Text, 'strrev']]);
shown('reference', $reference);
shown('element by reference', $element);
shown('twice', ['ignored_functions' => ['leaf', 'leaf']]);
shown('empty', ['ignored_functions' => []]);
shown('null', ['ignored_functions' => null]);
shown('int', ['ignored_functions' => 5]);
shown('object', ['ignored_functions' => new Text]);
shown('no key', ['functions' => ['leaf'], 'Ignored_Functions' => ['leaf'], 0 => ['leaf']]);
shown('no options', null);

$name = 'foo';
$list[] = 'foo';
shown('reference again', $reference);
shown('element again', $element);
?>
--EXPECT--
string: foo==>strrev main()==>foo
empty string: foo==>leaf foo==>strrev main()==>foo
empty name: foo==>leaf foo==>strrev main()==>foo
array: foo==>strrev main()==>foo
integer keys: main()==>foo
numeric string key: foo==>strrev main()==>foo
string key: foo==>leaf main()==>foo
non-strings: foo==>leaf main()==>foo
reference: foo==>strrev main()==>foo
element by reference: foo==>strrev main()==>foo
twice: foo==>strrev main()==>foo
empty: foo==>leaf foo==>strrev main()==>foo
null: foo==>leaf foo==>strrev main()==>foo
int: foo==>leaf foo==>strrev main()==>foo
object: foo==>leaf foo==>strrev main()==>foo
no key: foo==>leaf foo==>strrev main()==>foo
no options: foo==>leaf foo==>strrev main()==>foo
reference again: main()==>strrev
element again: main()==>leaf main()==>strrev
