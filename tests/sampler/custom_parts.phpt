--TEST--
Parts of a run have the samples of xhprof_sample() as the whole run has them: as CPU time, counted apart, and certain
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/sample.inc';

function mark(): void
{
	xhprof_sample('miss', 700);
}

function figures(XHProf\Profile $profile): array
{
	$functions = $profile->functions();
	$keys = array_flip(['wall_ns', 'cpu_ns', 'custom', 'calls', 'samples', 'clock']);
	return array_intersect_key($profile->summary(), $keys)
		+ ['miss' => [$functions['miss']['own_wall_ns'], $functions['miss']['own_cpu_ns']]];
}

foreach (['wall', 'cpu', 'custom'] as $clock) {
	xhprof_sample_enable(['clock' => $clock, 'interval' => 1000]);
	for ($i = 0; $i < 10; $i++) {
		mark();
		burn(0.003, fn() => hash('sha256', 'x'));
		usleep(2000);
	}
	$whole = xhprof_stop();
	$part = $whole->reduce(['from_ns' => 0]);
	/* Beside a clock chance has a part, too. */
	$isCertain = $clock !== 'custom'
		|| [$part->summary()['effective_samples'], $whole->summary()['effective_samples']] === [7000.0, 7000.0];
	$read = json_decode($whole->export('json'), true);
	file_put_contents(__DIR__ . '/custom_parts.tmp', json_encode($read));
	$loaded = XHProf\Profile::load(__DIR__ . '/custom_parts.tmp')->reduce(['from_ns' => 0]);
	[$first, $second] = [$whole->reduce(['to_ns' => 20_000_000]), $whole->reduce(['from_ns' => 20_000_000])];
	echo "$clock: ", $whole->summary()['custom'], ' ', $part->summary()['custom'], ' ',
		$first->summary()['custom'] + $second->summary()['custom'], "\n";
	if (figures($part) !== figures($whole) || figures($loaded) !== figures($whole) || !$isCertain
		|| $first->summary()['cpu_ns'] + $second->summary()['cpu_ns'] !== $whole->summary()['cpu_ns']) {
		echo json_encode([figures($whole), figures($part), figures($loaded), $first->summary()['cpu_ns'],
			$second->summary()['cpu_ns']], JSON_PRETTY_PRINT), "\n";
	}
}
?>
--CLEAN--
<?php @unlink(__DIR__ . '/custom_parts.tmp'); ?>
--EXPECT--
wall: 7000 7000 7000
cpu: 7000 7000 7000
custom: 7000 7000 7000
