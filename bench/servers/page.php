<?php
/*
 * Routes that time their parts by both clocks and append what a request took to a file. Without opcache the engine
 * hands out the same addresses for another route's code in the next request. bench/servers.sh serves them.
 */
declare(strict_types=1);

/* Nanoseconds of wall time and of this thread's CPU time. */
final class Took
{
	public array $sums = [];
	private $libc = null;
	private $time = null;

	public function __construct()
	{
		if (extension_loaded('ffi')) {
			$this->libc = FFI::cdef('struct ts { long s; long n; }; int clock_gettime(int, struct ts *);');
			$this->time = $this->libc->new('struct ts');
		}
	}

	/* Without FFI that of the process, with the profiler's own threads. */
	public function cpu(): int
	{
		if ($this->libc === null) {
			$usage = getrusage();
			return 1000 * (1000000 * ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec'])
				+ $usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']);
		}
		$this->libc->clock_gettime(3, FFI::addr($this->time)); // CLOCK_THREAD_CPUTIME_ID
		return $this->time->s * 1000000000 + $this->time->n;
	}

	public function start(): array
	{
		return [$this->cpu(), hrtime(true)];
	}

	public function add(string $row, array $start): void
	{
		$wall = hrtime(true) - $start[1];
		$this->sums[$row] = ['wall' => $wall, 'cpu' => $this->cpu() - $start[0]];
	}
}

/* The route's parts, one after the other: what they say together. */
function measured(array $parts, Took $took): string
{
	$said = '';
	foreach ($parts as $part) {
		$start = $took->start();
		$said .= $part() . ' ';
		$took->add("$part+", $start);
	}
	return $said;
}

/* A route's file defines its functions. It says which are its parts, and how often a request calls what. */
function answer(string $route): string
{
	static $routes = [];
	$routes[$route] ??= require __DIR__ . "/$route.php";
	$took = new Took();
	$start = $took->start();
	$said = measured($routes[$route]['parts'], $took);
	$took->add('measured+', $start);
	$took->sums["route $route"] = $took->sums['measured+'];
	$took->sums['until'] = $took->cpu();
	file_put_contents(__DIR__ . '/truth/' . getmypid(), json_encode($took->sums) . "\n", FILE_APPEND);
	return $said;
}

if (isset($_SERVER['REQUEST_URI'])) {
	echo answer(basename($_SERVER['REQUEST_URI']));
}
