--TEST--
The file of a function and of load:: is the path without "..", however an autoloader or a stream wrapper names it
--INI--
opcache.enable_cli=0
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

/* As the wrappers of test tools do: the engine then keeps the name that the include has. */
class Wrapper
{
	public $context;
	private $file;
	function stream_open($path, $mode, $options, &$opened) {
		stream_wrapper_restore('file');
		$this->file = fopen($path, $mode);
		stream_wrapper_unregister('file');
		stream_wrapper_register('file', 'Wrapper');
		return true;
	}
	function stream_read($count) { return fread($this->file, $count); }
	function stream_eof() { return feof($this->file); }
	function stream_stat() { return fstat($this->file); }
	function stream_set_option($option, $one, $two) { return false; }
	function stream_close() { fclose($this->file); }
}

$folder = __DIR__ . '/include_file.tmp';
mkdir("$folder/vendor/composer", 0777, true);
mkdir("$folder/vendor/shop/cart", 0777, true);
file_put_contents("$folder/vendor/shop/cart/cart.php",
	'<?php function total() { return array_map(fn($x) => $x + 1, [1, 2]); }');
file_put_contents("$folder/vendor/shop/cart/wrapped.php",
	'<?php function wrapped() { return array_map(fn($x) => $x + 1, [1, 2]); }');

xhprof_enable(XHPROF_FLAGS_TREE);
include "$folder/vendor/composer/../shop//cart/./cart.php";
total();
stream_wrapper_unregister('file');
stream_wrapper_register('file', 'Wrapper');
include "$folder/vendor/composer/../../../include_file.tmp/vendor/shop/cart/wrapped.php";
stream_wrapper_restore('file');
wrapped();
$profile = xhprof_stop();
$rows = [];
foreach ($profile->functions() as $name => $row) {
	if (preg_match('/^load::|^total|^wrapped|^{closure/', $name) === 1) {
		// PHP 8.4 names closures itself.
		$rows[] = preg_replace('/^{closure.*}/', '{closure}', $name) . "  $row[calls]  "
			. str_replace(__DIR__, '', $row['file']) . "\n";
	}
}
sort($rows);
echo implode($rows);
foreach (array_keys($profile->reduce(['fold' => 'vendor/*/*'])->functions()) as $name) {
	echo $name[0] === '[' ? "$name\n" : '';
}
?>
--CLEAN--
<?php
$folder = __DIR__ . '/include_file.tmp';
array_map(unlink(...), glob("$folder/vendor/shop/cart/*"));
array_map(rmdir(...),
	["$folder/vendor/shop/cart", "$folder/vendor/shop", "$folder/vendor/composer", "$folder/vendor", $folder]);
?>
--EXPECT--
load::./cart.php  1  /include_file.tmp/vendor/shop/cart/cart.php
load::cart/wrapped.php  1  /include_file.tmp/vendor/shop/cart/wrapped.php
total  1  /include_file.tmp/vendor/shop/cart/cart.php
wrapped  1  /include_file.tmp/vendor/shop/cart/wrapped.php
{closure}  2  /include_file.tmp/vendor/shop/cart/cart.php
{closure}  2  /include_file.tmp/vendor/shop/cart/wrapped.php
[vendor/shop/cart]
