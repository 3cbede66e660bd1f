--TEST--
Ways to the values of a snapshot name what differs by a star; what no root leads to is held, or a cycle
--FILE--
<?php
require __DIR__ . '/unit.inc';

use XHProf\Cli\Heap\Graph;
use XHProf\Cli\Heap\Paths;
use XHProf\Cli\Heap\Snapshot;

$folder = unit_folder();

/*
 * The paths to the nodes of a file, by node: the first is held by the variable $v. Kinds and counts by node, edges as
 * [from, to, kind, label].
 */
$paths = static function (array $nodes, array $edges) use ($folder): array {
	$text = "xhprof-heap\t1\n";
	foreach ($nodes as $id => [$kind, $count]) {
		$text .= "n\t$id\t$kind\t0\t16\t1\t$count\t0\t\t0\t\t0\n";
	}
	foreach ($edges as $edge) {
		$text .= 'e' . "\t" . implode("\t", $edge) . "\n";
	}
	file_put_contents("$folder/a.heap", $text . "r\t1\tglobal\t\$v\n");
	$file = new Snapshot("$folder/a.heap");
	$paths = new Paths($file, new Graph($file));

	return array_map(static fn (int $number): string => $paths->texts[$number], $paths->paths);
};

foreach ([1 => "['key']", 32 => "['key']", 33 => "['*']"] as $keys => $step) {
	same("an array of $keys keys", [1 => 'global $v', 2 => "global \$v$step"],
		$paths([1 => ['a', $keys], 2 => ['s', 3]], [[1, 2, 'e', '=key']]));
}
same('an element by number', [1 => 'global $v', 2 => 'global $v[*]'], $paths([1 => ['a', 1], 2 => ['s', 3]],
	[[1, 2, 'e', '+7']]));
$list = [1 => ['o', 0], 2 => ['o', 0], 3 => ['o', 0]];
same('a linked list', [1 => 'global $v', 2 => 'global $v->next', 3 => 'global $v->next'], $paths($list,
	[[1, 2, 'p', 'next'], [2, 3, 'p', 'next']]));

/* A chain of properties with different names. */
$chain = static function (int $steps) use ($paths): string {
	$nodes = [1 => ['o', 0]];
	$edges = [];
	for ($i = 1; $i <= $steps; $i++) {
		$nodes[$i + 1] = ['o', 0];
		$edges[] = [$i, $i + 1, 'p', "p$i"];
	}
	$all = $paths($nodes, $edges);

	return substr($all[$steps + 1], strrpos($all[$steps + 1], '->') + 2);
};
same('chains of properties', ['p15', 'p16', 'p16...', 'p16...'], array_map($chain, [15, 16, 17, 18]));

/* An object that no root leads to: who holds it? Its references, and the kind of edge from memory of its own to it. */
$states = static function (int $references, string $kind) use ($folder): array {
	file_put_contents("$folder/b.heap", "xhprof-heap\t1\nn\t1\to\t0\t16\t$references\t5\t0\t\t0\t\t0\n"
		. "n\t2\tc\t0\t32\t0\t0\t0\t\t0\t\t0\ne\t1\t2\ti\ne\t2\t1\t$kind\nr\t1\tstore\t\n");

	return (new Graph(new Snapshot("$folder/b.heap")))->states;
};
same('all its references are known: a cycle', [1 => 'cycle', 2 => 'cycle'], $states(1, 'i'));
same('one is not: an extension holds it, with what it holds', [1 => 'held', 2 => 'held'], $states(2, 'i'));
same('a pointer that was found is no counted reference', [1 => 'held', 2 => 'held'], $states(1, 'm'));
same('nor is it one too many', [1 => 'cycle', 2 => 'cycle'], $states(0, 'm'));

finish();
?>
--EXPECT--
all as expected
