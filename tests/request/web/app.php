<?php
/*
 * What tools/test-web.sh serves: a request that works a little and ends as ?do= says. It prints whether it is
 * profiled, and has functions to be found in its run.
 */

function leaf(int $x): int { return $x + 1; }

function work(int $rounds): int
{
	$sum = 0;
	for ($i = 0; $i < $rounds; $i++) {
		$sum = leaf($sum) % 1000;
	}
	return $sum;
}

function after_answer(int $x): int { return leaf($x); }
function in_child(int $x): int { return leaf($x); }
function in_parent(int $x): int { return leaf($x); }
function at_shutdown(int $x): int { return leaf($x); }
function deep(int $x): int { return $x === 0 ? ends_here($x) : deep($x - 1); }
function ends_here(int $x): int { leaf($x); exit(0); }

header('Content-Type: text/plain');
if (!isset($_GET['plain'])) {
	header('X-Profiled: ' . (function_exists('xhprof_info') && xhprof_info()['auto']['profiled'] ? 1 : 0));
}
header('X-Worker: ' . getmypid());
if (isset($_GET['session']) && session_start()) {
	$_SESSION['seen'] = true; // written at the end of the request
}
register_shutdown_function('at_shutdown', 1);
echo 'sum ', work((int) ($_GET['rounds'] ?? 200)), "\n";

switch ($_GET['do'] ?? '') {
	case 'exit':
		deep(3);
	case 'fatal':
		no_such_function();
	case 'memory':
		ini_set('memory_limit', '4M');
		for ($all = [];;) {
			$all[] = str_repeat('x', 1000 + count($all) % 2);
		}
	case 'exception':
		throw new RuntimeException('thrown');
	case 'finish':
		fastcgi_finish_request();
		after_answer(1);
		break;
	case 'reason':
		echo xhprof_info()['auto']['reason'], "\n";
		break;
	case 'never':
		xhprof_enable();
		work(10);
		break;
	case 'own':
		echo json_encode(xhprof_disable()['main()==>work']['ct'] ?? null), "\n";
		break;
	case 'sleep':
		usleep(2000);
		break;
	case 'fork':
		flush();
		if (($child = pcntl_fork()) === 0) {
			in_child(1);
			exit(0);
		}
		in_parent(1);
		pcntl_waitpid($child, $status);
		break;
}
