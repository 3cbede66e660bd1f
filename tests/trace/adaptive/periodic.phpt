--TEST--
Adaptive timing: a period of the program and the choice of timed calls do not meet
--SKIPIF--
<?php if (xhprof_info()['clock'] !== 'fake') die('skip needs the fake clock'); ?>
--FILE--
<?php
require __DIR__ . '/adaptive.inc';

function step(int $i): int { spend($GLOBALS['period'][$i % count($GLOBALS['period'])]); return $i; }

/* Each eighth, sixteenth, thirty-second call is the slow one; then every other. */
foreach ([8, 16, 32, 2] as $length) {
	$GLOBALS['period'] = array_pad([16000], $length, 0);
	$profile = timed('adaptive', function () {
		for ($i = 0; $i < 40000; $i++) {
			step($i);
		}
	});
	$row = $profile->functions()['step'];
	$timed = 40000 - $profile->summary()['untimed_calls'];
	/* A timed call has one read of the clock more. */
	echo $length, ': ', $row['calls'], ' calls, ', is_near($row, intdiv(40000, $length) * 16000 + $timed * 1000) ? 'near' : json_encode($row),
		$row['wall_error_ns'] < $row['wall_ns'] * 0.3 ? '' : ', but vague', $timed < 4000 ? '' : ", $timed timed", "\n";
}
?>
--EXPECT--
8: 40000 calls, near
16: 40000 calls, near
32: 40000 calls, near
2: 40000 calls, near
