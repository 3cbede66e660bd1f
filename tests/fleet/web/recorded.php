<?php
/**
 * Compares what rings had with what a recording server got in Pyroscope's protocol. By tools/test-fleet.sh:
 *
 *     php recorded.php WITNESS FOLDER
 *
 * FOLDER has proxy.php's files. Two of the same labels and time are one to Pyroscope. Fails unless the sums are the
 * same.
 */

declare(strict_types=1);

[, $witness, $folder] = $argv;
$sums = $seen = [];
$doubles = 0;
foreach (glob("$folder/*.request") ?: [] as $file) {
	[$head, $body] = explode("\r\n\r\n", (string) file_get_contents($file), 2);
	parse_str(explode('?', explode(' ', $head)[1])[1] ?? '', $query);
	$profile = decode((string) gzdecode($body));
	$key = "$query[name] $profile[time]";
	if (isset($seen[$key])) {
		$doubles++;
		continue;
	}
	$seen[$key] = true;
	preg_match('/[{,]pool=(\w*)/', $query['name'], $pool);
	foreach ($profile['sums'] as $type => $sum) {
		$sums[$pool[1]][$type] = ($sums[$pool[1]][$type] ?? 0) + $sum;
	}
}
$expected = [];
foreach (file($witness, FILE_IGNORE_NEW_LINES) ?: [] as $line) {
	[$pool, $samples, $weight_ns] = explode(' ', $line);
	$expected[$pool] = "$samples samples, $weight_ns ns";
}
$got = array_map(static fn (array $of): string => "$of[samples] samples, $of[wall] ns", $sums);
ksort($got);
printf("recorded: %d profiles of pprof, %d came twice; %s\n", count($seen), $doubles,
	$got === $expected ? 'the sums are those of the rings' : 'FAILED');
if ($got !== $expected || $got === []) {
	print_r(['recorded' => $got, 'in the rings' => $expected]);
	exit(1);
}

/** @return array{time: int, sums: array<string, int>} sums by the name of the type */
function decode(string $pprof): array
{
	$types = $samples = $words = [];
	$time = 0;
	foreach (fields($pprof) as [$number, $value]) {
		match ($number) {
			1 => $types[] = array_column(fields($value), 1, 0)[1],
			2 => $samples[] = values($value),
			6 => $words[] = $value,
			9 => $time = $value,
			default => null,
		};
	}
	$sums = [];
	foreach ($types as $column => $word) {
		$sums[$words[$word]] = array_sum(array_column($samples, $column));
	}

	return ['time' => $time, 'sums' => $sums];
}

/** @return list<int> the values of a sample, packed or not */
function values(string $sample): array
{
	$values = [];
	foreach (fields($sample) as [$number, $value]) {
		for ($at = 0; $number === 2 && is_string($value) && $at < strlen($value);) {
			$values[] = varint($value, $at);
		}
		if ($number === 2 && is_int($value)) {
			$values[] = $value;
		}
	}

	return $values;
}

/** @return list<array{int, int|string}> number and value */
function fields(string $bytes): array
{
	$fields = [];
	for ($at = 0; $at < strlen($bytes);) {
		$tag = varint($bytes, $at);
		$value = varint($bytes, $at);
		if (($tag & 7) === 2) {
			$value = substr($bytes, $at, $length = $value);
			$at += $length;
		}
		$fields[] = [$tag >> 3, $value];
	}

	return $fields;
}

function varint(string $bytes, int &$at): int
{
	$value = 0;
	for ($shift = 0; ; $shift += 7) {
		$byte = ord($bytes[$at++]);
		$value |= ($byte & 127) << $shift;
		if ($byte < 128) {
			return $value;
		}
	}
}
