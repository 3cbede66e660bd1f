--TEST--
The screen of xhprof live has as many lines as the terminal, none wider: workers, functions or a stack, what was lost, help
--FILE--
<?php
require __DIR__ . '/live.inc';

screen(moment(), 80, 24);
screen(moment(), 130, 16, 'down', 's');
screen(moment(['asked_ns' => 1_000_000, 'most_ns' => 20_000_000, 'lost_bytes' => 5000, 'late' => 3, 'cut' => 2,
	'functions_lost' => 1, 'refused' => ['/run/xhprof/1-1.data: not permitted', 'x']], stack: stack(), recorded: 5), 80,
	16, 'enter');
screen(moment(stack: null), 60, 9, 'down', 't', 'o', 'o');
screen(moment(['is_on' => false, 'share' => null]), 60, 12, '/', 'C', 'A', 'é', 'backspace', 'enter', 'u', '/', 'c',
	'a', 'r', 't', 'enter', 'p');
screen(moment(), 60, 10, '/', 'x');
screen(moment(), 80, 23, '?');
/* The table has the samples of 10 seconds at most. */
screen(moment(error: 30.0, more: 20), 80, 12);
$moment = moment(error: 12.5, more: 5);
screen(new XHProf\Cli\Live\PoolSnapshot('x', 0, [], 0, $moment->sampling, ['seconds' => 3] + $moment->functions), 80,
	8);
$many = [];
for ($i = 0; $i < 40; $i++) {
	$many["r$i"] = worker(3000 + $i, $i % 4 ? 'idle' : 'running', $i % 4 ? null : 40 - $i, 0.0, "GET /$i");
}
/* Names stay, numbers go. */
screen(moment(), 40, 16);
screen(moment(stack: stack()), 40, 14, 'down', 'enter');
screen(moment(workers: $many), 60, 20, ...array_fill(0, 30, 'down'));
?>
--EXPECT--
xhprof live  /run/xhprof                                                14:00:00|
4 processes: 1 idle, 2 running, 1 shutdown; 1 ended since                       |
wall time every 10.0 ms, 0.4 % of a CPU (budget 1 % each), by perf signals      |
|
       PID  STATE     ELAPSED  CPU %     MEMORY  REQUEST                        |
      2101  running    2.35 s   12.3   2.00 MiB  GET /cart                      |
 2103.2105  running   12.0 ms   99.9   2.01 MiB  GET /séarch [31m               |
      2104  shutdown  3.00 ms      -   2.01 MiB  GET /                          |
      2102  idle       1.50 s    0.0   2.00 MiB  POST /cart/checkout            |
|
functions, own time first; 1,234 samples, last 10 s, ±2.8 points                |
   OWN %   ± PTS   INCL %        OWN  FUNCTION                                  |
    45.0    ±2.5     45.0     900 ms  PDOStatement::execute                     |
    35.0    ±2.5     45.0     700 ms  App\Cart\Total::add                       |
    15.0    ±2.5     15.0     300 ms  café                                      |
     5.0    ±2.5      100     100 ms  main()                                    |
     0.0    ±2.5      0.0       0 ns  preg_match                                |
|
|
|
|
|
|
? help  / find  u requests  o s sort  enter stack  r record  p pause  q quit    |

xhprof live  /run/xhprof                                                                                                  14:00:00|
4 processes: 1 idle, 2 running, 1 shutdown; 1 ended since                                                                         |
wall time every 10.0 ms, 0.4 % of a CPU in 4 processes (budget 1 % each), by perf signals                                         |
|
       PID  STATE     ELAPSED  CPU %     MEMORY  REQUEST                               IN                                         |
>     2101  running    2.35 s   12.3   2.00 MiB  GET /cart                             PDOStatement::execute                      |
 2103.2105  running   12.0 ms   99.9   2.01 MiB  GET /séarch [31m                      PDOStatement::execute                      |
          (2 more)|
functions of 2101, inclusive time first; 1,234 samples, last 10 s, ±2.8 points                                                    |
   OWN %   ± PTS   INCL %        OWN  FUNCTION                                                                                    |
     5.0    ±2.5      100     100 ms  main()                                                                                      |
    45.0    ±2.5     45.0     900 ms  PDOStatement::execute                                                                       |
    35.0    ±2.5     45.0     700 ms  App\Cart\Total::add                                                                         |
    15.0    ±2.5     15.0     300 ms  café                                                                                        |
     0.0    ±2.5      0.0       0 ns  preg_match                                                                                  |
? help  / find  u requests  o s sort  enter stack  r record  p pause  q quit                                                      |

xhprof live  /run/xhprof                                recording 5 s   14:00:00|
4 processes: 1 idle, 2 running, 1 shutdown; 1 ended since                       |
wall time every 10.0 ms to 20.0 ms (asked: 1.00 ms), 0.4 % of a CPU             |
lost: 4.88 KiB overwritten, 3 late ticks, 2 cut stacks, 1 in (other)            |
2 cannot be read, for example: /run/xhprof/1-1.data: not permitted              |
|
       PID  STATE     ELAPSED  CPU %     MEMORY  REQUEST                        |
>     2101  running    2.35 s   12.3   2.00 MiB  GET /cart                      |
 2103.2105  running   12.0 ms   99.9   2.01 MiB  GET /séarch [31m               |
      2104  shutdown  3.00 ms      -   2.01 MiB  GET /                          |
      2102  idle       1.50 s    0.0   2.00 MiB  POST /cart/checkout            |
stack of 2101, 4.10 ms ago: sleeps: usleep()                                    |
   #0  usleep                               |
   #1  App\Store\Re…ndAllByCustomerAndOrder …ww/app/src/Store/Repository.php:112|
   #2  main()                               /var/www/app/public/index.php:9|
? help  / find  u requests  o s sort  enter stack  r record  p pause  q quit    |

xhprof live  /run/xhprof                            14:00:00|
4 processes: 1 idle, 2 running, 1 shutdown; 1 ended since   |
wall time every 10.0 ms, 0.4 % of a CPU, by perf signals    |
|
       PID  STATE     ELAPSED  REQUEST                      |
>     2101  running    2.35 s  GET /cart                    |
          (3 more)|
  no sample of this worker yet|
workers by memory                                           |

xhprof live  /run/xhprof                   paused   14:00:00|
4 processes: 1 idle, 2 running, 1 shutdown; 1 ended since   |
paused: nothing is sampled for this reader                  |
|
       PID  STATE     ELAPSED  REQUEST                      |
      2101  running    2.35 s  GET /cart                    |
functions with "CA",…; 1,234 samples, last 10 s, ±2.8 points|
   OWN %   ± PTS  FUNCTION                                  |
    35.0    ±2.5  App\Cart\Total::add                       |
    15.0    ±2.5  café                                      |
|
? help  / find  u re… enter stack  r record  p pause  q quit|

xhprof live  /run/xhprof                            14:00:00|
4 processes: 1 idle, 2 running, 1 shutdown; 1 ended since   |
wall time every 10.0 ms, 0.4 % of a CPU, by perf signals    |
|
       PID  STATE     ELAPSED  REQUEST                      |
      2101  running    2.35 s  GET /cart                    |
functions, own time …; 1,234 samples, last 10 s, ±2.8 points|
   OWN %   ± PTS  FUNCTION                                  |
    45.0    ±2.5  PDOStatement::execute                     |
functions with: x_|

xhprof live  /run/xhprof                                                14:00:00|
4 processes: 1 idle, 2 running, 1 shutdown; 1 ended since                       |
wall time every 10.0 ms, 0.4 % of a CPU (budget 1 % each), by perf signals      |
|
  up, down, j, k    choose a worker, to see its functions only                  |
  enter, t          the stack of the chosen worker, and back                    |
  escape, a         back to the functions of all workers                        |
  page up, down     scroll the lower table                                      |
  s                 sort functions by own or inclusive time                     |
  o                 sort workers by time, CPU, memory, pid or request           |
  /                 only functions whose names contain a text                   |
  u                 only requests of these URIs: /cart*, or a part of one       |
  +, -              sample more, or less often                                  |
  c                 sample wall time or CPU time                                |
  r                 record a profile from now on; again: write it               |
  p, space          pause: freeze the screen, and stop sampling                 |
  q, Ctrl-C         quit                                                        |
|
  Any key goes back.|
|
|
|
? help  / find  u requests  o s sort  enter stack  r record  p pause  q quit    |

xhprof live  /run/xhprof                                                14:00:00|
4 processes: 1 idle, 2 running, 1 shutdown; 1 ended since                       |
wall time every 10.0 ms, 0.4 % of a CPU (budget 1 % each), by perf signals      |
|
       PID  STATE     ELAPSED  CPU %     MEMORY  REQUEST                        |
      2101  running    2.35 s   12.3   2.00 MiB  GET /cart                      |
functions, own time first; …samples, last 10 s: not enough, r records for longer|
   OWN %   ± PTS   INCL %        OWN  FUNCTION                                  |
    45.0    ±2.5     45.0     900 ms  PDOStatement::execute                     |
    35.0    ±2.5     45.0     700 ms  App\Cart\Total::add                       |
    15.0    ±2.5     15.0     300 ms  café                                      |
? help  / find  u requests  o s sort  enter stack  r record  p pause  q quit    |

xhprof live  x                                                          00:00:00|
0 processes                                                                     |
wall time every 10.0 ms, 0.4 % of a CPU (budget 1 % each), by perf signals      |
|
     PID  STATE     ELAPSED  CPU %     MEMORY  REQUEST                          |
functions, own time first; 1,234 samples, last 3 s: not enough, about 5 s more  |
   OWN %   ± PTS   INCL %        OWN  FUNCTION                                  |
? help  / find  u requests  o s sort  enter stack  r record  p pause  q quit    |

xhprof live  /run/xhprof        14:00:00|
4 processes: … 1 shutdown; 1 ended since|
wall time every 10.0 ms, 0.4 % of a CPU |
|
       PID  ELAPSED  REQUEST            |
      2101   2.35 s  GET /cart          |
 2103.2105  12.0 ms  GET /séarch [31m   |
          (2 more)|
functions, ow…es, last 10 s, ±2.8 points|
   OWN %  FUNCTION                      |
    45.0  PDOStatement::execute         |
    35.0  App\Cart\Total::add           |
    15.0  café                          |
     5.0  main()                        |
     0.0  preg_match                    |
? help  / fin… r record  p pause  q quit|

xhprof live  /run/xhprof        14:00:00|
4 processes: … 1 shutdown; 1 ended since|
wall time every 10.0 ms, 0.4 % of a CPU |
|
       PID  ELAPSED  REQUEST            |
>     2101   2.35 s  GET /cart          |
 2103.2105  12.0 ms  GET /séarch [31m   |
      2104  3.00 ms  GET /              |
      2102   1.50 s  POST /cart/checkout|
stack of 2101…0 ms ago: sleeps: usleep()|
   #0  usleep|
   #1  App\Store\R…AllByCustomerAndOrder|
   #2  main()|
? help  / fin… r record  p pause  q quit|

xhprof live  /run/xhprof                            14:00:00|
40 processes: 30 idle, 10 running; 1 ended since            |
wall time every 10.0 ms, 0.4 % of a CPU, by perf signals    |
|
     PID  STATE     ELAPSED  REQUEST                        |
    3019  idle               GET /19                        |
    3021  idle               GET /21                        |
    3022  idle               GET /22                        |
    3023  idle               GET /23                        |
    3025  idle               GET /25                        |
>   3026  idle               GET /26                        |
          (34 more)|
functions of 3026, o…; 1,234 samples, last 10 s, ±2.8 points|
   OWN %   ± PTS  FUNCTION                                  |
    45.0    ±2.5  PDOStatement::execute                     |
    35.0    ±2.5  App\Cart\Total::add                       |
    15.0    ±2.5  café                                      |
     5.0    ±2.5  main()                                    |
     0.0    ±2.5  preg_match                                |
? help  / find  u re… enter stack  r record  p pause  q quit|
