--TEST--
Exact lines are saved as json, read back, added up by merge() and kept by reduce(); a damaged table is refused
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/lines.inc';

function leaf(int $n): int
{
	static $calls = 0;
	return $n + $calls++; # leaf
}

function chosen(int $n): int
{
	for ($i = 0; $i < $n; $i++) { # for
		leaf($i); # call
	}
	return $n;
}

function other(int $n): int
{
	return leaf($n) + 1; # other
}

function load(array $run): ?XHProf\Profile
{
	$file = __DIR__ . '/saved.tmp';
	file_put_contents($file, json_encode($run));
	try {
		return XHProf\Profile::load($file);
	} catch (RuntimeException $e) {
		echo preg_replace('~\S+/saved~', 'saved', $e->getMessage()), "\n";
		return null;
	} finally {
		unlink($file);
	}
}

function profiled(string $what, array $options): XHProf\Profile
{
	xhprof_enable(XHPROF_FLAGS_TREE, $options);
	$what(2);
	return xhprof_stop();
}

$run = profiled('chosen', ['lines' => ['chosen', 'leaf']]);
$saved = json_decode($run->export('json'), true);
$loaded = load($saved);
show_lines($loaded, __FILE__);
var_dump($loaded->lines() === $run->lines(), $loaded->summary() === $run->summary(),
	$loaded->export('json') === $run->export('json'));

echo "== merged\n";
$other = profiled('other', ['lines' => ['other', 'leaf']]);
$none = profiled('other', []);
show_lines($merged = $run->merge($other, $none, $loaded), __FILE__);
echo $merged->summary()['lines'], " lines\n";
var_dump(load(json_decode($merged->export('json'), true))->lines() === $merged->lines());
show_lines($none->merge($other), __FILE__);
var_dump($none->merge($none)->lines(), isset($none->summary()['lines']));

echo "== reduced\n";
show_lines($run->reduce(['hide_functions' => ['leaf']]), __FILE__);
show_lines($other->reduce(['threshold' => 0.99]), __FILE__);
echo json_encode($run->reduce(['fold' => ['lines']])->lines()), "\n";

echo "== damaged\n";
$bad = $saved;
$bad['lines']['function'][0] = 99;
load($bad);
$bad = $saved;
$bad['lines']['line'][1] = $bad['lines']['line'][0];
$bad['lines']['function'][1] = $bad['lines']['function'][0];
load($bad);
foreach (['count' => [-1, 1.5, 'x', null], 'line' => [-1, 1 << 33], 'wall_ns' => [null, '1']] as $column => $values) {
	foreach ($values as $value) {
		$bad = $saved;
		$bad['lines'][$column][0] = $value;
		load($bad);
	}
	$bad = $saved;
	array_pop($bad['lines'][$column]);
	load($bad);
	$bad = $saved;
	unset($bad['lines'][$column]);
	load($bad);
}
$bad = $saved;
$bad['missed_line_calls'] = -1;
load($bad);
$bad = $saved;
$bad['lines'] = 1;
load($bad);
echo "== without the table\n";
$bad = $saved;
unset($bad['lines']);
echo json_encode(load($bad)?->lines()), "\n";
unset($bad['missed_line_calls']);
echo json_encode(load($bad)?->lines()), "\n";
?>
--EXPECT--
leaf                          2   2  static $calls = 0;
leaf                          2   2  return $n + $calls++; # leaf
chosen                        3   3  for ($i = 0; $i < $n; $i++) { # for
chosen                        2  12  leaf($i); # call
chosen                        1   1  return $n;
bool(true)
bool(true)
bool(true)
== merged
leaf                          5   5  static $calls = 0;
leaf                          5   5  return $n + $calls++; # leaf
chosen                        6   6  for ($i = 0; $i < $n; $i++) { # for
chosen                        4  24  leaf($i); # call
chosen                        2   2  return $n;
other                         1   6  return leaf($n) + 1; # other
6 lines
bool(true)
leaf                          1   1  static $calls = 0;
leaf                          1   1  return $n + $calls++; # leaf
other                         1   6  return leaf($n) + 1; # other
array(0) {
}
bool(false)
== reduced
chosen                        3   3  for ($i = 0; $i < $n; $i++) { # for
chosen                        2  12  leaf($i); # call
chosen                        1   1  return $n;
[]
== damaged
Could not load a profile from saved.tmp: it is JSON, but not a run of xhprof, or incomplete
Could not load a profile from saved.tmp: it is JSON, but not a run of xhprof, or incomplete
Could not load a profile from saved.tmp: it is JSON, but not a run of xhprof, or incomplete
Could not load a profile from saved.tmp: it is JSON, but not a run of xhprof, or incomplete
Could not load a profile from saved.tmp: it is JSON, but not a run of xhprof, or incomplete
Could not load a profile from saved.tmp: it is JSON, but not a run of xhprof, or incomplete
Could not load a profile from saved.tmp: it is JSON, but not a run of xhprof, or incomplete
Could not load a profile from saved.tmp: it is JSON, but not a run of xhprof, or incomplete
Could not load a profile from saved.tmp: it is JSON, but not a run of xhprof, or incomplete
Could not load a profile from saved.tmp: it is JSON, but not a run of xhprof, or incomplete
Could not load a profile from saved.tmp: it is JSON, but not a run of xhprof, or incomplete
Could not load a profile from saved.tmp: it is JSON, but not a run of xhprof, or incomplete
Could not load a profile from saved.tmp: it is JSON, but not a run of xhprof, or incomplete
Could not load a profile from saved.tmp: it is JSON, but not a run of xhprof, or incomplete
Could not load a profile from saved.tmp: it is JSON, but not a run of xhprof, or incomplete
Could not load a profile from saved.tmp: it is JSON, but not a run of xhprof, or incomplete
== without the table
[]
[]
