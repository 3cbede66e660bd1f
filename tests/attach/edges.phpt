--TEST--
No stack that is read from outside has a frame that was not there, or lacks one: in a program whose functions call but three others each
--EXTENSIONS--
xhprof
--SKIPIF--
<?php require __DIR__ . '/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/attach.inc';

const LEVELS = 8;
const FUNCTIONS = 25; // a level
$code = "<?php\n";
for ($i = 0; $i < LEVELS * FUNCTIONS; $i++) {
	$code .= "function f$i(int \$way): void { switch (\$way & 3) {";
	for ($k = 0; $k < 3 && $i + FUNCTIONS < LEVELS * FUNCTIONS; $k++) {
		$code .= sprintf(' case %d: f%d($way >> 2); break;', $k,
			(intdiv($i, FUNCTIONS) + 1) * FUNCTIONS + (7 * $i + $k) % FUNCTIONS);
	}
	// One of eight takes longer than a reading.
	$code .= " default: (\$way & 28) === 0 ? md5(str_repeat('x', 4000)) : strlen('x' . \$way); } }\n";
}
file_put_contents($program = __DIR__ . '/edges_program.inc',
	"$code stream_set_blocking(STDIN, false); echo \"begins\\n\";
	while (!feof(STDIN)) { fgets(STDIN); for (\$i = 0; \$i < 1000; \$i++) { ('f' . mt_rand(0, 24))(mt_rand()); } }");

/* False: the first of them is none that the program calls, or one calls another that it does not. */
function is_chain(array $numbers): bool
{
	foreach ($numbers as $i => $number) {
		[$level, $place] = [intdiv($number, FUNCTIONS), $number % FUNCTIONS];
		if ($level !== $i || ($i > 0 && ($place - 7 * $numbers[$i - 1] % FUNCTIONS + FUNCTIONS) % FUNCTIONS > 2)) {
			return false;
		}
	}

	return true;
}

$folder = live_folder(__FILE__, 0700);
$child = attach_start_file($program);
fgets($child->out);
[$attachment, $ring] = attach($child->pid, $folder);
$samples = $deep = 0;
$wrong = [];
live_wait('800 samples', function () use ($attachment, $ring, &$samples, &$deep, &$wrong): bool {
	$ring->control(['sample' => ['interval_ns' => 1_000_000, 'clock' => 'wall', 'lease_ms' => 60000]]);
	XHProf\Attachment::run([$attachment], 200);
	foreach (($ring->read('')[''] ?? null)?->stacks() ?? [] as $stack) {
		$samples += $stack['samples'];
		$numbers = array_map(fn (string $name): int => (int) substr($name, 1),
			array_values(preg_grep('/^f\d+$/', $stack['frames'])));
		$deep += count($numbers) > 2 ? $stack['samples'] : 0;
		if (!is_chain($numbers)) {
			$wrong[] = implode(' > ', $stack['frames']);
		}
	}

	return $samples > 800;
});
// Calls of 50 ns: under the JIT a frame of a thousand is seen while it is written.
echo count($wrong) < 4 ? "right\n" : count($wrong) . " wrong\n" . implode("\n", array_slice($wrong, 0, 5)),
	$deep > 50 ? 'deep' : "only $deep deep", "\n";
attach_end($child);
unset($attachment);
live_clean($folder);
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/edges_program.inc');
?>
--EXPECT--
right
deep
