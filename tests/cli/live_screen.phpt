--TEST--
On a terminal xhprof live obeys keys and the terminal's size, and leaves the terminal as it was, however it ends
--SKIPIF--
<?php
require __DIR__ . '/../live/skipif.inc';
if (!function_exists('proc_open')
	|| !@proc_open(['true'], [['pty'], ['pty'], ['pty']], $pipes)) die('skip this PHP opens no pseudo terminals');
foreach (['stty', 'setsid'] as $program) {
	if (shell_exec("command -v $program") === null) die("skip needs $program");
}
?>
--FILE--
<?php
require __DIR__ . '/live_rings.inc';

$rings = new Rings(__FILE__);
register_shutdown_function($rings->remove(...));
$rings->add(1001, ['state' => FakeRing::RUNNING, 'uri' => '/cart', 'memory_bytes' => 3 << 20]);
$rings->add(1002, ['state' => FakeRing::IDLE, 'method' => 'POST', 'uri' => '/login', 'memory_bytes' => 1 << 20]);

/* A terminal, in which a shell runs the tool. */
final class Tty
{
	private string $bytes = '';
	private int $pictures = 0;
	private array $pipes = [];
	private $process;
	public int $pid = 0;

	public function __construct(private Rings $rings, string ...$arguments)
	{
		$words = implode(' ', array_map(escapeshellarg(...), tool('live', $rings->folder, ...$arguments)));
		$shell = 'stty rows 14 cols 70; before=$(stty -g); echo tty=$(tty); (echo pid=$(sh -c \'echo $PPID\'); exec '
			. $words
			. '); echo "status=$?"; '
			. 'i=0; while [ "$before" != "$(stty -g)" ] && [ $i -lt 1800 ]; do sleep 0.1; i=$((i + 1)); done; '
			. '[ "$before" = "$(stty -g)" ] && echo modes=same; read -r line; echo over';
		$this->process = proc_open(['setsid', '--ctty', '--wait', 'sh', '-c', $shell], [['pty'], ['pty'], ['pty']],
			$this->pipes, null, ['TERM' => 'xterm', 'NO_COLOR' => '1'] + getenv());
		stream_set_blocking($this->pipes[1], false);
		$this->pid = (int) $this->await('/pid=(\d+)/')[1];
	}

	/*
	 * Until all that came, or the screen of now, is like that. Between two pictures there are samples: enough of them
	 * in one go, and no more than the rings hold.
	 */
	public function await(string $pattern, bool $isScreen = false): array
	{
		$found = wait_until($pattern, function () use ($pattern, $isScreen): ?array {
			$this->bytes .= @fread($this->pipes[1], 65536);
			if (substr_count($this->bytes, "\e[H") > $this->pictures) {
				$this->pictures = substr_count($this->bytes, "\e[H");
				$this->rings->sample(20);
			}

			return preg_match($pattern, $isScreen ? implode("\n", $this->screen()) : $this->bytes, $found) === 1
				? $found : null;
		});

		return $found ?? die(json_encode(substr($this->bytes, -2000)) . "\n");
	}

	/* The last whole picture. */
	public function screen(): array
	{
		$pictures = explode("\e[H", $this->bytes);

		return array_map(fn(string $line) => rtrim($line),
			explode("\r\n", str_replace("\e[K", '', count($pictures) > 2 ? $pictures[count($pictures) - 2] : '')));
	}

	public function __destruct()
	{
		exec("kill -KILL $this->pid 2>/dev/null");
	}

	public function type(string $keys): void
	{
		fwrite($this->pipes[0], $keys);
	}

	public function resize(int $rows, int $columns): void
	{
		$tty = $this->await('/tty=(\S+)/')[1];
		exec("stty rows $rows cols $columns <" . escapeshellarg($tty));
	}

	public function end(): string
	{
		$status = $this->await('/status=(\d+)/')[1];
		$this->await('/modes=same/');
		$this->type("\n");
		$this->await('/over/');
		proc_close($this->process);

		return "status $status, " . (preg_match('/\e\[\?1049h.*\e\[\?25h\e\[\?1049l[^\e]*$/s', $this->bytes) === 1
			? 'the screen of before' : 'NOT the screen of before')
			. ', ' . json_encode(array_map(fn(array $wishes) => end($wishes), $this->rings->messages()));
	}
}

function masked(array $screen): string
{
	global $rings;

	return preg_replace(['/\d\d:\d\d:\d\d/', '/[\d,]+ samples/', '/ +[\d.]+ (ns|us|ms|s)\b/',
		'/xhprof live  \S+ */', '~(#\d+ +\S+) +~', '/ +±[\d.]+/', '/^(functions(?: of \d+)?).*samples, last/m'],
		['HH:MM:SS', 'N samples', ' TIME', 'xhprof live  FOLDER  ', '$1  ', ' ±N', '$1 ... N samples, last'],
		implode("|\n", $screen)) . "|\n";
}

$tty = new Tty($rings);
$tty->await('/samples, last [^\n]* points\n[^~]*25.0 +±[\d.]+ +25.0 .*usleep/', true);
echo masked($tty->screen()), "\n";
$tty->type('j');
$tty->await('/functions of 1001/', true);
$tty->type("\r");
$tty->await('/stack of 1001.*#2  main/s', true);
echo masked($tty->screen()), "\n";
$tty->type("\e[Bt/add");
$tty->await('/functions with: add_/', true);
$tty->type("\r");
$tty->await('/functions of 1002 with/', true);
$tty->resize(12, 76);
$tty->await('/^(?=[^~]*samples, last [^\n]* points\n)\S.{0,75}\n(?:.{0,76}\n){10}.{71,76}$/u', true);
echo masked($tty->screen()), "\n";
$tty->type('?');
$tty->await('/choose a w/', true);
$tty->type('xp');
$tty->await('/paused/', true);
$tty->type('q');
echo 'q: ', $tty->end(), "\n";

$tty = new Tty($rings);
$tty->await('/usleep/', true);
$tty->type("\x03");
echo 'Ctrl-C: ', $tty->end(), "\n";

$tty = new Tty($rings);
$tty->await('/usleep/', true);
exec("kill -TERM $tty->pid");
$said = $tty->end();
echo 'SIGTERM: ',
	extension_loaded('pcntl') ? $said : preg_replace('/, \[.*/', ', ["1: no more","1: no more"]', $said), "\n";

$tty = new Tty($rings);
$tty->await('/usleep/', true);
exec("kill -KILL $tty->pid");
echo 'SIGKILL: ', $tty->end(), "\n";
?>
--EXPECT--
xhprof live  FOLDER  HH:MM:SS|
2 processes: 1 idle, 1 running|
wall time every TIME, 0.0 % of a CPU, by timer signals|
|
     PID  STATE     ELAPSED  CPU %     MEMORY  REQUEST|
    1001  running TIME      -   3.00 MiB  GET /cart|
    1002  idle                   -   1.00 MiB  POST /login|
|
functions ... N samples, last TIME, ±N points|
   OWN %   ± PTS   INCL %        OWN  FUNCTION|
    75.0 ±N      100 TIME  App\Cart\Total::add|
    25.0 ±N     25.0 TIME  usleep|
     0.0 ±N      100 TIME  main()|
? help  / find  u reque…s sort  enter stack  r record  p pause  q quit|

xhprof live  FOLDER  HH:MM:SS|
2 processes: 1 idle, 1 running|
wall time every TIME, 0.0 % of a CPU, by timer signals|
|
     PID  STATE     ELAPSED  CPU %     MEMORY  REQUEST|
>   1001  running TIME      -   3.00 MiB  GET /cart|
    1002  idle                   -   1.00 MiB  POST /login|
|
stack of 1001, TIME ago: sleeps: usleep()|
   #0  usleep|
   #1  App\Cart\Total::add  /app/src/Total.php:9|
   #2  main()  /app/index.php:2|
|
? help  / find  u reque…s sort  enter stack  r record  p pause  q quit|

xhprof live  FOLDER  HH:MM:SS|
2 processes: 1 idle, 1 running|
wall time every TIME, 0.0 % of a CPU (budget 1 % each), by timer signals|
|
     PID  STATE     ELAPSED  CPU %     MEMORY  REQUEST|
>   1002  idle                   -   1.00 MiB  POST /login|
functions of 1002 ... N samples, last TIME, ±N points|
   OWN %   ± PTS   INCL %        OWN  FUNCTION|
    75.0 ±N      100 TIME  App\Cart\Total::add|
|
|
? help  / find  u requests  o s sort  enter stack  r record  p pause  q quit|

q: status 0, the screen of before, ["1: no more","1: no more"]
Ctrl-C: status 0, the screen of before, ["1: no more","1: no more"]
SIGTERM: status 143, the screen of before, ["1: no more","1: no more"]
SIGKILL: status 137, the screen of before, ["1: 40000000 ns, clock 0, 6000 ms","1: 40000000 ns, clock 0, 6000 ms"]
