--TEST--
PHPUnit itself: results stay the same, a broken budget fails its test, the slowest tests have runs
--SKIPIF--
<?php
if (!is_file(getenv('XHPROF_TEST_PHPUNIT') . '/vendor/phpunit/phpunit/phpunit')) {
	die('skip XHPROF_TEST_PHPUNIT names no folder with vendor/phpunit/phpunit');
}
?>
--FILE--
<?php
require __DIR__ . '/integrations.inc';
require __DIR__ . '/../request/trigger/auto.inc';

$folder = fresh_folder(__FILE__);
file_put_contents("$folder/SuiteTest.php", <<<'PHP'
<?php
use XHProf\PHPUnit\Budget;

final class SuiteTest extends PHPUnit\Framework\TestCase
{
	protected function setUp(): void
	{
		array_map('strrev', ['a', 'b', 'c']);
	}

	#[Budget('ct[strrev]<=2')]
	public function testWithin(): void
	{
		self::assertSame('cba', strrev('abc'));
	}

	#[Budget('ct[strrev]<=2')]
	public function testTooMany(): void
	{
		self::assertSame(['a', 'b', 'c'], array_map('strrev', ['a', 'b', 'c']));
	}

	#[Budget('ct[strrev]<=0')]
	public function testFailsAnyway(): void
	{
		self::assertSame('abc', strrev('abc'));
	}

	public function testSkipped(): void
	{
		self::markTestSkipped('for its own reasons');
	}

	public function testSlow(): void
	{
		usleep(20000);
		self::assertTrue(true);
	}
}
PHP);
$top = dirname(__DIR__, 2);
file_put_contents("$folder/autoload.php",
	'<?php require ' . var_export(getenv('XHPROF_TEST_PHPUNIT') . '/vendor/autoload.php', true)
		. '; require ' . var_export(__DIR__ . '/integrations.inc', true) . ';');
file_put_contents("$folder/start.php", '<?php $_composer_autoload_path = ' . var_export("$folder/autoload.php", true)
	. '; require ' . var_export("$top/integrations/phpunit/bin/xhprof-phpunit", true) . ';');

function suite(array $words, array $environment = []): array
{
	global $folder;
	$module = module_path();
	$process = proc_open([PHP_BINARY, ...($module === null ? [] : ['-d', "extension=$module"]),
		"$folder/start.php", ...$words, '--no-configuration', "$folder/SuiteTest.php"], [['file', '/dev/null', 'r'],
			['file', "$folder/out", 'w'], ['file', "$folder/err", 'w']], $pipes, $folder, $environment + getenv());
	$status = proc_close($process);

	return [$status, file_get_contents("$folder/out"), file_get_contents("$folder/err")];
}

/* The list without times, in the order of names. */
function told(string $err): string
{
	preg_match_all(
		'/^ +[\d.]+ \w+  (SuiteTest::\w+)\n +CPU [\d.]+ \w+, [\d,]+ calls\n +\S+ open \S+\.xhprof\.json(?:\.gz)?$/m',
		$err, $tests);
	sort($tests[1]);

	return strtok($err, "\n") . "\n" . implode("\n", $tests[1]) . "\n";
}

[$status, $out, $err] = suite(['--xhprof-slowest', '9', '--xhprof-folder=' . "$folder/runs"]);
preg_match('/^Tests: .*/m', $out, $counts);
preg_match('/^[.FESWRI]{5}(?= )/m', $out, $progress);
preg_match('/^Budget .*\n.*/m', $out, $budget);
echo "$status ", $progress[0] ?? $out, "\n",
	preg_replace('/^.*?(Failures: \d).*?(Skipped: \d).*/', '$1 $2', $counts[0] ?? $out), "\n", $budget[0] ?? $out, "\n";
echo str_contains($out, 'SuiteTest.php:1'), "\n", told($err);
echo implode("\n", array_map(static fn (string $file) => (XHProf\Profile::load($file)
	->functions()['SuiteTest::testSlow']['calls'] ?? 0), glob("$folder/runs/*testSlow*"))), "\n\n";

[$status, $out, $err] = suite([], ['XHPROF_FOLDER' => "$folder/runs"]);
preg_match('/^[.FESWRI]{5}(?= )/m', $out, $progress);
echo "$status ", $progress[0] ?? $out, " [$err]\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../request/trigger/auto.inc';
remove(__DIR__ . '/phpunit_suite.tmp');
?>
--EXPECT--
1 .FFS.
Failures: 2 Skipped: 1
Budget ct[strrev]<=2 does not hold: 3 calls
    3 by array_map
1
Slowest 5 of 5 tests (times include the profiler's overhead):
SuiteTest::testFailsAnyway
SuiteTest::testSkipped
SuiteTest::testSlow
SuiteTest::testTooMany
SuiteTest::testWithin
1

1 .FFS. []
