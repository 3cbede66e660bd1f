--TEST--
A batch is the same after it was bytes: labels, stacks, and the profiles of saved runs; damage is told
--FILE--
<?php
require __DIR__ . '/../stub.inc';

use XHProf\Cli\Problem;
use XHProf\Fleet\Agent\Batch;
use XHProf\Fleet\Agent\BatchFile;
use XHProf\Fleet\Agent\BatchPart;
use XHProf\Fleet\Agent\Series;
use XHProf\Profile;

$row = fn (int $samples, string ...$frames): array => ['frames' => $frames, 'samples' => $samples,
	'wall_ns' => 10 * $samples, 'cpu_ns' => 3 * $samples];
$samples = Profile::fromStacks([$row(3, 'main()', 'f', 'g'), $row(5, 'main()', 'f'),
	$row(1, 'main()', '12', "\xff\0é", 'f', 'f')], null, null, ['f' => ['file' => "/srv/\xff/f.php", 'line' => 7],
		'12' => ['file' => '/srv/12.php', 'line' => null], 'other' => ['file' => '/srv/o.php', 'line' => 1]]);
$other = Profile::fromStacks([$row(7, 'main()', 'g')]);
$trace = Profile::fromPairs(['main()' => ['ct' => 1, 'wt' => 100, 'cpu' => 50],
	'main()==>f' => ['ct' => 2, 'wt' => 60, 'cpu' => 30]]);
$series = new Series("sh\xffop", '', 'web1', 'www', '8.2.36', ['route' => '/cart', '7' => 'x"y']);
$batch = new Batch('run-1', PHP_INT_MAX, 12, 60, 120, [new BatchPart($series, 'samples', $samples),
	new BatchPart($series, 'samples', $other), new BatchPart($series, 'trace', $trace,
		['url' => '/cart', 'n' => ['a' => 1.5]]), new BatchPart($series, 'samples', $other, ['url' => '/'])]);
$bytes = BatchFile::encode($batch);
$again = BatchFile::decode($bytes);
var_dump([$again->id, $again->agent, $again->number, $again->from,
	$again->until] === ['run-1', PHP_INT_MAX, 12, 60, 120]);
foreach ($again->parts as $i => $part) {
	$before = $batch->parts[$i];
	echo $part->kind, ' ',
		json_encode([$part->series == $before->series && $part->series->id() === $before->series->id(),
			$part->meta === $before->meta, $part->meta === null ? [$part->profile->stacks(),
				$part->profile->functions()] == [$before->profile->stacks(), $before->profile->functions()]
				: $part->profile->export('json') === $before->profile->export('json')]), "\n";
}
$weight = BatchFile::weight(substr($bytes, 0, 200));
echo "$weight->parts parts, $weight->samples samples, $weight->wallNs ns\n";

function attempt(string $what, string $bytes): void
{
	try {
		BatchFile::decode($bytes);
		echo "$what: TAKEN\n";
	} catch (Problem $problem) {
		echo "$what: ", strtok($problem->getMessage(), ':'), "\n";
	}
}

/* As if written on purpose. */
function forged(mixed $data): string
{
	$data = serialize($data);
	return 'xhprof-batch 1 plain ' . hash('xxh128', $data) . " 1 1 1\n$data";
}

[$head, $body] = explode("\n", $bytes, 2);
attempt('empty', '');
attempt('cut', substr($bytes, 0, -1));
attempt('another version', str_replace('xhprof-batch 1', 'xhprof-batch 2', $head) . "\n$body");
attempt('no head', $body);
$survived = 0;
mt_srand(5);
for ($i = 0; $i < 200; $i++) {
	$damaged = $bytes;
	$damaged[mt_rand(strlen($head), strlen($bytes) - 1)] = chr(mt_rand(0, 255));
	try {
		BatchFile::decode($damaged);
		$survived += $damaged === $bytes ? 0 : 1;
	} catch (Problem) {
	}
}
echo "$survived of 200 damaged ones taken\n";
attempt('no array', forged(7));
attempt('an object', forged(new ArrayObject()));
attempt('no parts', forged(['x', 1, 1, 1, 2, 'parts', [], []]));
$part = fn (string $rows, mixed $places = []): array => ['x', 1, 1, 1, 2,
	[[['s', 'e', 'h', 'p', '8', []], 'samples', null, true, $rows, '', '']], ['main()'], $places];
foreach (['[[1,1,1,0,5]]', '[[1,1]]', '[[1,1,-1,0]]', '[["1",1,1,0]]', '[1]', '{', '"x"'] as $rows) {
	attempt($rows, forged($part($rows)));
}
foreach ([[7 => ['file' => 'x', 'line' => 1]], [['file' => 1, 'line' => 1]], 'x'] as $places) {
	attempt('places ' . json_encode($places), forged($part('[[1,1,1,0]]', $places)));
}
attempt('right', forged($part('[[1,1,1,0]]')));
?>
--EXPECT--
bool(true)
samples [true,true,true]
samples [true,true,true]
trace [true,true,true]
samples [true,true,true]
4 parts, 23 samples, 230 ns
empty: it is not a batch of this version
cut: it is damaged
another version: it is not a batch of this version
no head: it is not a batch of this version
0 of 200 damaged ones taken
no array: it is damaged
an object: it is damaged
no parts: it is damaged
[[1,1,1,0,5]]: it is damaged
[[1,1]]: it is damaged
[[1,1,-1,0]]: it is damaged
[["1",1,1,0]]: it is damaged
[1]: it is damaged
{: it is damaged
"x": it is damaged
places {"7":{"file":"x","line":1}}: it is damaged
places [{"file":1,"line":1}]: it is damaged
places "x": it is damaged
right: TAKEN
