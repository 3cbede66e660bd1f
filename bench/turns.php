<?php
/**
 * The programs that idle.sh and programs.sh count: three turns of each are a part of their own, after as many as the
 * JIT needs. The argument is PHP that switches a profiler on.
 */

declare(strict_types=1);

namespace Bench;

if (($argv[1] ?? '') !== '') {
	eval($argv[1]);
}
require __DIR__ . '/cases.php';

foreach (programs() as $name => $program) {
	for ($turn = 0; $turn < 25; $turn++) {
		$program['run']();
	}
	\gc_enabled();
	for ($turn = 0; $turn < 3; $turn++) {
		$program['run']();
	}
	\gc_enabled();
	echo "program $name\n";
}
