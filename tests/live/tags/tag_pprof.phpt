--TEST--
Each sample of pprof has the tags of its run as labels, in strings of UTF-8
--EXTENSIONS--
zlib
--SKIPIF--
<?php
require __DIR__ . '/../../format/program.inc';
if (!has_pprof()) die('skip built without zlib');
?>
--FILE--
<?php
require __DIR__ . '/../../format/program.inc';
require __DIR__ . '/../../format/pprof.inc';

function labels(XHProf\Profile $run): array
{
	[$faults] = pprof_check($bytes = $run->export('pprof'));
	$profile = pprof_message(gzdecode($bytes), 'profile');
	$labels = [];
	foreach ($profile['sample'] as $sample) {
		$words = array_map(fn($label) => $profile['string'][$label['key'][0]] . '='
			. $profile['string'][$label['str'][0]], $sample['label']);
		$labels[implode(' ', $words)] = ($labels[implode(' ', $words)] ?? 0) + 1;
	}
	return [$faults, $labels, count($profile['sample'])];
}

[$faults, $labels, $samples] = labels(run(XHPROF_FLAGS_TREE));
var_dump($faults === [], $labels === ['' => $samples]);

xhprof_tag('route', '/cart/{id}');
xhprof_tag('who', "caf\xE9 café");
xhprof_tag('5', 'five');
[$faults, $labels, $samples] = labels(run(XHPROF_FLAGS_TREE));
var_dump($faults === [], array_values($labels) === [$samples]);
echo key($labels), "\n";

$foreign = XHProf\Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 5]], ['xhprof' => ['tags' => 'none']]);
var_dump($foreign->meta()['xhprof']);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
route=/cart/{id} who=caf� café 5=five
array(1) {
  ["tags"]=>
  string(4) "none"
}
