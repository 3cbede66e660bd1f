<?php
/*
 * Computes: a loop, calls, an internal function of microseconds, one of a millisecond, and an opcode of as much that
 * calls nothing.
 */
function spin(): int { $x = 1; for ($i = 0; $i < 60000; $i++) { $x = ($x * 31 + $i) & 0xffff; } return $x; }
function tiny(int $i): int { return $i & 3; }
function calling(): int { for ($i = $sum = 0; $i < 20000; $i++) { $sum += tiny($i); } return $sum; }
function hashing(): string
{
	for ($i = 0, $text = str_repeat('x', 1000); $i < 600; $i++) { $text[0] = md5($text)[0]; }
	return $text[0];
}
function sorting(): int
{
	for ($i = $x = 0; $i < 6000; $i++) { $list[] = $x = ($x * 31 + $i) & 0xffff; }
	sort($list);
	return $list[3000];
}
function equal(): bool { $a = range(1, 20000); $b = range(1, 20000); return $a == $b && [...$a] == [...$b]; }

return ['parts' => ['spin', 'calling', 'hashing', 'sorting', 'equal'], 'calls' => ['spin' => 1, 'calling' => 1,
	'tiny' => 20000, 'hashing' => 1, 'md5' => 600, 'sorting' => 1, 'sort' => 1, 'equal' => 1, 'range' => 2]];
