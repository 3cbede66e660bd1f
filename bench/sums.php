<?php
/*
 * What the table of a part of tools/field.sh adds up to: the sentences that docs/field.md has, and that other documents
 * quote. Of parts with many rows it also makes a short table. Fails if the part has measured nothing.
 *
 *   php -n bench/sums.php PART [SECONDS]   reads what the part prints from standard input
 *   php -n bench/sums.php wrap             breaks its lines for a document, but for rows of tables
 */
declare(strict_types=1);

require_once __DIR__ . '/sums.inc';

$part = $argv[1] ?? '';
if ($part !== 'wrap' && !isset(SUMS_LEGENDS[$part])) {
	fwrite(STDERR, 'usage: php bench/sums.php ' . implode('|', array_keys(SUMS_LEGENDS)) . "|wrap [SECONDS]\n");
	exit(2);
}
$said = stream_get_contents(STDIN);
$sums = $part === 'wrap' ? sums_wrapped($said) : "sums_$part"($said, (float) ($argv[2] ?? 60));
if (trim($sums) === '') {
	fwrite(STDERR, "bench/sums.php: $part has measured nothing\n");
	exit(1);
}
echo $sums;
