--TEST--
A stack of any depth is sampled
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; need_wall_by_signal(); ?>
--INI--
memory_limit=2G
--FILE--
<?php
require __DIR__ . '/../helper.inc';

function down(int $n, int $factor) { $n > 1 ? down($n - 1, $factor) : usleep(500000 * $factor); }

function check(int $depth, array $options): void
{
	foreach (tries() as $factor) {
		xhprof_sample_enable($options + ['interval' => 20000]);
		down($depth, $factor);
		$samples = preg_grep('/usleep$/', xhprof_sample_disable());
		if ($samples !== []) {
			break;
		}
	}
	$stack = end($samples);
	echo substr_count($stack, '==>'), ' ', substr($stack, -22), ' ', substr($stack, 0, 21), "\n";
}

check(100000, []);
check(100000, ['depth' => 4]);
?>
--EXPECT--
100002 ==>down@99999==>usleep main()==>check==>down
3 ==>down@99999==>usleep down@99997==>down@999
