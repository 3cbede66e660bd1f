--TEST--
A serialized run is the array that xhprof_lib reads, and fromPairs() makes the same run of it
--FILE--
<?php
require __DIR__ . '/program.inc';

$file = __DIR__ . '/xhprof_load.tmp';
foreach ([0, ALL_METRICS, ALL_METRICS | XHPROF_FLAGS_TREE] as $flags) {
	foreach (['program', 'odd_names', 'empty_program'] as $program) {
		$profile = run($flags, $program);
		$profile->export('xhprof', $file);
		$array = unserialize(file_get_contents($file), ['allowed_classes' => false]);
		$loaded = XHProf\Profile::fromPairs($array);
		echo $flags, ' ', $program, ': ', implode(' ', array_map(fn($what) => $what ? 'same' : 'DIFFERENT', [
			$array === $profile->pairs(),
			$loaded->pairs() === $array,
			$loaded->summary()['pairs'] === $profile->summary()['pairs'],
			$loaded->summary()['calls'] === $profile->summary()['calls'],
		])), ' ', $loaded->summary()['mode'], "\n";
		// What xhprof_lib asks of a run: main(), sane times, no function its own caller.
		foreach ($array as $key => $row) {
			$names = explode('==>', $key);
			if (count($names) > 2 || $names[0] === ($names[1] ?? null) || $row['wt'] < 0 || $row['wt'] > 86400000000) {
				echo "not for xhprof_lib: $key\n";
			}
		}
		var_dump($array['main()']['ct']);
	}
}
unlink($file);
?>
--EXPECT--
0 program: same same same same hier
int(1)
0 odd_names: same same same same hier
int(1)
0 empty_program: same same same same hier
int(1)
6 program: same same same same hier
int(1)
6 odd_names: same same same same hier
int(1)
6 empty_program: same same same same hier
int(1)
38 program: same same same same hier
int(1)
38 odd_names: same same same same hier
int(1)
38 empty_program: same same same same hier
int(1)
