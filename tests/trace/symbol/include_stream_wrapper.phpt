--TEST--
A stream wrapper written in PHP is called by the load:: it serves
--INI--
opcache.enable_cli=0
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

class Wrapper
{
	public $context;
	private $data, $position = 0;
	function stream_open($path, $mode, $options, &$opened)
	{
		$this->data = "<?php\nreturn leaf(1);\n";
		return leaf(true);
	}
	function stream_read($count)
	{
		$part = substr($this->data, $this->position, $count);
		$this->position += strlen($part);
		return leaf($part);
	}
	function stream_eof() { return $this->position >= strlen($this->data); }
	function stream_stat() { return ['size' => strlen($this->data)]; }
	function stream_set_option($option, $one, $two) { return false; }
	function stream_close() { leaf(2); }
}
function leaf($x) { return $x; }
function includes($path) { return include $path; }

stream_wrapper_register('mem', 'Wrapper');
xhprof_enable(XHPROF_FLAGS_NO_BUILTINS);
var_dump(includes('mem://dir/file.php'));
$profile = xhprof_disable();
check_conservation($profile);

// How often PHP asks for what is PHP's business.
foreach ($profile as $key => $row) {
	if (!str_contains($key, 'Wrapper::stream_')) {
		echo $key, '  ct=', $row['ct'], "\n";
	}
}
var_dump($profile['load::dir/file.php==>Wrapper::stream_open']['ct']);
var_dump($profile['load::dir/file.php==>Wrapper::stream_read']['ct'] > 0);
var_dump($profile['load::dir/file.php==>Wrapper::stream_read']['ct'] === $profile['Wrapper::stream_read==>leaf']['ct']);
var_dump(
	($profile['load::dir/file.php==>Wrapper::stream_close'] ?? $profile['includes==>Wrapper::stream_close'])['ct']);
?>
--EXPECT--
int(1)
includes==>load::dir/file.php  ct=1
includes==>leaf  ct=1
main()==>includes  ct=1
main()  ct=1
int(1)
bool(true)
bool(true)
int(1)
