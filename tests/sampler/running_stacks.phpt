--TEST--
Each stack that is read from beside while the program calls, returns and frees functions is one that it had
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
function leaf(int $n): int { return $n; }
function twig(int $n): int { return leaf($n) + leaf($n); }
function branch(int $n): int { return twig($n) + strlen(md5((string) $n)); }
function values(int $n) { for ($i = 0; $i < $n; $i++) { yield leaf($i); } }
function generate(): int { $sum = 0; foreach (values(20) as $value) { $sum += $value; } return $sum; }
function deep(int $n): int { return $n === 0 ? branch(1) : deep($n - 1); }
final class Tree { public function __call($name, $arguments) { return branch(count($arguments)); } }

$tree = new Tree;
/* A generator has no caller for some nanoseconds as it goes on. */
$legal = '~^main\(\)(==>((branch|generate'
	. '|deep(==>deep@\d+)*==>branch|Tree::__call==>branch|array_map==>{closure[^}]*}==>branch'
	. '|made_\d+(==>branch)?|eval(::\S+ : eval\(\)\'d code)?(==>branch)?)'
	. '(==>(twig(==>leaf)?|md5|strlen))?'
	. '|(generate==>)?values(==>leaf)?|(generate|deep(==>deep@\d+)*)|array_map(==>{closure[^}]*})?'
	. '|Tree::__call(==>count)?|range|hrtime|xhprof_info|xhprof_sample_\w+))?$~';
xhprof_sample_enable(['interval' => 100, 'engine' => 'interrupt']);
for ($i = 0, $end = hrtime(true) + 1e9;
	hrtime(true) < $end || $i < 200 || xhprof_info()['sampling']['samples'] === 0; $i++) {
	branch($i);
	generate();
	deep(200);
	$tree->any($i);
	array_map(fn(int $n): int => branch($n), range(1, 20));
	$name = 'made_' . $i;
	if ($i < 2000) {
		eval("function $name() { return branch(1); } $name();");
	}
}
$samples = xhprof_sample_disable();
$other = array_filter($samples,
	fn(string $stack): bool => !preg_match($legal, $stack) && !preg_match('~==>(eval|load)::~', $stack));
echo count($samples) > 0 ? 'samples' : 'none', "\n";
print_r(array_slice(array_unique($other), 0, 5));
?>
--EXPECT--
samples
Array
(
)
