--TEST--
Runs that cannot be read, however many, take no place from the others
--FILE--
<?php
require __DIR__ . '/runs.inc';

use XHProf\Fleet\Saved\{PendingRuns, TakenRuns};

$folder = own_folder();
for ($i = 0; $i < 5100; $i++) {
	touch("$folder/" . saved_name(sprintf('%016x', $i), 'json'));
}
$pending = new PendingRuns($folder, new TakenRuns(null), 0);
$next = new ReflectionProperty($pending, 'next_ns');
for ($seen = [], $looks = 0; $looks < 5; $looks++) {
	$next->setValue($pending, 0);
	$pending->look();
	for ($late = []; ($run = $pending->next()) !== null; $late[] = $run) {
		$seen[$run->id] = true;
	}
	array_map($pending->again(...), $late);
}
echo count($seen), ' of ', $pending->count(), "\n";
?>
--EXPECT--
5100 of 5100
