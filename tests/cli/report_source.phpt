--TEST--
A report has the source of a program only if --source asks for it, and the command says how much of it
--FILE--
<?php
require __DIR__ . '/cli.inc';
require __DIR__ . '/../profile/lines.inc';
require __DIR__ . '/../format/html.inc';

$code = own_file('cart.php', "<?php\n// secret of the file\nfunction tax(int \$price)\n"
	. "{\n\treturn \$price * 2; // caf\xE9 </script>\n}\n\nfunction unused() {}\ntax(1);\n");
touch($code, 4);
$run = own_file('run.json');
sampled_file($run, ['main()=9 tax=5' => 3, 'main()=9 gone=5' => 1],
	['main()' => [null, 0], 'tax' => [$code, 3], 'gone' => ['/no/such.php', 2]]);
$page = own_file('page.html');
$source = function (string $page): string {
	$head = report_head($page)['runs'][0];
	return report_blocks($page, $head['coding'])['a-source'] ?? 'none';
};

echo preg_replace('/\(.* KiB\)/', '(SIZE)',
	str_replace(__DIR__ . '/', '', cli(['report', $run, '--out', $page])['out']));
echo $source(file_get_contents($page)), "\n\n";
echo preg_replace('/\(.* KiB\)/', '(SIZE)',
	str_replace(__DIR__ . '/', '', cli(['report', $run, '--out', $page, '--source'])['out'])), "\n";
echo $source(file_get_contents($page)), "\n\n";
echo substr_count(file_get_contents($page), 'secret'), " secrets\n";
echo json_encode(json_decode(cli(['report', $run, '--out', $page, '--source', '--json'])['out'], true)['source']),
	"\n\n";

show_cli(['report', $run, $run, '--source', '--out', $page]);
$classic = canned('a.xhprof');
show_cli(['report', $classic, '--source', '--out', $page]);
show_cli(['report', own_file('a.heap', "xhprof-heap\t1\n"), '--source', '--out', $page]);
?>
--EXPECT--
file:  report_source.page.html (SIZE)
none

file:  report_source.page.html (SIZE)
source: 4 lines of 1 function in 1 file are in the page
        /no/such.php: there is no such file

{"function":[1,2],"from":[3,5],"text":["function tax(int $price)\n{\n\treturn $price * 2; // café </script>\n}\n",""],"note":["","/no/such.php: there is no such file"]}

0 secrets
{"functions":2,"lines":4,"files":1,"left_out":0}

$ xhprof report report_source.run.json report_source.run.json --source --out report_source.page.html
xhprof: --source takes one run
        xhprof report RUN --source
status 2

$ xhprof report report_source.a.xhprof --source --out report_source.page.html
xhprof: this run has no line numbers, so --source has nothing to show
        xhprof run --mode sample records lines of all functions
status 2

$ xhprof report report_source.a.heap --source --out report_source.page.html
xhprof: a heap snapshot has no line numbers
        leave out --source
status 2
