--TEST--
Labels of rings are made fit for a store, and their number is bounded
--SKIPIF--
<?php if (PHP_INT_SIZE < 8) die('skip needs 64 bits'); ?>
--FILE--
<?php
require __DIR__ . '/../../../cli/autoload.php';

use XHProf\Fleet\Agent\Labels;
use XHProf\Fleet\Agent\Series;
use XHProf\Fleet\Agent\Sums;
use XHProf\Profile;

function say(string $text): void
{
	echo json_encode($text, JSON_UNESCAPED_UNICODE), "\n";
}

function profile(int $weight_ns): Profile
{
	return Profile::fromStacks(
		[['frames' => ['main()', 'work'], 'samples' => 1, 'wall_ns' => $weight_ns, 'cpu_ns' => 0]]);
}

/* What of these is sent: labels to samples and nanoseconds. */
function send(Labels $labels, array $rows): void
{
	$sums = new Sums();
	foreach ($rows as [$pool, $tags, $weight_ns]) {
		$sums->add($labels->series($pool, '8.2.36', $tags), profile($weight_ns));
	}
	$lines = [];
	foreach ($sums->parts($labels) as $part) {
		$summary = $part->profile->summary();
		$lines[] = "  {$part->series->pool} " . http_build_query($part->series->tags)
			. ": {$summary['samples']} samples, {$summary['wall_ns']} ns";
	}
	sort($lines);
	echo implode("\n", $lines), "\n";
	[$total, $others] = [$sums->total(), $sums->others()];
	echo "  of $total[samples] samples, $total[weight_ns] ns, without a label set $others[samples], "
		. "$others[weight_ns] ns\n";
}

echo "values\n";
foreach (['/cart', "a\nb\0c\u{85}d", "Gr\xC3\xB6\xC3\x9Fe & <b>", "cut in the middle: \xC3",
	str_repeat('ä', 150)] as $text) {
	$clean = Labels::clean($text);
	say(strlen($clean) > 40 ? strlen($clean) . ' bytes' : $clean);
	echo preg_match('//u', $clean) === 1 ? '' : "NO UTF-8\n";
}

echo "tags\n";
foreach (['', "route\0/cart\0tenant\0a b\0", "only\0", Series::OTHER, "12\0x\0\0y\0"] as $text) {
	say(json_encode(Labels::tags($text)));
}
say(json_encode((new Labels('shop', 'test', 'web1'))->series('www', '8.2.36',
	['route' => '/cart', '12' => 'x', '' => 'y', 'service' => 'other', 'none' => ''])->labels()));

$labels = new Labels('shop', 'test', 'web1', 2);
echo "two label sets at most: the heaviest\n";
send($labels, [['www', ['route' => 'a'], 1], ['www', ['route' => 'b'], 20], ['www', ['route' => 'c'], 10],
	['api', ['route' => 'd', 'tenant' => 'x'], 3], ['api', [], 2]]);
echo "those that were there before stay, however light they are\n";
send($labels, [['www', ['route' => 'a'], 100], ['www', ['route' => 'b'], 1], ['www', ['route' => 'c'], 1],
	['www', ['route' => 'c'], 1]]);

echo "tags that nobody knows, as a ring says\n";
send(new Labels('shop', 'test', 'web1', 1), [['www', Labels::tags(Series::OTHER), 5], ['www', ['route' => 'a'], 6]]);

$rows = [];
for ($i = 0; $i < 300; $i++) {
	$rows[] = ["pool$i", [], 1];
}
$labels = new Labels('shop', 'test', 'web1', 1);
$sums = new Sums();
foreach ($rows as [$pool]) {
	$sums->add($labels->series($pool, '', []), profile(1));
}
$parts = $sums->parts($labels);
echo "more pools than anyone has: ", count($parts), " parts, of them (other) ",
	array_sum(array_map(fn ($part) => $part->series->pool === Series::OTHER ? $part->profile->summary()['samples'] : 0,
		$parts)), " samples\n";
$sums = new Sums();
$sums->add($labels->series('www', '', Labels::tags(Series::OTHER)), profile(7));
$sums->parts($labels);
echo 'what the tally had no room for: ', json_encode($sums->others()), ', truncated ', $sums->truncated(), "\n";
?>
--EXPECT--
values
"\/cart"
"a?b?c?d"
"Größe & <b>"
"cut in the middle: �"
"198 bytes"
tags
"[]"
"{\"route\":\"\\\/cart\",\"tenant\":\"a b\"}"
"{\"only\":\"\"}"
"{\"(other)\":\"(other)\"}"
"{\"12\":\"x\",\"\":\"y\"}"
"{\"service\":\"shop\",\"env\":\"test\",\"host\":\"web1\",\"pool\":\"www\",\"php\":\"8.2.36\",\"12\":\"x\",\"route\":\"\\\/cart\",\"tag_service\":\"other\"}"
two label sets at most: the heaviest
  api : 1 samples, 2 ns
  api route=%28other%29&tenant=%28other%29: 1 samples, 3 ns
  www route=%28other%29: 1 samples, 1 ns
  www route=b: 1 samples, 20 ns
  www route=c: 1 samples, 10 ns
  of 5 samples, 36 ns, without a label set 3, 6 ns
those that were there before stay, however light they are
  www route=%28other%29: 1 samples, 100 ns
  www route=b: 1 samples, 1 ns
  www route=c: 2 samples, 2 ns
  of 4 samples, 103 ns, without a label set 1, 100 ns
tags that nobody knows, as a ring says
  www %28other%29=%28other%29: 1 samples, 5 ns
  www route=a: 1 samples, 6 ns
  of 2 samples, 11 ns, without a label set 1, 5 ns
more pools than anyone has: 102 parts, of them (other) 199 samples
what the tally had no room for: {"samples":1,"weight_ns":7}, truncated 0
