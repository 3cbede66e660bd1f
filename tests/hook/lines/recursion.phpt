--TEST--
lines() of a recursive function counts each call's lines, and times a line once, however many calls are at it
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/lines.inc';

function down(int $n): int
{
	if ($n === 0) { # if
		return 0; # bottom
	}
	return 1 + down($n - 1); # further
}

function ping(int $n): int
{
	return $n === 0 ? 0 : pong($n - 1); # ping
}

function pong(int $n): int
{
	return ping($n); # pong
}

class Node
{
	function __construct(private ?Node $next = null) { } # nothing here
	function depth(): int { return 1 + ($this->next?->depth() ?? 0); } # depth
	static function __callStatic(string $name, array $arguments): int
	{
		return strlen($name); # magic
	}
}

xhprof_enable(0, ['lines' => ['down', 'p?ng', 'Node::*']]);
down(3);
ping(2);
(new Node(new Node(new Node)))->depth();
Node::three();
$plus = array_map('down', [0, 1]);
usort($plus, fn(int $a, int $b): int => ping(0) + $a <=> $b);
$run = xhprof_stop();
show_lines($run, __FILE__);
echo $run->summary()['missed_line_calls'], " calls missed\n";
?>
--EXPECT--
down                          7   7  if ($n === 0) { # if
down                          3   3  return 0; # bottom
down                          4  22  return 1 + down($n - 1); # further
ping                          4  18  return $n === 0 ? 0 : pong($n - 1); # ping
pong                          2  13  return ping($n); # pong
Node::__construct             3   3  function __construct(private ?Node $next = null) { } # nothing here
Node::depth                   3   9  function depth(): int { return 1 + ($this->next?->depth() ?? 0); } # depth
Node::__callStatic            1   1  return strlen($name); # magic
0 calls missed
