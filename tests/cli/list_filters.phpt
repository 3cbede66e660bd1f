--TEST--
xhprof list chooses runs by URI, time, age and status, orders them, and counts what is no run
--SKIPIF--
<?php
require __DIR__ . '/saved.inc';
if (!XHProf\Profile::formats()['json.gz']['is_available']) {
	die('skip built without zlib');
}
if (PHP_OS_FAMILY === 'Windows') {
	die('skip no symlinks');
}
?>
--FILE--
<?php
require __DIR__ . '/saved.inc';

$folder = fresh_folder(__FILE__);
save_request($folder, '00000000000000a1', '/cart?id', 120, 200, 10);
save_request($folder, '00000000000000a2', '/cart/item', 900, 500, 20, 'json');
save_request($folder, '00000000000000a2', '/cart/item', 900, 500, 20, 'xhgui.jsonl');
save_request($folder, '00000000000000a3', '/checkout/a/long/path/of/many/parts?and=names', 80, 404,
	30, 'json.gz', 'POST');
save_request($folder, '00000000000000a4', '/', 510, 200, 7200);
save_request($folder, '00000000000000a5', '/cart', 5, 503, 200000, 'xhgui.jsonl');
$damaged = save_request($folder, '00000000000000a6', '/cart', 5, 200, 50);
file_put_contents("$folder/$damaged", 'not a run');
touch("$folder/$damaged", time() - 50);
XHProf\Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 7]])->export('json', "$folder/mine.json");
touch("$folder/mine.json", time() - 60);
file_put_contents("$folder/package.json", '{}');
file_put_contents("$folder/notes.txt", '');
mkdir("$folder/sub");
symlink('mine.json', "$folder/link.json");

foreach ([[], ['--uri', '/cart*'], ['--uri', '/cart'], ['--uri', '/cart?id'],
	['--slower-than', '500ms'], ['--since', '1h'], ['--since', '2099-01-01'], ['--status', '5xx'],
	['--status', '404,500'], ['--sort', 'wall', '--limit', '3'], ['--sort', 'memory'],
	['--uri', '/cart*', '--slower-than', '0.1s', '--since', '1d', '--status', '2xx', '--sort', 'cpu']] as $options) {
	show_saved($folder, ['list', $folder, ...$options]);
}
show_saved($folder, ['list', $folder, '--limit', '4'], 140);
show_saved($folder, ['list', $folder, '--limit', '2'], 60); // the least: names remain
show_saved($folder, ['list', $folder, '--uri', '/cart/item', '--json']);
foreach ([['--slower-than', '5'], ['--since', 'monday'], ['--since', '2026-13-45'], ['--status', 'bad'],
	['--sort', 'size']] as $options) {
	show_saved($folder, ['list', $folder, ...$options]);
}
?>
--CLEAN--
<?php
require __DIR__ . '/saved.inc';
remove(__DIR__ . '/list_filters.tmp');
?>
--EXPECT--
$ xhprof list FOLDER
FOLDER
7 runs, 8 files, SIZE
4 files are not runs

saved              wall    memory status  run               request
TIME   120 ms   120 KiB    200  00000000000000a1  GET /cart?id
TIME   900 ms   900 KiB    500  00000000000000a2  GET /cart/item
TIME  80.0 ms  80.0 KiB    404  00000000000000a3  POST /c…ts?and=names
TIME                            00000000000000a6  damaged
TIME  7.00 us                   mine.json
TIME   510 ms   510 KiB    200  00000000000000a4  GET /
TIME                            00000000000000a5  shop-cart-7

$ xhprof list FOLDER --uri /cart*
FOLDER
2 of 7 runs, 8 files, SIZE
4 files are not runs; 1 run is damaged; 2 runs lack what the filter needs

saved              wall    memory status  run               request
TIME   120 ms   120 KiB    200  00000000000000a1  GET /cart?id
TIME   900 ms   900 KiB    500  00000000000000a2  GET /cart/item

$ xhprof list FOLDER --uri /cart
FOLDER
1 of 7 runs, 8 files, SIZE
4 files are not runs; 1 run is damaged; 2 runs lack what the filter needs

saved              wall    memory status  run               request
TIME   120 ms   120 KiB    200  00000000000000a1  GET /cart?id

$ xhprof list FOLDER --uri /cart?id
FOLDER
1 of 7 runs, 8 files, SIZE
4 files are not runs; 1 run is damaged; 2 runs lack what the filter needs

saved              wall    memory status  run               request
TIME   120 ms   120 KiB    200  00000000000000a1  GET /cart?id

$ xhprof list FOLDER --slower-than 500ms
FOLDER
2 of 7 runs, 8 files, SIZE
4 files are not runs; 1 run is damaged; 1 run lacks what the filter needs

saved              wall    memory status  run               request
TIME   900 ms   900 KiB    500  00000000000000a2  GET /cart/item
TIME   510 ms   510 KiB    200  00000000000000a4  GET /

$ xhprof list FOLDER --since 1h
FOLDER
5 of 7 runs, 8 files, SIZE
4 files are not runs

saved              wall    memory status  run               request
TIME   120 ms   120 KiB    200  00000000000000a1  GET /cart?id
TIME   900 ms   900 KiB    500  00000000000000a2  GET /cart/item
TIME  80.0 ms  80.0 KiB    404  00000000000000a3  POST /c…ts?and=names
TIME                            00000000000000a6  damaged
TIME  7.00 us                   mine.json

$ xhprof list FOLDER --since 2099-01-01
FOLDER
0 of 7 runs, 8 files, SIZE
4 files are not runs

$ xhprof list FOLDER --status 5xx
FOLDER
1 of 7 runs, 8 files, SIZE
4 files are not runs; 1 run is damaged; 2 runs lack what the filter needs

saved              wall    memory status  run               request
TIME   900 ms   900 KiB    500  00000000000000a2  GET /cart/item

$ xhprof list FOLDER --status 404,500
FOLDER
2 of 7 runs, 8 files, SIZE
4 files are not runs; 1 run is damaged; 2 runs lack what the filter needs

saved              wall    memory status  run               request
TIME   900 ms   900 KiB    500  00000000000000a2  GET /cart/item
TIME  80.0 ms  80.0 KiB    404  00000000000000a3  POST /c…ts?and=names

$ xhprof list FOLDER --sort wall --limit 3
FOLDER
7 runs, 8 files, SIZE
4 files are not runs; 1 run is damaged

saved              wall    memory status  run               request
TIME   900 ms   900 KiB    500  00000000000000a2  GET /cart/item
TIME   510 ms   510 KiB    200  00000000000000a4  GET /
TIME   120 ms   120 KiB    200  00000000000000a1  GET /cart?id
(4 more)

$ xhprof list FOLDER --sort memory
FOLDER
7 runs, 8 files, SIZE
4 files are not runs; 1 run is damaged

saved              wall    memory status  run               request
TIME   900 ms   900 KiB    500  00000000000000a2  GET /cart/item
TIME   510 ms   510 KiB    200  00000000000000a4  GET /
TIME   120 ms   120 KiB    200  00000000000000a1  GET /cart?id
TIME  80.0 ms  80.0 KiB    404  00000000000000a3  POST /c…ts?and=names
TIME                            00000000000000a6  damaged
TIME  7.00 us                   mine.json
TIME                            00000000000000a5  shop-cart-7

$ xhprof list FOLDER --uri /cart* --slower-than 0.1s --since 1d --status 2xx --sort cpu
FOLDER
1 of 7 runs, 8 files, SIZE
4 files are not runs; 1 run is damaged; 1 run lacks what the filter needs

saved              wall    memory status  run               request
TIME   120 ms   120 KiB    200  00000000000000a1  GET /cart?id

$ xhprof list FOLDER --limit 4
FOLDER
7 runs, 8 files, SIZE
4 files are not runs

saved                   wall      CPU    memory  status  mode      run               host  request
TIME   120 ms  60.0 ms   120 KiB     200  hier      00000000000000a1  shop  GET /cart?id
TIME   900 ms   450 ms   900 KiB     500  hier      00000000000000a2  shop  GET /cart/item
TIME  80.0 ms  40.0 ms  80.0 KiB     404  hier      00000000000000a3  shop  POST /checkout/a…ong/path/of/many/parts?and=names
TIME                                                00000000000000a6        damaged
(3 more)

$ xhprof list FOLDER --limit 2
FOLDER
7 runs, 8 files, SIZE
4 files are not runs

saved              wall  run               request
TIME   120 ms  00000000000000a1  GET /cart?id
TIME   900 ms  00000000000000a2  GET /cart/item
(5 more)

$ xhprof list FOLDER --uri /cart/item --json
{
    "schema": "xhprof-list",
    "version": 1,
    "folder": "FOLDER",
    "removed": null,
    "count": 1,
    "all": 7,
    "damaged": 1,
    "silent": 2,
    "other_files": 4,
    "runs": [
        {
            "run": "00000000000000a2",
            "about": "shop-cart_item-7",
            "time": 0,
            "bytes": 0,
            "method": "GET",
            "uri": "/cart/item",
            "status": 500,
            "failure": null,
            "wall_ns": 900000000,
            "cpu_ns": 450000000,
            "peak_bytes": 921600,
            "peak_is_growth": false,
            "memory_bytes": 100,
            "calls": 4,
            "mode": "hier",
            "host": "shop",
            "trace": null,
            "started_ns": 0,
            "damaged": false,
            "files": [
                {
                    "name": "20261122-100000-shop-cart_item-7-00000000000000a2.xhprof.xhgui.jsonl",
                    "kind": "xhgui.jsonl",
                    "bytes": 0,
                    "time": 0
                },
                {
                    "name": "20261122-100000-shop-cart_item-7-00000000000000a2.xhprof.json",
                    "kind": "json",
                    "bytes": 0,
                    "time": 0
                }
            ]
        }
    ]
}

$ xhprof list FOLDER --slower-than 5
xhprof: --slower-than 5: give a unit, as in 5ms
status 2

$ xhprof list FOLDER --since monday
xhprof: --since takes an age or a date, not "monday"
        write it like 90s, 30m, 1h, 2d, 1w, 1w1h or "2026-11-22 14:00"
status 2

$ xhprof list FOLDER --since 2026-13-45
xhprof: --since takes an age or a date, not "2026-13-45"
        write it like 90s, 30m, 1h, 2d, 1w, 1w1h or "2026-11-22 14:00"
status 2

$ xhprof list FOLDER --status bad
xhprof: --status takes a status, not "bad"
        write it like 404, 5xx or 500,503; of HTTP it is 100 to 599
status 2

$ xhprof list FOLDER --sort size
xhprof: --sort cannot be "size"
        it is one of: time, wall, cpu, memory
status 2
