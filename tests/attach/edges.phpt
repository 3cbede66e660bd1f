--TEST--
No stack that is read from outside has a frame that was not there: in a program whose functions call but three others each
--EXTENSIONS--
xhprof
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/attach.inc';

const FUNCTIONS = 200;
$code = "<?php\n";
for ($i = 0; $i < FUNCTIONS; $i++) {
	$code .= "function f$i(int \$depth, int \$way): void { if (\$depth > 0) { switch (\$way & 3) {";
	for ($k = 0; $k < 3; $k++) {
		$code .= sprintf(' case %d: f%d($depth - 1, $way >> 2); break;', $k, (7 * $i + $k) % FUNCTIONS);
	}
	$code .= " default: strlen('x' . \$way); } } }\n";
}
file_put_contents($program = __DIR__ . '/edges_program.inc', "$code stream_set_blocking(STDIN, false); echo \"begins\\n\";
	while (!feof(STDIN)) { fgets(STDIN); for (\$i = 0; \$i < 1000; \$i++) { ('f' . mt_rand(0, 199))(8, mt_rand()); } }");
$folder = live_folder(__FILE__, 0700);
$child = attach_start_file($program);
fgets($child->out);
[$attachment, $ring] = attach($child->pid, $folder);
$ring->control(['sample' => ['interval_ns' => 1_000_000, 'clock' => 'wall', 'lease_ms' => 60000]]);
$samples = $deep = 0;
$wrong = [];
live_wait('800 samples', function () use ($attachment, $ring, &$samples, &$deep, &$wrong): bool {
	XHProf\Attachment::run([$attachment], 200);
	foreach (($ring->read('')[''] ?? null)?->stacks() ?? [] as $stack) {
		$samples += $stack['samples'];
		$numbers = [];
		foreach (preg_grep('/^f\d+$/', $stack['frames']) as $name) {
			$numbers[] = (int) substr($name, 1);
		}
		$deep += count($numbers) > 2 ? $stack['samples'] : 0;
		for ($i = 1; $i < count($numbers); $i++) {
			if (($numbers[$i] - 7 * $numbers[$i - 1] % FUNCTIONS + FUNCTIONS) % FUNCTIONS > 2) {
				$wrong[] = implode(' > ', $stack['frames']);
			}
		}
	}

	return $samples > 800;
});
echo count($wrong), " wrong\n", implode("\n", array_slice($wrong, 0, 5)), $deep > 50 ? 'deep' : "only $deep deep", "\n";
attach_end($child);
unset($attachment);
live_clean($folder);
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/edges_program.inc');
?>
--EXPECT--
0 wrong
deep
