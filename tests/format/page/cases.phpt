--TEST--
What the page of a report computes itself is compared with what the extension answers: cases.json has its answers, and the command's errors are these
--SKIPIF--
<?php
if (!extension_loaded('zlib')) die('skip needs zlib');
?>
--FILE--
<?php
require __DIR__ . '/cases.inc';
require __DIR__ . '/../../../cli/autoload.php';

use XHProf\Cli\Statistics\ShareErrors;

echo cases_json() === file_get_contents(__DIR__ . '/cases.json') ? 'the same' : 'DIFFERENT: see cases.inc', "\n";

$compared = 0;
foreach (case_runs() as $name => [$run, $parts]) {
	$wholes = [$run, ...array_map(static fn (array $part): XHProf\Profile => $run->reduce(['from_ns' => $part[0],
		'to_ns' => $part[1]] + ($part[2] < 0 ? [] : ['lane' => $part[2]])), $parts)];
	foreach ($wholes as $i => $whole) {
		$summary = $whole->summary();
		foreach (isset($summary['effective_samples']) ? $whole->components() : [] as $component => $row) {
			$ours = [ShareErrors::of($row['own_wall_ns'], $summary), ShareErrors::of($row['wall_ns'], $summary)];
			$theirs = [$row['share_error_points'], $row['incl_share_error_points']];
			if (max(abs($ours[0] - $theirs[0]), abs($ours[1] - $theirs[1])) > 1e-9) {
				echo "$name $i: $component ", json_encode($ours), ', not ', json_encode($theirs), "\n";
			}
			$compared += 2;
		}
	}
}
echo $compared > 40 ? 'compared' : "only $compared", "\n";
?>
--EXPECT--
the same
compared
