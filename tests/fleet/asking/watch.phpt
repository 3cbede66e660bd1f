--TEST--
xhprof watch compares releases in a ClickHouse, check a time with another day's: text, JSON, Markdown, a webhook, statuses, and what cannot be told
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
require __DIR__ . '/../stub.inc';
require __DIR__ . '/releases.inc';
use XHProf\Cli\Application;

putenv('COLUMNS=100');
$folder = own_folder();
$server = new Server("$folder/clickhouse");
$server->store()->setUp();
$start = 1_790_035_200;
$all = range(1, 12);
$half = range(1, 6);
foreach ([
	...release_statements('rolled', $start, ['1.0', $half, 0, 90, []], ['1.1', $half, 90, 180, [2 => 1.1]],
		['1.2', $half, 180, 190, []]),
	...release_statements('canary', $start, ['1.0', $all, 0, 80, []], ['1.0', range(1, 8), 80, 160, []],
		['1.1', range(9, 12), 80, 160, [2 => 1.05]]),
	...release_statements('beside', $start, ['b*', range(1, 8), 0, 80, []],
		['"c" | <d>', range(9, 16), 0, 80, [3 => 1.5]]),
	...release_statements('moved', $start, ['2.0', [1, 2, 3], 0, 80, []], ['2.1', [4, 5, 6], 80, 160, []]),
	...release_statements('same', $start, ['2.0', $half, 0, 80, []], ['2.1', $half, 80, 160, []]),
	...release_statements('one', $start, ['2.0', [1], 0, 80, []]),
	...release_statements('none', $start, ['', [1], 0, 10, []]),
	...release_statements('week', $start, ['1.0', $half, 0, 80, []],
		['1.1', $half, 10080, 10160, [2 => 1.2, 4 => 0.8]]),
] as $sql) {
	$server->client()->query($sql, ['max_query_size' => 10_000_000]);
}
$server = $server->as('reader'); // who may only read

function command(string $command, string $query, string ...$options): void
{
	global $server, $start;
	$times = str_contains($query, 'since') ? '' : "&since=@$start&until=@" . $start + 4 * 3600;
	echo "$command ?$query ", strtr(implode(' ', $options), [$GLOBALS['stub']->address => 'STUB']), "\n";
	$status = (new Application(['xhprof', $command, "$server->url/xhprof?$query$times", ...$options]))->run();
	echo "status $status\n\n";
}

$stub = new Stub($folder);
command('watch', 'service=rolled', '--webhook', "http://$stub->address/services/T0/secret");
$message = $stub->requests()[0];
$body = json_decode($message['body']);
echo "$message[method] $message[target] {$message['headers']['content-type']}\n$body->text\n\n";
unset($body->text, $body->store);
echo json_encode($body, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES), "\n\n";
command('watch', 'service=rolled', '--fail-above', '20%', '--strict', '--webhook', "http://$stub->address/");
command('watch', 'service=canary', '--markdown', '--by', 'cpu');
command('watch', 'service=beside');
command('watch', 'service=beside', '--markdown');
command('watch', 'service=same', '--strict', '--webhook', "http://$stub->address/");
echo count($stub->requests()), " message\n\n";
command('watch', 'service=moved', '--strict');
$week = $start + 7 * 86400;
command('check', "service=week&since=@$week&until=@" . $week + 4800, '--against', '1w', '--fail-above', '2%');
command('check', "service=week&since=@$week&until=@" . $week + 1200, '--strict');

echo "Not to be told:\n";
putenv("HOOK=http://$stub->address/secret");
$stub->answer(['status' => 403, 'body' => 'no such secret']);
command('watch', 'service=canary', '--webhook', 'env:HOOK');
command('watch', 'service=one');
command('watch', 'service=none');
command('watch', 'service=shpo');
command('watch', '');
command('watch', 'service=same&kind=trace');
command('watch', 'service=same', '--fail-above', '2');
command('watch', 'service=same', '--by', 'memory');
command('watch', 'service=same', '--webhook', 'http://chat.example/secret');
command('watch', 'service=same', '--webhook', 'https://me:secret@chat.example/');
command('watch', 'service=same', '--webhook', 'env:NONE');
command('check', "service=week&since=@$week&until=@" . $week + 4800, '--against', '30m');
command('check', "service=week&since=@$week&until=@" . $week + 4800, '--against', 'yesterday');
command('check', "service=week&since=@$week&until=@" . $week + 4800, '--against', '1d');
(new Application(['xhprof', 'watch', '/tmp']))->run();
(new Application(['xhprof', 'check']))->run();
?>
--EXPECT--
watch ?service=rolled --webhook http://STUB/services/T0/secret
rolled, 2026-09-22 00:00 to 04:00 UTC

1.0 -> 1.1
90 min before and 80 min after on 6 hosts, in stretches of 10 min
  change       95 % interval    share  route    function
 +10.3 %   +9.1 % to +11.5 %   30.6 %  /rare    PDO::query
  +9.4 %   +7.9 % to +10.9 %   31.5 %  /search  PDO::query
  +9.2 %   +7.7 % to +10.8 %   30.7 %  /cart    PDO::query
26 comparisons; 5.6 % would show in half of them

1.1 -> 1.2
cannot tell: it takes 54 min more of 1.2
status 1

POST /services/T0/secret application/json
xhprof, rolled, 2026-09-22 00:00 to 04:00 UTC: 3 slower
1.0 -> 1.1: /rare PDO::query +10.3 % (+9.1 % to +11.5 %)
1.0 -> 1.1: /search PDO::query +9.4 % (+7.9 % to +10.9 %)
1.0 -> 1.1: /cart PDO::query +9.2 % (+7.7 % to +10.8 %)

{
    "schema": "xhprof-watch",
    "version": 1,
    "by": "wall",
    "selection": "rolled, 2026-09-22 00:00 to 04:00 UTC",
    "fail_above": 0.01,
    "slower": 3,
    "comparisons": [
        {
            "compared": "1.0 -> 1.1",
            "basis": "90 min before and 80 min after on 6 hosts, in stretches of 10 min",
            "doubt": "",
            "tests": 26,
            "least_change": 0.05647,
            "too_few_samples": [],
            "changes": [
                {
                    "route": "/rare",
                    "function": "PDO::query",
                    "kind": "own",
                    "share": 0.30599,
                    "change": 0.10274,
                    "interval": [
                        0.09107,
                        0.11453
                    ],
                    "is_slower": true
                },
                {
                    "route": "/search",
                    "function": "PDO::query",
                    "kind": "own",
                    "share": 0.31502,
                    "change": 0.09401,
                    "interval": [
                        0.07946,
                        0.10875
                    ],
                    "is_slower": true
                },
                {
                    "route": "/cart",
                    "function": "PDO::query",
                    "kind": "own",
                    "share": 0.3071,
                    "change": 0.09232,
                    "interval": [
                        0.07658,
                        0.10829
                    ],
                    "is_slower": true
                }
            ]
        },
        {
            "compared": "1.1 -> 1.2",
            "basis": "",
            "doubt": "it takes 54 min more of 1.2",
            "tests": 0,
            "least_change": null,
            "too_few_samples": [],
            "changes": []
        }
    ]
}

watch ?service=rolled --fail-above 20% --strict --webhook http://STUB/
rolled, 2026-09-22 00:00 to 04:00 UTC

1.0 -> 1.1
90 min before and 80 min after on 6 hosts, in stretches of 10 min
  change       95 % interval    share  route    function
 +10.3 %   +9.1 % to +11.5 %   30.6 %  /rare    PDO::query
  +9.4 %   +7.9 % to +10.9 %   31.5 %  /search  PDO::query
  +9.2 %   +7.7 % to +10.8 %   30.7 %  /cart    PDO::query
26 comparisons; 5.6 % would show in half of them

1.1 -> 1.2
cannot tell: it takes 54 min more of 1.2
status 3

watch ?service=canary --markdown --by cpu
### xhprof: <code>1.0 -&gt; 1.1</code>: 3 slower

| | change | 95 % interval | share | route | function |
|---|--:|--:|--:|---|---|
| ❌ | +5.1 % | +4.8 % to +5.5 % | 30.0 % | <code>/cart</code> | <code>PDO&#58;&#58;query</code> |
| ❌ | +4.9 % | +4.6 % to +5.2 % | 30.7 % | <code>/search</code> | <code>PDO&#58;&#58;query</code> |
| ❌ | +4.6 % | +3.8 % to +5.5 % | 30.1 % | <code>/rare</code> | <code>PDO&#58;&#58;query</code> |

<sub><code>canary, 2026-09-22 00&#58;00 to 04&#58;00 UTC</code>; 4 hosts beside 8 for 76 min, and the same hosts in the 76 min before; 26 comparisons; 0.9 % would show in half of them</sub>
status 1

watch ?service=beside 
beside, 2026-09-22 00:00 to 04:00 UTC

"c" | <d> -> b*
8 hosts beside 8 for 76 min
  change       95 % interval    share  route    function
 -35.4 %  -38.0 % to -32.7 %   23.9 %  /cart    View::render
 -34.3 %  -37.2 % to -31.3 %   23.9 %  /search  View::render
 -33.3 %  -35.1 % to -31.5 %   24.2 %  /rare    View::render
26 comparisons; 7.7 % would show in half of them
status 0

watch ?service=beside --markdown
### xhprof: <code>"c" &#124; &lt;d&gt; -&gt; b&#42;</code>: nothing slower

| | change | 95 % interval | share | route | function |
|---|--:|--:|--:|---|---|
|  | -35.4 % | -38.0 % to -32.7 % | 23.9 % | <code>/cart</code> | <code>View&#58;&#58;render</code> |
|  | -34.3 % | -37.2 % to -31.3 % | 23.9 % | <code>/search</code> | <code>View&#58;&#58;render</code> |
|  | -33.3 % | -35.1 % to -31.5 % | 24.2 % | <code>/rare</code> | <code>View&#58;&#58;render</code> |

<sub><code>beside, 2026-09-22 00&#58;00 to 04&#58;00 UTC</code>; 8 hosts beside 8 for 76 min; 26 comparisons; 7.7 % would show in half of them</sub>
status 0

watch ?service=same --strict --webhook http://STUB/
same, 2026-09-22 00:00 to 04:00 UTC

2.0 -> 2.1
80 min before and 70 min after on 6 hosts, in stretches of 10 min
26 comparisons, all within chance; 3.1 % would show in half of them
status 0

1 message

watch ?service=moved --strict
moved, 2026-09-22 00:00 to 04:00 UTC

2.0 -> 2.1
cannot tell: no host had both, and they did not run beside each other on 8 hosts for 30 min
status 3

check ?service=week&since=@1790640000&until=@1790644800 --against 1w --fail-above 2%
week, 2026-09-29 00:00 to 01:20 UTC

1w before -> 2026-09-29 00:00 to 01:20 UTC
80 min of each, in stretches of 10 min
  change       95 % interval    share  route    function
 +20.0 %  +18.8 % to +21.2 %   36.1 %  /search  PDO::query
 +19.7 %  +17.7 % to +21.9 %   35.1 %  /rare    PDO::query
 +20.1 %  +18.6 % to +21.6 %   32.2 %  /cart    PDO::query
 -19.9 %  -24.0 % to -15.5 %   13.2 %  /cart    Tax::of
 -20.3 %  -21.6 % to -19.0 %    9.0 %  /rare    Tax::of
 -19.4 %  -20.0 % to -18.7 %    8.8 %  /search  Tax::of
26 comparisons; 11.2 % would show in half of them
status 1

check ?service=week&since=@1790640000&until=@1790641200 --strict
week, 2026-09-29 00:00 to 00:20 UTC

1w before -> 2026-09-29 00:00 to 00:20 UTC
cannot tell: it takes 60 min of both
status 3

Not to be told:
watch ?service=canary --webhook env:HOOK
canary, 2026-09-22 00:00 to 04:00 UTC

1.0 -> 1.1
4 hosts beside 8 for 76 min, and the same hosts in the 76 min before
  change       95 % interval    share  route    function
  +5.1 %    +4.8 % to +5.5 %   30.0 %  /cart    PDO::query
  +4.9 %    +4.6 % to +5.2 %   30.7 %  /search  PDO::query
  +4.6 %    +3.8 % to +5.5 %   30.1 %  /rare    PDO::query
26 comparisons; 0.9 % would show in half of them
xhprof: --webhook: 127.0.0.1 did not accept the message: HTTP 403
status 2

watch ?service=one 
xhprof: one, 2026-09-22 00:00 to 04:00 UTC: 2.0 is the only release
        an earlier since= reaches the one before
status 2

watch ?service=none 
xhprof: none, 2026-09-22 00:00 to 04:00 UTC: no profile has the label version
        xhprof ship --version-from FOLDER sets it, or xhprof_tag('version', ...) in the program
status 2

watch ?service=shpo 
xhprof: no profile has service=shpo
        service is: beside, canary, moved, none, one, rolled, same, week
status 2

watch ? 
xhprof: these are 8 services
        choose one: service=beside, service=canary, service=moved, service=none
status 2

watch ?service=same&kind=trace 
xhprof: watch compares sums of samples: kind= and per= are for other commands
status 2

watch ?service=same --fail-above 2
xhprof: --fail-above takes a percentage, not "2"
        write it like 2%
status 2

watch ?service=same --by memory
xhprof: --by cannot be "memory"
        it is one of: wall, cpu
status 2

watch ?service=same --webhook http://chat.example/secret
xhprof: --webhook: http://chat.example would send it unencrypted
        https://, or http:// to this machine
status 2

watch ?service=same --webhook https://me:secret@chat.example/
xhprof: --webhook takes a URL, https://HOST/PATH, without a user and a password
        env:NAME reads the URL from the variable NAME, which is hidden from other users
status 2

watch ?service=same --webhook env:NONE
xhprof: the variable NONE, which should hold the URL of --webhook, is not set
status 2

check ?service=week&since=@1790640000&until=@1790644800 --against 30m
xhprof: 30m before overlaps with the time that is checked
        1w, 1d
status 2

check ?service=week&since=@1790640000&until=@1790644800 --against yesterday
xhprof: --against takes an age, not "yesterday"
        1w, 1d
status 2

check ?service=week&since=@1790640000&until=@1790644800 --against 1d
xhprof: week, 2026-09-28 00:00 to 01:20 UTC: no profile
        its profiles are from 2026-09-22 00:00 to 2026-09-29 01:15 UTC: since=@1790035200&until=@1790644560
status 2

xhprof: /tmp is no store
        xhprof watch 'clickhouse+https://HOST/DB?service=NAME&since=1d'
xhprof: no store given
        xhprof check 'clickhouse+https://HOST/DB?service=NAME&since=1d'