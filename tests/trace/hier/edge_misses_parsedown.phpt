--TEST--
Of the calls of Parsedown that are warm, at most 60 in 1000 search for their edge
--SKIPIF--
<?php
if (!is_file(getenv('XHPROF_TEST_PARSEDOWN') . '/vendor/autoload.php')) die(
	'skip needs XHPROF_TEST_PARSEDOWN, a folder with erusev/parsedown');
if (!extension_loaded('mbstring')) die('skip needs mbstring');
?>
--FILE--
<?php
require getenv('XHPROF_TEST_PARSEDOWN') . '/vendor/autoload.php';
$text = str_repeat("# Title\n\nText with *words*, `code` and [links](https://example.com/).\n\n* one\n* two\n\n"
	. "| a | b |\n|---|---|\n| 1 | 2 |\n", 20);
foreach ([0, XHPROF_FLAGS_TREE] as $flags) {
	xhprof_enable($flags);
	for ($i = 0; $i < 8; $i++) {
		(new Parsedown())->text($text);
		$before ??= $i < 2 ? null : xhprof_info()['edges'];
	}
	$after = xhprof_info()['edges'];
	xhprof_disable();
	var_dump(1000 * ($after['misses'] - $before['misses']) / ($after['calls'] - $before['calls']) <= 60);
	$before = null;
}
?>
--EXPECT--
bool(true)
bool(true)
