--TEST--
xhprof queries lists texts, what they cost, and the first caller outside libraries
--FILE--
<?php
require __DIR__ . '/cli.inc';

$row = fn (int $ct, int $wt): array => ['ct' => $ct, 'wt' => $wt];
$file = own_file('xhprof', serialize([
	'main()==>Shop::list' => $row(1, 900),
	'Shop::list==>Shop::price' => $row(120, 700),
	'Shop::price==>Db::query' => $row(120, 690),
	'Db::query==>PDO::query#select price from products where id = ?' => $row(120, 600),
	'Shop::list==>PDO::query#select * from products' => $row(1, 150),
	'main()==>PDO::query#select * from products' => $row(1, 50),
	'main()==>mysqli_query#update a set b = ?; select `x;y`; ' => $row(1, 5),
	'main()==>mysql_query#select twice' => $row(1, 20),
	'mysql_query#select twice==>mysqli_query#select twice' => $row(1, 15),
	'main()==>PDO::commit' => $row(2, 10),
	'main()==>PDOStatement::execute' => $row(3, 9),
	'main()==>Redis::get#GET user:?' => $row(30, 90),
	'main()==>curl_multi_add_handle#http://shop.example/?' => $row(4, 4),
	'main()==>curl_multi_exec' => $row(40, 33),
	"main()==>PDO::exec#insert into a\e[31m values (?) " . str_repeat('and so on ', 20) => $row(1, 3),
	'main()==>PDO::query#(other)' => $row(7, 2),
	'main()==>WP_Hook::apply_filters#the_content' => $row(7, 2),
	'main()==>fopen' => $row(7, 2),
	'main()' => $row(1, 1300)]));
show_cli(['queries', $file]);
show_cli(['queries', $file, '--kind', 'sql', '--sort', 'calls', '--limit', '2']);
show_cli(['queries', $file, '--kind', 'memcached']);
show_cli(['queries', $file, '--sort', 'cost']);
foreach (['longest', 'mean', 'text', 'caller'] as $sort) {
	$data = json_decode(cli(['queries', $file, '--json', '--sort', $sort])['out'], true);
	echo $sort, ': ', implode(' | ', array_map(fn (array $query): string => substr($query['text'], 0, 12),
		array_slice($data['queries'], 0, 3))), "\n";
}
unset($data['queries'], $data['file']);
echo json_encode($data), "\n\n";

/* Without any. */
foreach (['no builtins' => ['main()==>f' => $row(1, 5)],
	'no queries' => ['main()==>strlen' => $row(1, 5), 'main()==>PDO::prepare' => $row(1, 1)],
	'plain' => ['main()==>PDO::query' => $row(3, 5), 'main()==>mysqli_query' => $row(2, 5)]] as $pairs) {
	show_cli(['queries', own_file('2.xhprof', serialize($pairs + ['main()' => $row(1, 9)]))]);
}
XHProf\Profile::fromStacks([['frames' => ['main()', 'PDO::query'], 'samples' => 1, 'wall_ns' => 1, 'cpu_ns' => 0]])
	->export('json', own_file('json'));
show_cli(['queries', own_file('json')]);

/* Characters of two cells. */
file_put_contents(own_file('wide'),
	serialize(['main()==>PDO::query#' . str_repeat('漢字漢字 ', 40) => $row(1, 5), 'main()' => $row(1, 9)]));
echo implode("\n", preg_grep('/漢/', explode("\n", cli(['queries', own_file('wide')])['out'])));
?>
--EXPECT--
$ xhprof queries queries.xhprof
queries.xhprof
168 queries of 9 texts  934 us, 71.8 % of the run
sql 134  840 us    redis 30  90.0 us    http 4  4.00 us

   run%    total   calls  longest  from
   46.2   600 us     120           120 times from Shop::price
         select price from products where id = ?
   15.4   200 us       2           once from Shop::list
                                   once from main()
         select * from products
    6.9  90.0 us      30           30 times from main()
         GET user:?
    1.5  20.0 us       1           once from main()
         select twice
    0.8  10.0 us       2           2 times from main()
         COMMIT
    0.4  5.00 us       1           once from main()
         update a set b = ?; select `x;y`;
    0.3  4.00 us       4           4 times from main()
         http://shop.example/?
    0.2  3.00 us       1           once from main()
         insert into a [31m values (?) and so on and so on and so on and so on
         …nd so on and so on and so on and so on and so on and so on and so on
         and so on and so on and so on and so on and so on and so on and so on
    0.2  2.00 us       7           7 times from main()
         (other)

this run has no call paths, so callers are the nearest ones: record paths with
xhprof run --mode tree
7 calls had too many different texts: see (other)
3 calls have no text: xhprof.collect_additional_info was 0, or the text was set
before the profile or in a pause: PDOStatement::execute 3
the time of curl_multi requests is in curl_multi_exec() and curl_multi_select()
together: 33.0 us

$ xhprof queries queries.xhprof --kind sql --sort calls --limit 2
queries.xhprof
134 queries of 7 texts  840 us, 64.6 % of the run

   run%    total   calls  longest  from
   46.2   600 us     120           120 times from Shop::price
         select price from products where id = ?
    0.2  2.00 us       7           7 times from main()
         (other)
         (5 more)

this run has no call paths, so callers are the nearest ones: record paths with
xhprof run --mode tree

$ xhprof queries queries.xhprof --kind memcached
queries.xhprof
no queries of kind memcached

$ xhprof queries queries.xhprof --sort cost
xhprof: --sort cannot be "cost"
        it is one of: total, calls, longest, mean, text, caller
status 2

longest: select price | select * fro | GET user:?
mean: select * fro | select twice | select price
text: (other) | COMMIT | GET user:?
caller: select * fro | select price | GET user:?
{"schema":"xhprof-queries","version":1,"totals":{"texts":9,"calls":168,"wall_ns":934000},"why_none":null,"has_paths":false,"other_calls":7,"without_text":{"PDOStatement::execute":3},"curl_multi_ns":33000}

$ xhprof queries queries.2.xhprof
queries.2.xhprof
no queries

$ xhprof queries queries.2.xhprof
queries.2.xhprof
no queries

$ xhprof queries queries.2.xhprof
queries.2.xhprof
the texts of 5 queries were not recorded: xhprof run and
xhprof.collect_additional_info=1 record them

$ xhprof queries queries.json
queries.json
samples have no texts: xhprof run --mode tree records them

         漢字漢字 漢字漢字 漢字漢字 漢字漢字 漢字漢字 漢字漢字 漢字漢字 漢字漢字
         …漢字 漢字漢字 漢字漢字 漢字漢字 漢字漢字 漢字漢字 漢字漢字 漢字漢字
         漢字漢字 漢字漢字 漢字漢字 漢字漢字 漢字漢字 漢字漢字 漢字漢字 漢字漢字