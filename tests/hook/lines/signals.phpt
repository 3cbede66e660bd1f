--TEST--
Signals' handlers that run within calls whose lines are recorded see the program's calls and lines, and nothing else
--EXTENSIONS--
pcntl
posix
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/lines.inc';

function send(int $signal): void
{
	posix_kill(getmypid(), $signal);
}

/* A handler's calls are the chain that an exception sees, too, and each of them has a line. */
function look(): void
{
	global $traces, $signals;
	$signals++;
	foreach ([debug_backtrace(0, 50), (new Exception())->getTrace()] as $trace) {
		foreach ($trace as $call) {
			if ($call['function'] === '' || (isset($call['file']) && $call['line'] < 1)) {
				$traces['a call that is none'] = true;
			}
		}
		$traces[count($trace) > 20 ? 'a circle' : 'calls'] = true;
	}
}

/* The call ends as its last variable is freed. That waits for a child, whose signal is pending when it has ended. */
function left(): int
{
	$sender = popen('read x; kill -USR1 $PPID', 'w');
	return 1; # left
}

function undefined(int $n): int
{
	return $n + (int) @$none[$n]; # undefined
}

function mapped(int $n): int
{
	send(SIGUSR1); # mapped
	return $n; # returned
}

function generates(): Generator
{
	try {
		send(SIGUSR1); # before yield
		yield 1; # yields
		send(SIGUSR1); # before yield from
		yield from [2, 3]; # yields from
		yield from new EmptyIterator(); # yields nothing
	} finally {
		send(SIGUSR1); # finally
	}
	return 4; # returns
}

function within_fiber(): void
{
	send(SIGUSR1); # before suspend
	Fiber::suspend(); # suspends
	send(SIGUSR1); # behind suspend
}

class Destroyed
{
	public function __destruct()
	{
		send(SIGUSR1); # destructor
	}
}

function destroys(): int
{
	$object = new Destroyed(); # constructs
	return 1; # destroys
}

function interrupted(): string
{
	try {
		for ($i = 0; $i < 5; $i++) { # for
			send(SIGUSR2); # throws
		}
		return 'not interrupted'; # not thrown
	} catch (LogicException $thrown) { # catch
		return $thrown->getMessage(); # caught
	}
}

function handle(int $signal): void
{
	static $count = 0;
	look();
	undefined(1);
	if ($count++ % 3 === 0) {
		send(SIGUSR1); # nested
		look();
	}
}

pcntl_async_signals(true);
pcntl_signal(SIGUSR1, 'handle');
pcntl_signal(SIGUSR2, fn() => throw new LogicException('interrupted'));
set_error_handler(function (): bool {
	look();
	return true;
});
$traces = [];
$signals = 0;
xhprof_enable(XHPROF_FLAGS_NO_BUILTINS, ['lines' => ['mapped', 'generates', 'within_fiber', 'Destroyed::__destruct',
	'destroys', 'left', 'interrupted', 'handle', 'look', 'undefined', 'send']]);
$sum = 0;
for ($i = 0; $i < 5; $i++) {
	$sum += array_sum(array_map('mapped', [1, 2])) + mapped(3) + destroys();
	$sum += left() + array_sum(array_map(left(...), [1, 2])) + call_user_func('left');
	foreach (generates() as $n) {
		$sum += $n;
	}
	$fiber = new Fiber('within_fiber');
	$fiber->start();
	$fiber->resume();
	$message = interrupted();
}
$run = xhprof_stop();
echo implode(', ', array_keys($traces)), "; $message; $sum\n";
echo $signals >= 5 * 13 ? 'signals' : "only $signals signals", "\n";
$rows = array_filter($run->lines(), fn(array $row): bool =>
	preg_match('/^(mapped|generates|within_fiber|destroys|left|interrupted|Destroyed.*)$/', $row['function']));
$source = file(__FILE__);
foreach ($rows as $row) {
	printf("%-22s %3d  %s\n", $row['function'], $row['ct'], trim($source[$row['line'] - 1]));
}
echo $run->summary()['missed_line_calls'], " calls missed\n";
?>
--EXPECT--
calls; interrupted; 85
signals
left                    20  $sender = popen('read x; kill -USR1 $PPID', 'w');
left                    20  return 1; # left
mapped                  15  send(SIGUSR1); # mapped
mapped                  15  return $n; # returned
generates                5  send(SIGUSR1); # before yield
generates                5  yield 1; # yields
generates                5  send(SIGUSR1); # before yield from
generates                5  yield from [2, 3]; # yields from
generates                5  yield from new EmptyIterator(); # yields nothing
generates                5  send(SIGUSR1); # finally
generates                5  return 4; # returns
within_fiber             5  send(SIGUSR1); # before suspend
within_fiber             5  Fiber::suspend(); # suspends
within_fiber             5  send(SIGUSR1); # behind suspend
Destroyed::__destruct    5  send(SIGUSR1); # destructor
destroys                 5  $object = new Destroyed(); # constructs
destroys                 5  return 1; # destroys
interrupted              5  for ($i = 0; $i < 5; $i++) { # for
interrupted              5  send(SIGUSR2); # throws
interrupted              5  } catch (LogicException $thrown) { # catch
interrupted              5  return $thrown->getMessage(); # caught
0 calls missed
