--TEST--
A ClickHouse that xhprof ship fills is asked by its URL: labels, tags and times choose what is added up, and what is not there is named
--EXTENSIONS--
curl
--SKIPIF--
<?php
require __DIR__ . '/../clickhouse/server.inc';
require __DIR__ . '/../../format/tools.inc';
skip_without_clickhouse();
once_is_enough();
?>
--FILE--
<?php
require __DIR__ . '/../clickhouse/server.inc';
require __DIR__ . '/asking.inc';
use XHProf\Cli\Application;
use XHProf\Cli\Input\RunLoader;

putenv('COLUMNS=100');
$server = new Server(own_folder() . '/clickhouse');
$store = $server->store();

function ask(string $query): void
{
	global $server;
	show_found($query, fn() => RunLoader::load($server->url
		. ($query[0] === '/' ? $query : "/xhprof?since=@1790073000&until=@1790073600&$query")));
}

function command(string ...$words): void
{
	global $server;
	$words = array_map(fn(string $word) => str_starts_with($word, '/') ? "$server->url$word" : $word, $words);
	(new Application(['xhprof', ...$words]))->run();
	echo "\n";
}

ask('/xhprof');
$store->setUp();
ask('/xhprof');
foreach (batches(1_790_073_060) as $batch) {
	outcome_of($store->send($batch))->isAccepted || print("not accepted\n");
}

$server = $server->as('reader'); // who may only read
ask('service=shop');
ask('service=shop&route=/cart');
ask('service=shop&route=/cart&until=@1790073120');
ask('service=shop&host!=web-1');
ask('service=shop&host=job-1&host=web-2');
ask('service=shop&host=web-*&route!=/cart');
ask('service=shop&route=/a%3Db&ho+st=100+%25_*');
ask('service=shop&route=/a_b*');
ask('service=shop&route=');
ask('service=shop&route=/cart&per=host');
ask('service=shop&route=/cart&per=host,hour');
ask('service=shop&kind=trace');
ask('tag_env=it%27s+*');

echo "\nNot there:\n";
ask('service=shpo');
ask('service=shop&route=/crat');
ask('service=shop&rote=/cart');
ask('service=shop&env=staging');
ask('service=shop&host=web-2&route=/cart&ho+st=100*');
ask('service=shop&kind=heap');
ask('service=old');
ask('/xhprof?service=shop&since=2026-09-22T10:00:00Z&until=@1790073060');
ask('/xhprof?service=shop&since=1h&until=2h');
ask('/xhprof?service=shop&since=yesterday');
ask('/none?service=shop');
ask('/a/b?service=shop');

echo "\nCommands:\n";
command('top', '/xhprof?service=shop&route=/cart&since=@1790073000&until=@1790073600');
command('top', '/xhprof?service=shop&route=/cart&since=@1790073000&until=@1790073600', '--group-by', 'component');
command('list', '/xhprof', '--group-by', 'component');
command('diff', '/xhprof?service=shop&host=web-2&since=@1790073000&until=@1790073120',
	'/xhprof?service=shop&host=web-1&since=@1790073000&until=@1790073120');
command('list', '/xhprof?since=@1790073000&until=@1790073600', '--limit', '3');
command('list', '/xhprof?service=api&since=@1790073000&until=@1790073600');
command('list', '/xhprof', '--sweep');
command('top', '/xhprof', '--uri', '/cart*');
command('top', 'clickhouse://host/xhprof');
command('list', 'pyroscope+https://user:secret@host/');
command('report', 'clickhouse+https://user:secret@host/');
?>
--EXPECT--
/xhprof
  URL/xhprof: Code: 81, Database xhprof doesn't exist
  make the database and its tables: xhprof ship --setup --to URL
/xhprof
  this store is empty
  xhprof ship --to URL fills it
service=shop
  main() > f  250  2500 ms  250 ms
  main() > f > g's \  5  50 ms  0 ms
service=shop&route=/cart
  main() > f  130  1300 ms  130 ms
  main() > f > g's \  3  30 ms  0 ms
service=shop&route=/cart&until=@1790073120
  main() > f  30  300 ms  30 ms
  main() > f > g's \  2  20 ms  0 ms
service=shop&host!=web-1
  main() > f  140  1400 ms  140 ms
  main() > f > g's \  3  30 ms  0 ms
service=shop&host=job-1&host=web-2
  main() > f  140  1400 ms  140 ms
  main() > f > g's \  3  30 ms  0 ms
service=shop&host=web-*&route!=/cart
  main() > f  40  400 ms  40 ms
  main() > f > g's \  1  10 ms  0 ms
service=shop&route=/a%3Db&ho+st=100+%25_*
  main() > f  40  400 ms  40 ms
  main() > f > g's \  1  10 ms  0 ms
service=shop&route=/a_b*
  no profile of service=shop has route=/a_b*
  did you mean /a=b? route is: /a=b, /cart
service=shop&route=
  main() > f  80  800 ms  80 ms
  main() > f > g's \  1  10 ms  0 ms
service=shop&route=/cart&per=host
  main() > f  65  650 ms  65 ms
  main() > f > g's \  2  15 ms  0 ms
service=shop&route=/cart&per=host,hour
  main() > f  390  3900 ms  390 ms
  main() > f > g's \  9  90 ms  0 ms
service=shop&kind=trace
  main() > f  7  70 ms  7 ms
  main() > f > g's \  1  10 ms  0 ms
tag_env=it%27s+*
  main() > f  5  50 ms  5 ms
  main() > f > g's \  1  10 ms  0 ms

Not there:
service=shpo
  no profile has service=shpo
  did you mean shop? service is: api, old, shop
service=shop&route=/crat
  no profile of service=shop has route=/crat
  did you mean /cart? route is: /a=b, /cart
service=shop&rote=/cart
  no profile of service=shop has the label "rote"
  did you mean route? there are: service, env, host, pool, ho st, route
service=shop&env=staging
  no profile of service=shop has env=staging
  env is: production
service=shop&host=web-2&route=/cart&ho+st=100*
  no profile has all of: service=shop, host=web-2, route=/cart, ho st=100*
  
service=shop&kind=heap
  kind cannot be "heap"
  it is one of: samples, trace
service=old
  old has no samples
  there is kind=trace
/xhprof?service=shop&since=2026-09-22T10:00:00Z&until=@1790073060
  shop, 2026-09-22 10:00 to 10:31 UTC: no profile
  its profiles are from 2026-09-22 10:31 to 2026-09-22 10:32 UTC: since=@1790073060&until=@1790073180
/xhprof?service=shop&since=1h&until=2h
  since=1h is not before until=2h
  since=1w1h&until=1w is an hour a week ago
/xhprof?service=shop&since=yesterday
  since takes an age or a date, not "yesterday"
  write it like 90s, 30m, 1h, 2d, 1w, 1w1h or "2026-11-22 14:00"
/none?service=shop
  URL/none: Code: 81, Database none doesn't exist
  make the database and its tables: xhprof ship --setup --to URL
/a/b?service=shop
  URL/a/b: the path of the URL is the database, one name
  

Commands:
shop route=/cart, 2026-09-22 10:30 to 10:40 UTC  wall 1.33 s  CPU 130 ms
2 hosts  2 series  2026-09-22 10:31 to 10:32 UTC
133 samples  weight 133  3 functions  3 paths  shares within ±4.3 points

 own%  ± pts      own  incl%     incl  weight  function                        file:line
 97.7   ±4.3   1.30 s    100   1.33 s     133  f                               /srv/sh…cme/f/f.php:3
  2.3   ±4.3  30.0 ms    2.3  30.0 ms       3  g's \                           /srv/sh…cme/g's/g.php
  0.0   ±2.9     0 ns    100   1.33 s     133  main()

shop route=/cart, 2026-09-22 10:30 to 10:40 UTC  wall 1.33 s  CPU 130 ms
2 hosts  2 series  2026-09-22 10:31 to 10:32 UTC
133 samples  weight 133  3 functions  3 paths  shares within ±4.3 points

 own%  ± pts      own  incl%     incl  weight  component
 97.7   ±4.3   1.30 s    100   1.33 s     133  vendor/acme/f
  2.3   ±4.3  30.0 ms    2.3  30.0 ms       3  vendor/acme/g's
  0.0   ±2.9     0 ns    100   1.33 s     133  (application)

xhprof: --group-by is for runs in folders
        a store shows each label as it is; xhprof top URL --group-by component shows its components

510 ms faster, the greatest in `f` (-500 ms).

            before     after     change
calls           62        11        -51   -82.3 %
wall        620 ms    110 ms    -510 ms   -82.3 %
CPU        60.0 ms   10.0 ms   -50.0 ms   -83.3 %

own change   before    after     calls  function
   -500 ms   600 ms   100 ms       -51  f
 ~-10.0 ms  20.0 ms  10.0 ms        -1  g's \
     ~0 ns     0 ns     0 ns       -51  main()

~ is within the error of the samples; samples of 1 host for 2 min and 1 host for 2 min

all services, 2026-09-22 10:30 to 10:40 UTC
4 hosts, 261 samples, wall 2.61 s, CPU 255 ms

wall %      wall       CPU  hosts  last seen         service
  97.7    2.55 s    250 ms      3  2026-09-22 10:32  shop
   2.3   60.0 ms   5.00 ms      1  2026-09-22 10:31  api

wall %      wall       CPU  hosts  last seen         tag_env
   2.3   60.0 ms   5.00 ms      1  2026-09-22 10:31  it's *

wall %      wall       CPU  hosts  last seen         ho st
  15.7    410 ms   40.0 ms      1  2026-09-22 10:31  100 %_x

wall %      wall       CPU  hosts  last seen         tag_host
   2.3   60.0 ms   5.00 ms      1  2026-09-22 10:31  x

wall %      wall       CPU  hosts  last seen         route
  51.0    1.33 s    130 ms      2  2026-09-22 10:32  /cart
  15.7    410 ms   40.0 ms      1  2026-09-22 10:31  /a=b

wall %      wall       CPU  hosts  last seen         host
  42.9    1.12 s    110 ms      1  2026-09-22 10:32  web-1
  31.0    810 ms   80.0 ms      1  2026-09-22 10:31  job-1
  23.8    620 ms   60.0 ms      1  2026-09-22 10:31  web-2
(more: --limit)

all of it: env=production pool=www php=8.2.36

api, 2026-09-22 10:30 to 10:40 UTC
1 host, 6 samples, wall 60.0 ms, CPU 5.00 ms

wall %      wall       CPU  hosts  last seen         service
   100   60.0 ms   5.00 ms      1  2026-09-22 10:31  api

all of it: tag_env=it's * tag_host=x env=production host=web-9 pool=www php=8.2.36

xhprof: --sweep is for runs in folders
        a store lists the heaviest first, and removes old runs itself

xhprof: --uri, --host, --slower-than, --status and --trace are for runs in folders
        a store is queried by its URL: ?service=shop&route=/cart*&since=1h

xhprof: clickhouse:// is not a store that can be queried
        use clickhouse+https://HOST/DB?service=NAME; read what was sent to file:DIR as DIR

xhprof: pyroscope+https:// is not a store that can be queried
        use clickhouse+https://HOST/DB?service=NAME; read what was sent to file:DIR as DIR

xhprof: a password in a URL can be read by all users of this machine
        give it by ?secret_file=FILE or ?secret_env=NAME, or in the variable XHPROF_SHIP_SECRET
