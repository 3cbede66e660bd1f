--TEST--
reduce() renames functions and changes nothing else; functions that get one name become one
--FILE--
<?php
function small(int $n) { return abs($n); }
function other(int $n) { return small($n) + abs(-$n); }
function deep(int $n) { return $n === 0 ? 0 : deep($n - 1) + other($n); }

xhprof_enable(XHPROF_FLAGS_TIMELINE | XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY | XHPROF_FLAGS_ALLOC);
deep(3);
$run = xhprof_stop();

$json = static fn (XHProf\Profile $run): string => preg_replace('/"mode":.*?"functions":/s', '"functions":',
	$run->export('json'), 1);
$renamed = $run->reduce(['rename' => ['small' => 'tiny', 'abs' => 'absolute', 'nobody' => 'x']]);
echo $json($renamed) === strtr($json($run), ['"small"' => '"tiny"', '"abs"' => '"absolute"'])
	? "only the names differ\n" : "more differs\n";
echo $run->summary() === $renamed->summary() ? "the summary is the same\n"
	: json_encode([$run->summary(), $renamed->summary()]) . "\n";
echo $renamed->reduce(['rename' => ['tiny' => 'small', 'absolute' => 'abs']])->export('json') === $run->export('json')
	? "and back\n" : "not back\n";

$swapped = $run->reduce(['rename' => ['small' => 'other', 'other' => 'small']])->functions();
echo $swapped['small']['calls'], $swapped['other']['calls'], $swapped['small']['line'], $swapped['other']['line'], "\n";

$joined = $run->reduce(['rename' => ['small' => 'abs', '7' => 'x']]);
foreach ($joined->pairs() as $pair => $row) {
	echo str_pad((string) $row['ct'], 3, ' ', STR_PAD_LEFT), "  $pair\n";
}
echo array_sum(array_column($joined->functions(), 'own_wall_ns')) === $run->summary()['wall_ns']
	? "all time is there\n" : "time is lost\n";
$left = array_keys($run->reduce(['rename' => ['deep' => 'shallow'], 'hide_functions' => 'shallow'])->functions());
sort($left);
echo implode(' ', $left), "\n";
?>
--EXPECT--
only the names differ
the summary is the same
and back
3332
  1  main()==>deep
  1  deep==>deep@1
  1  deep@1==>deep@2
  1  deep@2==>deep@3
  1  deep@2==>other
  6  other==>abs
  3  abs==>abs@1
  1  deep@1==>other
  1  deep==>other
  1  main()==>xhprof_stop
  1  main()
all time is there
abs main() other small xhprof_stop
