--TEST--
A forked child's marks are in its own ring, and those of its parent in the parent's
--EXTENSIONS--
pcntl
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php
function fail(int $count): void { for ($i = 0; $i < $count; $i++) { try { throw new DomainException; } catch (Exception) {} } }
fail(2);
$pid = pcntl_fork();
fail($pid === 0 ? 3 : 5);
if ($pid === 0) { echo getmypid(), "\n"; fgets(STDIN); exit; }
pcntl_wait($status);
fail(1);
echo getmypid(), "\n";
fgets(STDIN);
');
$child = live_start("$folder/program.php", live_settings($folder));
for ($i = 0; $i < 2; $i++) {
	$ring = XHProf\Ring::open(live_file($folder, (int) fgets($child->out)));
	$sum = $ring->status()['request']['marks']['exception'];
	echo $i === 0 ? 'child' : 'parent', " $sum[count] $sum[text], ",
		count(array_filter($ring->marks(), fn (array $mark): bool => $mark['kind'] === 'exception')), " records\n";
	fwrite($child->in, "\n");
}
live_end($child);
live_clean($folder);
?>
--EXPECT--
child 3 DomainException, 3 records
parent 8 DomainException, 8 records
