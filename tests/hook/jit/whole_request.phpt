--TEST--
The ex hook counts the calls of whole requests beside the JIT as it does without opcache
--SKIPIF--
<?php
require __DIR__ . '/skipif.inc';
if (getenv('SKIP_SLOW_TESTS')) die('skip slow: it runs twenty programs');
?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

$folder = sys_get_temp_dir() . '/xhprof-whole-' . getmypid();
mkdir($folder);

/* The output of a program and, of a run that is saved, its profile. */
function whole(string $program, array $settings, string $prepend): string
{
	global $folder;
	$saves = $prepend === '';
	$output = child_php(__DIR__ . "/$program", array_merge($settings, $saves
		? ['xhprof.auto=always', 'xhprof.auto_flags=cpu', "xhprof.output_dir=$folder", 'xhprof.save_timeout_ms=0']
		: ['auto_prepend_file=' . __DIR__ . "/$prepend"]));
	foreach ($saves ? glob("$folder/*.json") : [] as $file) {
		$output .= child_php(__DIR__ . '/whole_saved.inc', [], [], [$file]);
		unlink($file);
	}
	return preg_replace('/^JIT .*/m', '', $output);
}

$ways = [['bigger.inc', 'whole_prepend.inc'], ['bigger.inc', ''], ['counts.inc', 'leave.inc'],
	['../../programs/broad.inc', 'leave.inc']];
foreach ($ways as [$program, $prepend]) {
	$expected = whole($program, array_merge(opcache_settings(), ['opcache.enable=0', 'xhprof.hook=ex']), $prepend);
	foreach (['tracing', 'function', '1205', '1255'] as $jit) {
		$got = whole($program, array_merge(opcache_settings($jit), ['xhprof.hook=ex']), $prepend);
		if ($got !== $expected) {
			echo "$program, $prepend, $jit:\n$got\nexpected:\n$expected\n";
		}
	}
	echo basename($program), $prepend === '' ? ', saved: ' : ': ',
		strlen($expected) > 60 && !preg_match('~Fatal|Warning|not profiled~', $expected) ? 'done' : $expected, "\n";
}
echo preg_replace('/, md5 .*/', '',
	whole('bigger.inc', array_merge(opcache_settings('tracing'), ['xhprof.hook=ex']), 'whole_prepend.inc'));
rmdir($folder);
?>
--EXPECTF--
bigger.inc: done
bigger.inc, saved: done
counts.inc: done
broad.inc: done
sum %f
calls %d, rows %d
