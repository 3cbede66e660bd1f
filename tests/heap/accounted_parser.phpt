--TEST--
At least 99 % of memory_get_usage() are accounted for in PHP-Parser with its trees
--EXTENSIONS--
tokenizer
ctype
--SKIPIF--
<?php
if (!is_file('/usr/share/php/PhpParser/autoload.php')) die('skip needs php-parser');
if (getenv('USE_ZEND_ALLOC') === '0') die('skip memory_get_usage() is 0 without the allocator');
?>
--INI--
memory_limit=512M
--FILE--
<?php
require '/usr/share/php/PhpParser/autoload.php';
require __DIR__ . '/heap.inc';

$factory = new PhpParser\ParserFactory;
$parser = method_exists($factory, 'createForNewestSupportedVersion')
	? $factory->createForNewestSupportedVersion() : $factory->create(PhpParser\ParserFactory::PREFER_PHP7);
$folder = '/usr/share/php/PhpParser';
foreach ([...glob("$folder/Builder/*.php"), ...glob("$folder/Node/Expr/*.php")] as $file) {
	$trees[] = $parser->parse(file_get_contents($file));
}
$before = memory_get_usage();
$file = sys_get_temp_dir() . '/xhprof-test-parser-' . getmypid();
foreach ([['wait' => true], ['fork' => false]] as $options) {
	$report = xhprof_heap_snapshot($file, $options);
	$percent = 100 * $report['bytes'] / $report['memory_usage'];
	echo $percent >= (PHP_VERSION_ID < 80200 ? 90 : 99) && $percent <= 100 ? 'enough' : sprintf('%.2f %%', $percent),
		', ', $report['nodes'] > 10000 ? 'many values' : "$report[nodes] values", "\n";
}
$report = $options = null;
unlink($file);
echo memory_get_usage() - $before < $before / 100 ? "grown by less than a hundredth\n" : memory_get_usage() - $before;
?>
--EXPECT--
enough, many values
enough, many values
grown by less than a hundredth
