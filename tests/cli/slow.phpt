--TEST--
xhprof slow lists the requests that rings still have, the slowest first, with exact times, and their call paths as far as they were sampled
--SKIPIF--
<?php require __DIR__ . '/../live/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/cli.inc';
require __DIR__ . '/../live/ring.inc';

const MS = 1_000_000;

function show_slow(string ...$arguments): void
{
	global $dir;
	$result = cli(['slow', $dir, ...$arguments], '', ['date.timezone=UTC']);
	echo '$ xhprof slow ', strtr(implode(' ', $arguments), [$dir => 'RINGS']), "\n",
		strtr("$result[out]$result[err]", [$dir => 'RINGS']), "status $result[status]\n\n";
}

/* Its clock begins at 2023-11-14 22:13:20. */
function ring(int $pid, array $fields = []): FakeRing
{
	global $dir;
	return new FakeRing($dir,
		$fields + ['pid' => $pid, 'start_ticks' => 1, 'made_ns' => 1000 * MS, 'made_unix_us' => 1_700_000_000_000_000]);
}

$dir = __DIR__ . '/slow.rings';
mkdir($dir);
$ended = ring(2_000_000_001, ['pid_namespace' => 1, 'is_on' => 1, 'interval_ns' => 10 * MS]);
$main = $ended->main('/app/index.php');
[$run, $query, $render] = [$ended->function('run', '/app/run.php', 2, 'App'), $ended->function('mysqli_query'),
	$ended->function('render', '/app/run.php', 9)];
$ended->request(1, 'GET', '/cart?id=7', ['user' => 'ann']);
$ended->sample([[$query, 0], [$run, 3], [$main, 3]], 200 * MS, FakeRing::OFF_CPU, 1, 2210 * MS);
$ended->sample([[$render, 9], [$run, 4], [$main, 3]], 20 * MS, 0, 1, 2230 * MS);
$ended->sample([[$main, 3]], 4 * MS, 0, 1, 2240 * MS);
$ended->mark(1, 41 * MS, count: 3, request: 1, flags: 128);
$ended->mark(2, 180 * MS, '/app/a.php', 212, request: 1, flags: 128);
$ended->mark(3, 2 * MS, "/app/a.php(3) : eval()'d code", 9, request: 1, flags: 128);
$ended->mark(4, 0, "PDO\e[0mException", 14, request: 1, flags: 128);
$ended->mark(5, 0, amount: 120 << 20, limit: 128 << 20, request: 1, flags: 128);
$ended->mark(7, 0, 'out of memory', request: 1, flags: 128);
$ended->mark(8, request: 1, flags: 128);
$ended->end(1, 2000 * MS, 250 * MS, 25 * MS, 500, 'GET', '/cart?id=7', ['user' => 'ann']);
$ended->end(2, 5000 * MS, 1 * MS, 1 * MS, 200, 'GET', '/');
$ended->write();
/* A process that no longer is. */
$dead = ring(2_000_000_002, ['state' => FakeRing::RUNNING, 'request' => 9, 'began_ns' => 3000 * MS,
	'began_unix_us' => 1_700_000_002_000_000, 'method' => 'POST', 'uri' => "/export\e[0m"]);
$export = $dead->function('export', '/app/export.php', 3);
$dead->request(9, 'POST', '/export');
$dead->sample([[$export, 4], [$dead->main('/app/index.php'), 2]], 900 * MS, 0, 9, 4000 * MS);
$dead->marks(9,
	[6 => [1, 0, 100 << 20, 128 << 20], 5 => [1, 0, 100 << 20, 128 << 20], 4 => [1, 0, 0, 0, 'Error'], 1 => [1, 1]]);
$dead->write();
touch($dead->path, 1_700_000_003); // as the next process does that notices the death
/* Likewise, without samples: the time of the file is that of its whole second. */
$unseen = ring(2_000_000_003, ['state' => FakeRing::RUNNING, 'request' => 1, 'began_ns' => 4000 * MS,
	'began_unix_us' => 1_700_000_002_500_000, 'uri' => '/unseen']);
touch($unseen->write(), 1_700_000_002);

show_slow();
show_slow('--slower-than', '200ms', '--status', '5xx', '--limit', '1');
show_slow('--uri', '/nowhere*');
show_slow('--since', '1h');
show_slow('--json', '--limit', '1', '--uri', '/cart');
show_slow('--out', "$dir/slow.json");
$saved = XHProf\Profile::load("$dir/slow.json")->summary();
echo $saved['wall_ns'] / MS, " ms, $saved[samples] samples\n\n";
show_slow('--out', "$dir/none.json", '--uri', '/nowhere');
show_slow('--out', "$dir/slow.log", '--format', 'log');
show_slow('--out', "$dir/none.pftrace", '--uri', '/nowhere');
show_slow('--slower-than', 'long');
$result = cli(['record', $dir, '--last', '60s', '--interval', '1ms', '--out', "$dir/last.json"]);
echo "$result[err]status $result[status]\n";

putenv('COLUMNS=60');
show_slow('--limit', '1');

$ended->remove();
$dead->remove();
$unseen->remove();
unlink("$dir/slow.json");
rmdir($dir);
?>
--EXPECT--
$ xhprof slow 
4 requests of 3 processes since 22:13:21
a sample every 10.0 ms

 >1.00 s  POST /export [0m  died  at 22:13:22  pid 2000000002
          killed or crashed, last seen in export; memory_limit of 128 MiB hit, 1
          exception: Error
     100 %   1.00 s  main()
    90.0 %   900 ms    export
    10.0 %   100 ms    (not sampled)

 <500 ms  /unseen  died  at 22:13:22  pid 2000000003
          killed or crashed
          no sample of it

  250 ms  GET /cart?id=7  status 500  CPU 25.0 ms  peak 2.00 KiB  at 22:13:21  pid 2000000001  user=ann
          gc 3x 41.0 ms, compiled 212 files 180 ms, opcache restarted: out of
          memory, opcache full, memory 93.8 % of 128 MiB, 14 exceptions, last:
          PDO [0mException
     100 %   250 ms  main()
    88.0 %   220 ms    App::run
    80.0 %   200 ms      mysqli_query
     8.0 %  20.0 ms      render
    10.4 %  26.0 ms    (not sampled)

 1.00 ms  GET /  status 200  CPU 1.00 ms  peak 2.00 KiB  at 22:13:24  pid 2000000001  idle 2.75 s before
          no sample of it
status 0

$ xhprof slow --slower-than 200ms --status 5xx --limit 1
4 requests of 3 processes since 22:13:21, 1 match
a sample every 10.0 ms

  250 ms  GET /cart?id=7  status 500  CPU 25.0 ms  peak 2.00 KiB  at 22:13:21  pid 2000000001  user=ann
          gc 3x 41.0 ms, compiled 212 files 180 ms, opcache restarted: out of
          memory, opcache full, memory 93.8 % of 128 MiB, 14 exceptions, last:
          PDO [0mException
     100 %   250 ms  main()
    88.0 %   220 ms    App::run
    80.0 %   200 ms      mysqli_query
     8.0 %  20.0 ms      render
    10.4 %  26.0 ms    (not sampled)
status 0

$ xhprof slow --uri /nowhere*
4 requests of 3 processes since 22:13:21, 0 match
a sample every 10.0 ms
status 0

$ xhprof slow --since 1h
4 requests of 3 processes since 22:13:21, 0 match
a sample every 10.0 ms
status 0

$ xhprof slow --json --limit 1 --uri /cart
{
    "schema": "xhprof-slow",
    "version": 1,
    "target": "RINGS",
    "processes": 3,
    "requests": 4,
    "since": 1700000001.25,
    "intervals_ns": [
        10000000
    ],
    "matching": 1,
    "slow": [
        {
            "tags": {
                "user": "ann"
            },
            "marks": {
                "opcache_full": {
                    "count": 1,
                    "longest_ns": 0,
                    "duration_ns": 0,
                    "amount": 0,
                    "limit": 0,
                    "text": ""
                },
                "opcache_restart": {
                    "count": 1,
                    "longest_ns": 0,
                    "duration_ns": 0,
                    "amount": 0,
                    "limit": 0,
                    "text": "out of memory"
                },
                "memory": {
                    "count": 1,
                    "longest_ns": 0,
                    "duration_ns": 0,
                    "amount": 125829120,
                    "limit": 134217728,
                    "text": ""
                },
                "exception": {
                    "count": 14,
                    "longest_ns": 0,
                    "duration_ns": 0,
                    "amount": 0,
                    "limit": 0,
                    "text": "PDO\u001b[0mException"
                },
                "eval": {
                    "count": 9,
                    "longest_ns": 2000000,
                    "duration_ns": 2000000,
                    "amount": 0,
                    "limit": 0,
                    "text": "/app/a.php(3) : eval()'d code"
                },
                "compile": {
                    "count": 212,
                    "longest_ns": 180000000,
                    "duration_ns": 180000000,
                    "amount": 0,
                    "limit": 0,
                    "text": "/app/a.php"
                },
                "gc": {
                    "count": 3,
                    "longest_ns": 41000000,
                    "duration_ns": 41000000,
                    "amount": 0,
                    "limit": 0,
                    "text": ""
                }
            },
            "ring": "RINGS/2000000001-1.data",
            "pid": 2000000001,
            "number": 1,
            "began": 1700000001.0,
            "wall_ns": 250000000,
            "cpu_ns": 25000000,
            "peak_bytes": 2048,
            "status": 500,
            "method": "GET",
            "uri": "/cart?id=7",
            "trace": null,
            "span": null,
            "idle_ns": null,
            "has_died": false,
            "wall_bound": null,
            "death": null,
            "last_in": null,
            "samples": 3,
            "paths": [
                {
                    "depth": 0,
                    "functions": [
                        "main()"
                    ],
                    "wall_ns": 250000000
                },
                {
                    "depth": 1,
                    "functions": [
                        "App::run"
                    ],
                    "wall_ns": 220000000
                },
                {
                    "depth": 2,
                    "functions": [
                        "mysqli_query"
                    ],
                    "wall_ns": 200000000
                },
                {
                    "depth": 2,
                    "functions": [
                        "render"
                    ],
                    "wall_ns": 20000000
                },
                {
                    "depth": 1,
                    "functions": [
                        "(not sampled)"
                    ],
                    "wall_ns": 26000000
                }
            ]
        }
    ],
    "refused": []
}
status 0

$ xhprof slow --out RINGS/slow.json
4 requests of 3 processes since 22:13:21
a sample every 10.0 ms

 >1.00 s  POST /export [0m  died  at 22:13:22  pid 2000000002
          killed or crashed, last seen in export; memory_limit of 128 MiB hit, 1
          exception: Error
     100 %   1.00 s  main()
    90.0 %   900 ms    export
    10.0 %   100 ms    (not sampled)

 <500 ms  /unseen  died  at 22:13:22  pid 2000000003
          killed or crashed
          no sample of it

  250 ms  GET /cart?id=7  status 500  CPU 25.0 ms  peak 2.00 KiB  at 22:13:21  pid 2000000001  user=ann
          gc 3x 41.0 ms, compiled 212 files 180 ms, opcache restarted: out of
          memory, opcache full, memory 93.8 % of 128 MiB, 14 exceptions, last:
          PDO [0mException
     100 %   250 ms  main()
    88.0 %   220 ms    App::run
    80.0 %   200 ms      mysqli_query
     8.0 %  20.0 ms      render
    10.4 %  26.0 ms    (not sampled)

 1.00 ms  GET /  status 200  CPU 1.00 ms  peak 2.00 KiB  at 22:13:24  pid 2000000001  idle 2.75 s before
          no sample of it

file:  RINGS/slow.json (1.19 KiB)
more:  xhprof open RINGS/slow.json
status 0

1251 ms, 4 samples

$ xhprof slow --out RINGS/none.json --uri /nowhere
xhprof: no request in the rings matches, so none was saved
        xhprof slow without options lists all of them
status 2

$ xhprof slow --out RINGS/slow.log --format log
xhprof: log cannot hold samples
        json.gz keeps a whole recording; others show it: html, callgrind, folded, speedscope, pprof, perfetto, chrome, cpuprofile, firefox
status 2

$ xhprof slow --out RINGS/none.pftrace --uri /nowhere
xhprof: perfetto needs a timeline, which this run does not have
        record one with xhprof run --mode timeline, or --mode sample --flags memory; merged runs have none
status 2

$ xhprof slow --slower-than long
xhprof: --slower-than takes a time, not "long"
        write it like 500ms or 1.5s
status 2

xhprof: --last and --interval exclude each other
        --last 60s saves samples that the rings already hold, --interval applies to new samples
status 2
$ xhprof slow --limit 1
4 requests of 3 processes since 22:13:21; the 1 slowest
a sample every 10.0 ms

 >1.00 s  POST /export [0m  died  at 22:13:22  pid 2000000002
          killed or crashed, last seen in export;
          memory_limit of 128 MiB hit, 1 exception: Error
     100 %  main()
    90.0 %    export
    10.0 %    (not sampled)
status 0
