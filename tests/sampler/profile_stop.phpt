--TEST--
xhprof_stop() returns samples as a profile with the same weights, paths and lines in each export and round trip
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
need_wall_by_signal();
if (!extension_loaded('zlib')) die('skip needs zlib, as json.gz does');
?>
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function compute() {
	$x = 0;
	for ($i = 0; $i < 100000; $i++) { $x ^= $i; }
	return $x;
}
function deeper(int $n) {
	return $n > 0
		? deeper($n - 1)
		: usleep(60000);
}
function work() {
	deeper(2);
	deeper(0);
	for ($end = hrtime(true) + 60000000; hrtime(true) < $end; ) { compute(); }
}

const WANTED = ['main();work;deeper;deeper;deeper;usleep;{sleep}', 'main();work;deeper;usleep;{sleep}'];

/* Adds up lines "a;b;c 12". */
function folded(XHProf\Profile $profile): array
{
	$sums = [];
	foreach (explode("\n", trim($profile->export('folded'))) as $line) {
		[$path, $number] = preg_split('/ (?=\d+$)/', $line);
		$sums[] = [$path, (int) $number];
	}
	return $sums;
}

/* A busy machine may see one of the sleeps only. */
foreach (tries() as $try) {
	xhprof_sample_enable(['interval' => 2000]);
	work();
	$profile = xhprof_stop();
	$folded = folded($profile);
	$paths = array_column($folded, 0);
	if (array_intersect(WANTED, $paths) === WANTED) {
		break;
	}
}
var_dump(xhprof_info()['running'], xhprof_stop());

$summary = $profile->summary();
$info = xhprof_info()['sampling'];
var_dump($summary['mode'], $summary['interval_ns']);
var_dump($summary['samples'] === $info['samples'], $summary['calls'] === $info['weight'],
	$summary['error'] === $info['error']);
// Weights are whole intervals, times those that went by.
var_dump(abs($summary['wall_ns'] - $info['weight'] * 2000000) <= 2000000);
var_dump(abs($summary['cpu_ns'] - ($info['weight'] - $info['off_cpu']) * 2000000) <= 2000000);

var_dump($paths === array_unique($paths), array_sum(array_column($folded, 1)) === $summary['wall_ns']);
var_dump(array_intersect(WANTED, $paths) === WANTED);

$pairs = $profile->pairs();
var_dump(array_key_last($pairs), min(array_column($pairs, 'ct')) > 0);
var_dump($pairs['main()']['ct'] === $summary['calls'], $pairs['main()==>work']['ct'] <= $summary['calls']);
var_dump($pairs['work==>deeper']['ct'] >= $pairs['deeper==>deeper@1']['ct']);
$functions = $profile->functions();
var_dump($functions['deeper']['calls'] === $pairs['work==>deeper']['ct'], $functions['deeper']['line'],
	$functions['main()']['file'] === __FILE__);

/* Lines of "deeper": where it calls itself, and where it sleeps. */
$json = json_decode($profile->export('json'), true);
$lines = [];
foreach ($json['nodes']['function'] as $node => $function) {
	if ($json['functions']['name'][$function] === 'deeper') {
		$lines[$json['nodes']['line'][$node]] = true;
	}
}
echo implode(' ', array_keys(array_intersect_key($lines, [11 => 1, 12 => 1]))), "\n";

foreach (['json.gz', 'json'] as $format) {
	$file = __DIR__ . '/profile_stop.tmp';
	$profile->export($format, $file);
	$loaded = XHProf\Profile::load($file);
	unlink($file);
	var_dump($loaded->summary() === $summary, $loaded->pairs() == $pairs, $loaded->functions() === $functions);
	var_dump($loaded->export('json') === $profile->export('json'));
	$twice = $loaded->merge($profile);
	var_dump($twice->summary()['calls'] === 2 * $summary['calls'],
		$twice->summary()['samples'] === 2 * $summary['samples']);
	var_dump(array_sum(array_column(folded($twice), 1)) === 2 * $summary['wall_ns'],
		count($twice->pairs()) === count($pairs));
}
$speedscope = json_decode($profile->export('speedscope'), true);
var_dump($speedscope['profiles'][1]['endValue'] === $summary['wall_ns'],
	$speedscope['profiles'][2]['endValue'] === $summary['cpu_ns']);
var_dump(str_contains($profile->export('callgrind'), 'fn='));
var_dump(str_contains($profile->export('chrome'), '"name":"deeper"'));
?>
--EXPECT--
bool(false)
NULL
string(6) "sample"
int(2000000)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
string(6) "main()"
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
int(9)
bool(true)
11 12
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
