--TEST--
summary() says what the garbage collector did in the run, in saved and in merged runs, too
--SKIPIF--
<?php require __DIR__ . '/../../sampler/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';
require __DIR__ . '/gc.inc';

/* As of gc_status() before and after; the times, since 8.3, are not negative. */
function check(XHProf\Profile $profile, array $before, array $after): void
{
	$gc = $profile->summary()['gc'];
	$times = array_intersect_key($gc, ['collector_ns' => 0, 'destructor_ns' => 0, 'free_ns' => 0]);
	var_dump(array_diff_key($gc, $times) === ['runs' => $after['runs'] - $before['runs'],
		'collected' => $after['collected'] - $before['collected'],
		'threshold_before' => $before['threshold'], 'threshold' => $after['threshold'],
		'roots_before' => $before['roots'], 'roots' => $after['roots']]);
	var_dump(count($times) === (PHP_VERSION_ID >= 80300 ? 3 : 0) && min([0, ...$times]) === 0);
}

$file = tempnam(sys_get_temp_dir(), 'xhprof');
$profiles = [];
foreach ([3, 6000] as $count) {
	gc_collect_cycles();
	pairs(2);
	$before = gc_status();
	xhprof_enable();
	pairs($count);
	$profiles[] = xhprof_stop();
	$after = gc_status();
	$profile = end($profiles);
	echo "$count pairs: ", $profile->summary()['gc']['runs'], "\n";
	check($profile, $before, $after);
	$profile->export('json', $file);
	$loaded = XHProf\Profile::load($file);
	var_dump($loaded->summary() === $profile->summary(), $loaded->export('json') === $profile->export('json'));
}

echo "samples\n";
gc_collect_cycles();
$before = gc_status();
xhprof_sample_enable(['clock' => 'custom']);
pairs(6000);
$samples = xhprof_stop();
check($samples, $before, gc_status());

echo "merged\n";
[$one, $two] = [$profiles[0]->summary()['gc'], $profiles[1]->summary()['gc']];
foreach ($profiles[0]->merge($profiles[1])->summary()['gc'] as $key => $value) {
	if ($value !== (preg_match('/^(threshold|roots)/', $key) ? max($one[$key], $two[$key]) : $one[$key] + $two[$key])) {
		echo "$key\n";
	}
}

echo "unknown\n";
$pairs = XHProf\Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 1]]);
var_dump(isset($pairs->summary()['gc']), isset($pairs->merge($profiles[0])->summary()['gc']));
unlink($file);
?>
--EXPECT--
3 pairs: 0
bool(true)
bool(true)
bool(true)
bool(true)
6000 pairs: 1
bool(true)
bool(true)
bool(true)
bool(true)
samples
bool(true)
bool(true)
merged
unknown
bool(false)
bool(false)
