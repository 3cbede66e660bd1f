--TEST--
A run that xhprof run saves says of which command it is, as far as xhprof.meta allows, and by which PHP; xhprof diff says where these differ
--FILE--
<?php
require __DIR__ . '/cli.inc';

$script = own_file('script.tmp',
	'<?php function f($x) { return $x; } f(1); echo "done\n"; exit((int) ($argv[1] ?? 0));');
$shown = static function (array $meta): string {
	$own = $meta['xhprof'];
	$engine = [$own['php'] === PHP_VERSION, $own['sapi'] === 'cli', $own['machine'] === gethostname(),
		$own['hook'] === xhprof_info()['hook'], $own['opcache'], $own['jit']];
	return str_replace(__DIR__ . '/', '', "$meta[url], status $own[status], " . ($own['failed'] ? 'failed, ' : '')
		. $own['reason'] . ' ') . json_encode($engine);
};
foreach (['path', 'full', 'off'] as $level) {
	$result = cli(['run', '--out', $file = own_file("$level.json"), '--', $script, '3', '--password=x'], '',
		["xhprof.meta=$level", 'xhprof.hook=' . xhprof_info()['hook']]);
	$meta = read_run($file)->meta();
	echo "$level: status $result[status], ", $meta === null ? 'nothing' : $shown($meta), "\n";
	echo preg_match('/^\S*run_meta\.script\.tmp.*  status 3$/m', $result['err'], $line)
		? strstr($line[0], 'run_meta') . "\n" : '';
}
// A script that ends well needs no second title.
$result = cli(['run', '--out', own_file('path.json'), '--', $script]);
echo substr_count($result['err'], 'run_meta.script.tmp'), "\n";
echo preg_match('/^run_meta\.path\.json .*\n\S*run_meta\.script\.tmp\n/', cli(['top', own_file('path.json')])['out']),
	" title of top\n";
cli(['run', '--quiet', '--out', own_file('page.html'), '--', $script, '0']);
echo substr_count(file_get_contents(own_file('page.html')), 'run_meta.script.tmp","get'), " in the page\n";

// By another PHP, on another machine.
$run = json_decode(file_get_contents(own_file('path.json')), true);
$run['meta']['xhprof'] = ['php' => '8.9.0', 'machine' => "m\n2", 'jit' => !$run['meta']['xhprof']['jit']]
	+ $run['meta']['xhprof'];
file_put_contents($other = own_file('other.json'), json_encode($run));
$text = cli(['diff', own_file('path.json'), $other])['out'];
echo preg_replace(['/php \S+ ->/', '/machine .*? ->/', '/jit \w+ -> \w+/'], ['php THIS ->', 'machine THIS ->',
	'jit ONE -> OTHER'], implode("\n", preg_grep('/^not comparable/', explode("\n", $text)))), "\n";
echo implode(' ',
	array_keys(json_decode(cli(['diff', own_file('path.json'), $other, '--json'])['out'], true)['differences'])), "\n";
echo substr_count(cli(['diff', $other, $other])['out'], 'not comparable'), "\n";

// Another script, or other arguments; its folder is no difference, and a page and a comment say the same.
@mkdir($folder = own_file('folder'));
copy($script, "$folder/" . basename($script));
$made = [];
foreach (['folder' => ["$folder/" . basename($script)], 'arguments' => [$script, '3'],
	'script' => [own_file('other.tmp', '<?php echo "other";')]] as $name => $command) {
	cli(['run', '--quiet', '--out', $made[$name] = own_file("$name.json"), '--', ...$command], '',
		['xhprof.meta=full']);
}
cli(['run', '--quiet', '--out', $first = own_file('first.json'), '--', $script], '', ['xhprof.meta=full']);
foreach ($made as $name => $file) {
	$text = cli(['diff', $first, $file])['out'];
	echo "$name: ", preg_match('/^not comparable.*/m', $text, $line) ? $line[0] : 'the same', ', ';
	echo substr_count(cli(['diff', $first, $file, '--markdown'])['out'], '**not comparable**: <code>script run'),
		' in Markdown, ';
	cli(['report', $first, $file, '--out', $page = own_file('page.html')]);
	echo substr_count(file_get_contents($page), '"differences":"script run_meta.script.tmp '), " in the page\n";
}
unlink("$folder/" . basename($script));
rmdir($folder);
?>
--EXPECT--
path: status 3, run_meta.script.tmp, status 3, failed, xhprof run [true,true,true,true,false,false]
run_meta.script.tmp  status 3
full: status 3, run_meta.script.tmp 3 --password=x, status 3, failed, xhprof run [true,true,true,true,false,false]
run_meta.script.tmp 3 --password=x  status 3
off: status 3, nothing
2
1 title of top
1 in the page
not comparable: php THIS -> 8.9.0, jit ONE -> OTHER, machine THIS -> m 2
php jit machine
0
folder: the same, 0 in Markdown, 0 in the page
arguments: not comparable: script run_meta.script.tmp -> run_meta.script.tmp 3, 1 in Markdown, 1 in the page
script: not comparable: script run_meta.script.tmp -> run_meta.other.tmp, 1 in Markdown, 1 in the page
