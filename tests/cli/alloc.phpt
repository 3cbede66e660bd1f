--TEST--
xhprof run --flags alloc records who allocates, and xhprof alloc lists it in the order that is asked for
--SKIPIF--
<?php if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP'); ?>
--FILE--
<?php
require __DIR__ . '/cli.inc';

function keep($count)
{
	static $kept = [];
	for ($i = 0; $i < $count; $i++) {
		$kept[] = str_repeat('a', 1000 + $i % 3); // not to be known to opcache
	}
}

function pass($count)
{
	for ($i = 0; $i < $count; $i++) {
		$text = str_repeat('b', 2000 + $i % 3);
	}
}

// A run without call paths, which needs no zlib.
xhprof_enable(XHPROF_FLAGS_ALLOC);
keep(100);
pass(1000); // more than the JIT itself allocates
$file = own_file('json');
xhprof_stop()->export('json', $file);

foreach (['live' => 'keep > str_repeat', 'total' => 'pass > str_repeat', 'count' => 'pass > str_repeat',
	'temporary' => 'pass > str_repeat'] as $by => $expected) {
	$text = cli(['alloc', $file, '--by', $by, '--limit', '1'])['out'];
	[$last, $more] = array_slice(explode("\n", trim($text)), -2);
	echo $by, ': ',
		str_ends_with($last, $expected) && preg_match('/^\(\d+ more\)$/', $more) === 1 ? 'right' : $text, "\n";
}
echo preg_match('/  by\n\(\d+ more\)\n$/', cli(['alloc', $file, '--limit', '0'])['out']),
	count(json_decode(cli(['alloc', $file, '--json', '--limit', '0'])['out'], true)['sites']), "\n";
$data = json_decode(cli(['alloc', $file, '--json', '--limit', '1'])['out'], true);
echo $data['schema'], ' ', $data['by'], ' ', count($data['sites']), ' ', $data['sites'][0]['live'], ' ',
	$data['summary']['alloc_interval'], "\n";

/* A line is as wide as the terminal at most, unless asked for. */
$name = str_repeat('long', 40);
eval("function $name() { static \$kept; \$kept = str_repeat('c', 500000); }");
xhprof_enable(XHPROF_FLAGS_ALLOC);
$name();
xhprof_stop()->export('json', $file);
foreach ([[], ['--wide']] as $wide) {
	$line = explode("\n", cli(['alloc', $file, '--limit', '1', ...$wide])['out'])[3];
	/* In a tree it begins with "main() > ". */
	echo preg_match_all('/./u', str_replace('main() > ', '', $line)), ' cells, ', substr($line, -20), "\n";
}
$large = str_repeat('e', 3000000);
xhprof_enable(XHPROF_FLAGS_ALLOC);
$large = null;
xhprof_stop()->export('json', $file);
echo preg_match('/^memory (shrank by 2\.86 MiB|grew.*); at/', cli(['alloc', $file])['out'], $found)
	? "$found[1]\n" : 'neither';
show_cli(['alloc', $file, '--by', 'size']);
show_cli(['alloc', canned('a.xhprof')]);
?>
--EXPECT--
live: right
total: right
count: right
temporary: right
10
xhprof-alloc live 1 100 0
80 cells, onglong > str_repeat
228 cells, onglong > str_repeat
shrank by 2.86 MiB
$ xhprof alloc alloc.json --by size
xhprof: --by cannot be "size"
        it is one of: live, total, count, peak, temporary
status 2

$ xhprof alloc alloc.a.xhprof
xhprof: this run has no allocations
        xhprof run --flags alloc -- SCRIPT
status 2