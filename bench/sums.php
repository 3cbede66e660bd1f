<?php
/*
 * What the table of a part of tools/field.sh adds up to: the sentences that docs/field.md has, and that other documents
 * quote. Of parts with many rows it also makes a short table.
 *
 *   php -n bench/sums.php PART [SECONDS]   reads what the part prints from standard input
 *   php -n bench/sums.php wrap             breaks its lines for a document, but for rows of tables
 */
declare(strict_types=1);

require_once __DIR__ . '/sums.inc';

echo match ($argv[1] ?? '') {
	'names' => sums_names(stream_get_contents(STDIN)),
	'truth' => sums_truth(stream_get_contents(STDIN)),
	'routes' => sums_routes(stream_get_contents(STDIN)),
	'suites' => sums_suites(stream_get_contents(STDIN)),
	'fuzz' => sums_fuzz(stream_get_contents(STDIN), (float) ($argv[2] ?? 60)),
	'fixtures' => sums_fixtures(stream_get_contents(STDIN)),
	'servers' => sums_servers(stream_get_contents(STDIN)),
	'wrap' => sums_wrapped(stream_get_contents(STDIN)),
	default => exit("usage: php bench/sums.php names|truth|routes|suites|fuzz|fixtures|servers|wrap [SECONDS]\n"),
};
