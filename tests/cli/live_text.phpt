--TEST--
Without a terminal xhprof live is a page of text, or a line of JSON each second; it asks for samples and takes that back
--SKIPIF--
<?php require __DIR__ . '/../live/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/live_rings.inc';

$rings = new Rings(__FILE__);
register_shutdown_function($rings->remove(...));
$rings->add(1001, ['state' => FakeRing::RUNNING, 'uri' => '/cart', 'memory_bytes' => 3 << 20, 'peak_bytes' => 4 << 20,
	'tags' => ['route' => 'cart.show']]);
$rings->add(1002, ['state' => FakeRing::IDLE, 'method' => 'POST', 'uri' => '/login', 'memory_bytes' => 1 << 20,
	'peak_bytes' => 1 << 20], [1 => [2, 30_000_000], 8 => [1]]);

/* What the tool prints of so many seconds, or of more where it has no time for a look. */
function live(int $seconds, string ...$arguments): array
{
	global $rings;

	foreach (tries() as $factor) {
		$text = $rings->feed(tool('live', ...$arguments, ...['--duration', $seconds * $factor . 's']));
		if (preg_match('/samples, last .*points$|"functions":\[\{/m', $text) === 1) {
			break;
		}
	}

	return [$text, $seconds * $factor];
}

function plain(array $result): string
{
	global $rings;

	return preg_replace(['/\d\d:\d\d:\d\d/', '/[\d,]+ samples/', '/ +[\d.]+ (ns|us|ms|s)\b/', '/ +±[\d.]+/',
		'~' . preg_quote($rings->folder) . '~'], ['HH:MM:SS', 'N samples', ' TIME', ' ±N', 'FOLDER'],
		preg_replace('/^(xhprof live  \S+) +/m', '$1  ', $result[0]));
}

echo plain(live(2, $rings->folder));
echo json_encode($rings->messages()), "\n\n";

echo plain(live(1, $rings->folder, '--sort', 'incl', '--filter', 'TOTAL', '--uri', '/login*', '--limit', '1',
	'--interval', '1ms', '--clock', 'cpu'));
echo json_encode($rings->messages()), "\n\n";

[$text, $seconds] = live(2, $rings->folder, '--json', '--sort-workers', 'pid');
$lines = explode("\n", $text);
echo count($lines) - 1 === $seconds ? 'a line each second' : count($lines) - 1 . " lines in $seconds s", "\n";
$line = json_decode($lines[$seconds - 1], true);
foreach ($line['workers'] as &$worker) {
	$worker['ring'] = basename($worker['ring']);
	unset($worker['elapsed_ns']);
	foreach ($worker['marks'] as &$sum) {
		unset($sum['time']);
	}
	unset($sum);
}
echo json_encode($line['workers'], JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES), "\n";
foreach ($line['functions'] as $row) {
	echo "$row[function]: ", round($row['own_percent']) . ' % of own, ' . round($row['percent']) . " %\n";
}
var_dump($line['total_ns'] === 10_000_000 * $line['samples']);
echo implode(' ', array_keys($line)), "\n";
unset($line['sampling']['samples'], $line['sampling']['weight_ns'], $line['sampling']['share']);
echo json_encode($line['sampling']), "\n";
?>
--EXPECT--
xhprof live  FOLDER  HH:MM:SS
2 processes: 1 idle, 1 running
wall time every TIME, 0.0 % of a CPU in 2 processes (budget 1 % each), by timer signals
opcache full, in the last request of 1 of 2 processes

     PID  STATE     ELAPSED  CPU %     MEMORY  REQUEST
    1001  running TIME      -   3.00 MiB  GET /cart  route=cart.show
    1002  idle                   -   1.00 MiB  POST /login  (gc 2x TIME, opcache full)

functions, own time first; N samples, last TIME, ±N points
   OWN %   ± PTS   INCL %        OWN  FUNCTION
    75.0 ±N      100 TIME  App\Cart\Total::add
    25.0 ±N     25.0 TIME  usleep
     0.0 ±N      100 TIME  main()
[["1: 40000000 ns, clock 0, 6000 ms","1: no more"],["1: 40000000 ns, clock 0, 6000 ms","1: no more"]]

xhprof live  FOLDER  HH:MM:SS
2 processes: 1 idle, 1 running
wall time every TIME, 0.0 % of a CPU in 2 processes (budget 1 % each), by timer signals
opcache full, in the last request of 1 of 2 processes

     PID  STATE     ELAPSED  CPU %     MEMORY  REQUEST
    1002  idle                   -   1.00 MiB  POST /login  (gc 2x TIME, opcache full)

functions with "TOTAL", requests "/login*", inclusive time first; N samples, last TIME, ±N points
   OWN %   ± PTS   INCL %        OWN  FUNCTION
    75.0 ±N      100 TIME  App\Cart\Total::add
[["1: 1000000 ns, clock 1, 6000 ms","1: no more"],["1: 1000000 ns, clock 1, 6000 ms","1: no more"]]

a line each second
[
    {
        "ring": "1001-7.data",
        "tags": {
            "route": "cart.show"
        },
        "marks": [],
        "pid": 1001,
        "tid": 1001,
        "pool": "www",
        "sapi": "fpm-fcgi",
        "state": "running",
        "request": 1,
        "cpu": null,
        "memory_bytes": 3145728,
        "peak_bytes": 4194304,
        "method": "GET",
        "uri": "/cart",
        "in": "usleep",
        "caller": "App\\Cart\\Total::add",
        "wait": null,
        "trace": null,
        "span": null,
        "idle_ns": null
    },
    {
        "ring": "1002-7.data",
        "tags": [],
        "marks": {
            "gc": {
                "count": 2,
                "longest_ns": 30000000,
                "duration_ns": 30000000,
                "amount": 0,
                "limit": 0,
                "text": ""
            },
            "opcache_full": {
                "count": 1,
                "longest_ns": 0,
                "duration_ns": 0,
                "amount": 0,
                "limit": 0,
                "text": ""
            }
        },
        "pid": 1002,
        "tid": 1002,
        "pool": "www",
        "sapi": "fpm-fcgi",
        "state": "idle",
        "request": 1,
        "cpu": null,
        "memory_bytes": 1048576,
        "peak_bytes": 1048576,
        "method": "POST",
        "uri": "/login",
        "in": null,
        "caller": null,
        "wait": null,
        "trace": null,
        "span": null,
        "idle_ns": null
    }
]
App\Cart\Total::add: 75 % of own, 100 %
usleep: 25 % of own, 25 %
main(): 0 % of own, 100 %
bool(true)
schema version target time ended sampling workers blocker seconds total_ns samples share_error_points seconds_more functions
{"is_on":true,"processes":2,"clock":"wall","sampled_by":["timer signals"],"asked_ns":10000000,"least_ns":10000000,"most_ns":10000000,"budget":1,"from_outside":0,"lost_bytes":0,"late":0,"cut":0,"functions_lost":0,"messages_refused":0,"refused":[]}
