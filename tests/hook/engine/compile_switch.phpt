--TEST--
A stream wrapper written in PHP may start or stop a profile while a file is being compiled
--INI--
opcache.enable_cli=0
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

class Wrapper
{
	public $context;
	private $data =
		"<?php\nfunction_in_%s(1);\nfunction function_in_%s(\$x) { return implode('-', [leaf(\$x), strrev('x')]); }\n";
	private $position = 0;
	function stream_open($path, $mode, $options, &$opened)
	{
		$name = basename($path, '.php');
		$this->data = str_replace('%s', $name, $this->data);
		act($name, 'open');
		return true;
	}
	function stream_read($count)
	{
		$part = substr($this->data, $this->position, $count);
		$this->position += strlen($part);
		return $part;
	}
	function stream_eof() { return $this->position >= strlen($this->data); }
	function stream_stat() { return ['size' => strlen($this->data)]; }
	function stream_set_option($option, $one, $two) { return false; }
	function stream_close() { }
}
function act($name, $moment)
{
	global $profiles;
	leaf($moment);
	if (str_starts_with($name, 'enable') || $name === 'both') {
		xhprof_enable(0, ['ignored_functions' => wrapper_methods()]);
	}
	if (str_starts_with($name, 'disable') || $name === 'both') {
		$profiles[$name] = xhprof_disable();
	}
	leaf($moment);
}
function wrapper_methods()
{
	return array_merge(array_map(fn($name) => "Wrapper::$name", get_class_methods('Wrapper')),
		['substr', 'strlen', 'str_replace', 'basename', 'str_starts_with']);
}
function leaf($x) { return $x; }

stream_wrapper_register('mem', 'Wrapper');
$profiles = [];

echo "started inside\n";
include 'mem://x/enable.php';
leaf(1);
show(xhprof_disable());

echo "stopped inside\n";
xhprof_enable(0, ['ignored_functions' => wrapper_methods()]);
leaf(1);
include 'mem://x/disable.php';
leaf(1);
show($profiles['disable']);

echo "both inside\n";
include 'mem://x/both.php';
leaf(1);
show($profiles['both']);

echo "none\n";
xhprof_enable(0, ['ignored_functions' => wrapper_methods()]);
include 'mem://x/none.php';
show(xhprof_disable());
?>
--EXPECT--
started inside
main()==>leaf  ct=2
function_in_enable==>leaf  ct=1
function_in_enable==>strrev  ct=1
function_in_enable==>implode  ct=1
main()==>function_in_enable  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
stopped inside
main()==>leaf  ct=1
act==>leaf  ct=1
act==>xhprof_disable  ct=1
load::x/disable.php==>act  ct=1
main()==>load::x/disable.php  ct=1
main()  ct=1
both inside
main()==>xhprof_disable  ct=1
main()  ct=1
none
act==>leaf  ct=2
load::x/none.php==>act  ct=1
main()==>load::x/none.php  ct=1
function_in_none==>leaf  ct=1
function_in_none==>strrev  ct=1
function_in_none==>implode  ct=1
main()==>function_in_none  ct=1
main()==>xhprof_disable  ct=1
main()  ct=1
