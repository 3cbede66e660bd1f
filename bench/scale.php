<?php
/**
 * How a profiler grows: the time of enable and disable, and the memory, from 10 edges to 1,000,000.
 *
 *     php -n -d extension=build/bench/modules/xhprof.so bench/scale.php [ENABLE DISABLE]
 *
 * ENABLE and DISABLE are PHP, by default xhprof_enable() and xhprof_disable(). Each number of edges has a process of
 * its own, as memory that was given back is not always given back to the kernel.
 */

declare(strict_types=1);

namespace Bench\Scale;

const EDGES = [10, 100, 1000, 10000, 100000, 1000000];

function resident_bytes(): int
{
	preg_match('/^RssAnon:\s*(\d+) kB/m', file_get_contents('/proc/self/status'), $match);

	return 1024 * (int) $match[1];
}

/** Functions that call each of some others: callers times callees are the edges. */
function program(int $edges): \Closure
{
	$side = (int) ceil(sqrt($edges));
	$code = 'namespace Bench\Scale\Made;';
	for ($i = 0; $i < $side; $i++) {
		$code .= "function callee$i() {} function caller$i(\$names) { foreach (\$names as \$name) { \$name(); } }";
	}
	eval($code);
	$callees = array_map(static fn (int $i): string => "Bench\\Scale\\Made\\callee$i", range(0, $side - 1));

	return static function () use ($side, $callees): void {
		for ($i = 0; $i < $side; $i++) {
			("Bench\\Scale\\Made\\caller$i")($callees);
		}
	};
}

/** @return array<string, float> */
function measure(int $edges, string $enable, string $disable): array
{
	$program = program($edges);
	$program(); // what the engine needs for it
	$before = resident_bytes();
	$start = hrtime(true);
	eval($enable);
	$enabled = hrtime(true);
	$program();
	$after = resident_bytes();
	$stop = hrtime(true);
	$rows = eval("return $disable");
	$stopped = hrtime(true);
	$count = count($rows);
	unset($rows);
	$again = $least = PHP_INT_MAX;
	for ($i = 0; $i < 20; $i++) {
		$one = hrtime(true);
		eval($enable);
		$two = hrtime(true);
		$rows = eval("return $disable");
		$three = hrtime(true);
		$again = min($again, $two - $one);
		$least = min($least, $three - $two);
	}

	return ['rows' => $count, 'first_enable_us' => ($enabled - $start) / 1e3, 'enable_us' => $again / 1e3,
		'disable_us' => ($stopped - $stop) / 1e3, 'least_disable_us' => $least / 1e3,
		'bytes' => $after - $before];
}

/** @return array<string, float> the best of some processes, each of which measures once */
function best(int $edges, string $enable, string $disable): array
{
	$best = [];
	for ($i = 0; $i < 5; $i++) {
		$command = sprintf('%s %s %s %d %s %s', escapeshellarg(PHP_BINARY), $GLOBALS['ini'], escapeshellarg(__FILE__),
			$edges, escapeshellarg($enable), escapeshellarg($disable));
		foreach (json_decode((string) shell_exec($command), true, 512, JSON_THROW_ON_ERROR) as $name => $value) {
			$best[$name] = min($best[$name] ?? INF, $value);
		}
	}

	return $best;
}

if (isset($argv[3])) {
	ini_set('memory_limit', '-1');
	echo json_encode(measure((int) $argv[1], $argv[2], $argv[3]));
	exit;
}
// The same settings as ours.
$arguments = explode("\0", file_get_contents('/proc/self/cmdline'));
$ini = implode(' ',
	array_map(escapeshellarg(...), array_slice($arguments, 1, array_search($argv[0], $arguments, true) - 1)));
[$enable, $disable] = [$argv[1] ?? 'xhprof_enable();', $argv[2] ?? 'xhprof_disable();'];
printf("%10s %16s %18s %14s %16s %14s\n", 'rows', 'first enable us', 'enable again us', 'disable us',
	'a row of it us', 'bytes an edge');
foreach (EDGES as $edges) {
	$one = best($edges, $enable, $disable);
	printf("%10d %16.0f %18.1f %14.0f %16.2f %14.0f\n", $one['rows'], $one['first_enable_us'], $one['enable_us'],
		$one['disable_us'], $one['disable_us'] / $one['rows'], $one['bytes'] / $one['rows']);
}
printf("Enable and disable with nothing between: %.1f + %.1f us\n", $one['enable_us'], $one['least_disable_us']);
