--TEST--
xhprof ends with status 2 and a reason where its output is not taken, and quietly where nobody reads on
--SKIPIF--
<?php
if (!file_exists('/dev/full')) die('skip needs /dev/full');
require __DIR__ . '/../heap/heap.inc';
if (sqlite_settings() === null) die('skip needs the extension sqlite3');
?>
--FILE--
<?php
require __DIR__ . '/../heap/heap.inc';
require __DIR__ . '/cli.inc';

/* The end of a pipe that nobody reads. */
function abandoned(): mixed {
	[$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
	fclose($theirs);
	return $ours;
}

function show_end(string $where, array $result): void {
	echo "  $where: status $result[status]", $result['err'] === '' ? '' : ", $result[err]",
		$result['err'] === '' ? "\n" : '';
}

$run = canned('a.xhprof');
$slower = canned('b.xhprof', 2);
$heap = own_file('app.heap', "xhprof-heap\t1\nn\t1\to\t1\t1\t1\t1\t1\t\t\t\t\nr\t1\tglobal\tx\nz\t1\t0\t1\t1\t0\n");
foreach ([['--help'], ['top', '--help'], ['top', $run], ['top', $run, '--json'], ['show', $run, '--function', 'f'],
	['diff', $run, $slower, '--fail-if', 'wt>+1%'], ['merge', $run, '--out', own_file('sum.xhprof')],
	['merge', $run, '--out', '-'], ['convert', $run, '--format', 'json'], ['heap', $heap], ['heap', $heap, '--json'],
] as $arguments) {
	echo str_replace(__DIR__ . '/output_full.', '', implode(' ', $arguments)), "\n";
	$settings = ['display_errors=1', 'log_errors=1', ...sqlite_settings()];
	show_end('full', cli($arguments, '', $settings, ['file', '/dev/full', 'w']));
	show_end('abandoned', cli($arguments, '', $settings, abandoned()));
}

// The script may mind; the tool writes nothing there.
$script = own_file('script.tmp', '<?php @fwrite(STDOUT, "x"); exit(4);');
echo "run\n";
show_end('full',
	cli(['run', '--quiet', '--out', own_file('run.json'), '--', $script], '', [], ['file', '/dev/full', 'w']));
?>
--EXPECT--
--help
  full: status 2, xhprof: could not write to the standard output: No space left on device
  abandoned: status 0
top --help
  full: status 2, xhprof: could not write to the standard output: No space left on device
  abandoned: status 0
top a.xhprof
  full: status 2, xhprof: could not write to the standard output: No space left on device
  abandoned: status 0
top a.xhprof --json
  full: status 2, xhprof: could not write to the standard output: No space left on device
  abandoned: status 0
show a.xhprof --function f
  full: status 2, xhprof: could not write to the standard output: No space left on device
  abandoned: status 0
diff a.xhprof b.xhprof --fail-if wt>+1%
  full: status 2, xhprof: could not write to the standard output: No space left on device
  abandoned: status 1
merge a.xhprof --out sum.xhprof
  full: status 2, xhprof: could not write to the standard output: No space left on device
  abandoned: status 0
merge a.xhprof --out -
  full: status 2, xhprof: could not write to the standard output: No space left on device
  abandoned: status 0
convert a.xhprof --format json
  full: status 2, xhprof: could not write to the standard output: No space left on device
  abandoned: status 0
heap app.heap
  full: status 2, xhprof: could not write to the standard output: No space left on device
  abandoned: status 0
heap app.heap --json
  full: status 2, xhprof: could not write to the standard output: No space left on device
  abandoned: status 0
run
  full: status 4
