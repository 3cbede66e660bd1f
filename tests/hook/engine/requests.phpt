--TEST--
Requests of one process do not see each other's profiles, however those ended
--SKIPIF--
<?php
if (PHP_SAPI !== 'cli' || !function_exists('proc_open')) die('skip needs the built-in server');
if (PHP_OS_FAMILY === 'Windows') die('skip not on Windows');
?>
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

/* Serves inc/request.inc by one process; gives the process and its address. */
function serve(array $settings): array
{
	$command = [PHP_BINARY, '-n'];
	foreach (array_merge(module_path() ? ['extension=' . module_path()] : [],
		['fatal_error_backtraces=0', 'pcre.jit=0'], $settings) as $setting) {
		array_push($command, '-d', $setting);
	}
	array_push($command, '-S', '127.0.0.1:0', __DIR__ . '/inc/request.inc');
	$process = proc_open($command, [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['pipe', 'w']], $pipes);
	while (($line = fgets($pipes[2])) !== false) {
		if (preg_match('~\((http://[^)]+)\) started~', $line, $found)) {
			return [$process, $found[1], $pipes];
		}
	}
	die("no server\n");
}

$first = null;
foreach (['ex', 'observer'] as $hook) {
	foreach ([[], opcache_settings()] as $settings) {
		if ($settings === null) {
			continue;
		}
		[$process, $address, $pipes] = serve(array_merge($settings, ["xhprof.hook=$hook"]));
		foreach (['profile', 'never', 'profile', 'fatal', 'profile', 'exit', 'off', 'profile', 'fiber', 'profile',
			'ignore', 'profile', 'profile'] as $i => $what) {
			$answer = file_get_contents("$address/?what=$what", false,
				stream_context_create(['http' => ['ignore_errors' => true]]));
			if ($what === 'profile') {
				$first ??= $answer;
				if ($answer !== $first) {
					echo "$hook, request $i: $answer";
				}
			} elseif ($what === 'off' && $answer !== "off\n") {
				echo "$hook, request $i: $answer";
			}
		}
		proc_terminate($process);
		fclose($pipes[2]);
		proc_close($process);
	}
}
echo $first;
?>
--EXPECT--
outer==>strrev  ct=1 [cpu]
array_map==>leaf  ct=2 [cpu]
outer==>array_map  ct=1 [cpu]
work2==>outer  ct=1 [cpu]
C::method==>leaf  ct=1 [cpu]
work2==>C::method  ct=1 [cpu]
C::__destruct==>leaf  ct=1 [cpu]
work2==>C::__destruct  ct=1 [cpu]
numbers==>leaf  ct=2 [cpu]
iterator_to_array==>numbers  ct=3 [cpu]
work2==>iterator_to_array  ct=1 [cpu]
{closure}==>leaf  ct=1 [cpu]
work2==>{closure}  ct=1 [cpu]
work2==>strrev  ct=1 [cpu]
main()==>work2  ct=1 [cpu]
main()==>xhprof_disable  ct=1 [cpu]
main()  ct=1 [cpu]
