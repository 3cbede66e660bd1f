--TEST--
A budget counts what the test method does, names callers when it does not hold, and says why it cannot be checked
--SKIPIF--
<?php if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP'); ?>
--ENV--
XHPROF_SLOWEST=
XHPROF_TIMES=
XHPROF_REQUIRED=
--FILE--
<?php
namespace PHPUnit\Framework {
	/* Calls by PHPUnit are not the test's. */
	function check(callable $inner): void
	{
		strlen(str_repeat('a', 3));
		$inner();
	}
}

namespace App {
	use XHProf\PHPUnit\Budget;

	class Base
	{
		public static function load(int $n): int
		{
			static $calls = 0;
			return ++$calls + $n;
		}
	}

	class Store extends Base
	{
	}

	#[Budget('ct[App\Store::load]<=9')]
	class CartTest
	{
		private static function loop(int $times): void
		{
			for ($i = 0; $i < $times; $i++) {
				Store::load($i);
			}
		}

		public function prepare(): void
		{
			self::loop(20);
		}

		#[Budget('ct[App\Base::load]<=3', 'ct[app\store::LOAD]>=3')]
		public function within(): void
		{
			self::loop(3);
		}

		#[Budget('ct[App\Store::load]<=3')]
		#[Budget('ct<10')]
		public function tooMany(): void
		{
			self::loop(9);
			Store::load(0);
		}

		#[Budget('ct[strlen]<=0', 'ct[App\Base::load]<=0', 'ct<=2')]
		public function framework(): void
		{
			\PHPUnit\Framework\check(static function (): void { Store::load(1); });
		}

		#[Budget('peak<1MiB', 'mu[App\CartTest::memory]<=0')]
		public function memory(): void
		{
			$text = str_repeat('x', getmypid() > 0 ? 3 << 20 : 0);
			unset($text);
		}

		#[Budget('wt<0', 'ct[wrong()]<=0')]
		public function times(): void
		{
			self::loop(1);
		}

		#[Budget('ct[App\Store::lod]<=5', 'ct[nothing]<1', 'ct<=+5', 'wt<+10%', 'calls<5ms', 'what')]
		public function mistakes(): void
		{
		}

		#[Budget('ct<=0')]
		public function own(): void
		{
			xhprof_disable();
		}

		public function free(): void
		{
		}
	}
}

namespace {
	require __DIR__ . '/integrations.inc';
	require __DIR__ . '/../request/trigger/auto.inc';

	use XHProf\PHPUnit\Session;
	use XHProf\PHPUnit\Settings;

	/* As PHPUnit does it; the name of the run is left out. */
	function run(Session $session, string $method, bool $isPassed = true): void
	{
		$test = new App\CartTest();
		$session->begin(App\CartTest::class, $method, "App\\CartTest::$method");
		$test->prepare();
		$session->prepared();
		$test->$method();
		$test->prepare();
		$text = $session->finish($isPassed);
		echo "$method: ",
			preg_replace(['~open .*/(\d{8}-\d{6})-([\w-]+)-[0-9a-f]{16}\.xhprof\.json(\.gz)?~', '~\S*\{closure\}~',
				'~[23]\.\d+ MiB~'], ['open TIME-$2', '{closure}', '3 MiB'], plain_name($text ?? 'passes')), "\n";
	}

	$folder = fresh_folder(__FILE__);
	$session = new Session(Settings::of(['folder' => $folder]));
	foreach (['within', 'tooMany', 'framework', 'memory', 'times', 'mistakes', 'own', 'free'] as $method) {
		run($session, $method);
	}
	run($session, 'tooMany', false);
	echo count(glob("$folder/*")), " runs\n\n";
	array_map(unlink(...), glob("$folder/*"));

	$session = new Session(Settings::of(['folder' => $folder, 'times' => 'yes', 'required' => '1', 'slowest' => '0']));
	$session->begin(App\CartTest::class, 'times', 'times');
	(new App\CartTest())->times();
	echo preg_replace('/ [\d.]+ \w+\n.*/s', " TIME\n", $session->finish(true));
	run($session, 'own');
	array_map(unlink(...), glob("$folder/*"));
	remove($folder);
	foreach ([['slowest' => 'ten'], ['times' => 'maybe'], ['fastest' => '1']] as $wrong) {
		try {
			Settings::of($wrong);
		} catch (InvalidArgumentException $e) {
			echo $e->getMessage(), "\n";
		}
	}
}
?>
--EXPECT--
within: passes
tooMany: Budget ct[App\Store::load]<=9 does not hold: 10 calls
    9 by App\CartTest::loop
    1 by App\CartTest::tooMany
ct[App\Store::load]<=3 does not hold: 10 calls
    9 by App\CartTest::loop
    1 by App\CartTest::tooMany
ct<10 does not hold: 11 calls
    10 of App\Base::load
    1 of App\CartTest::loop
xhprof open TIME-CartTest-tooMany
framework: Budget ct[App\Base::load]<=0 does not hold: 1 call
    1 by {closure}
xhprof open TIME-CartTest-framework
memory: Budget peak<1MiB does not hold: 3 MiB
    3 MiB in str_repeat
xhprof open TIME-CartTest-memory
times: passes
mistakes: Budget "ct[App\Store::lod]<=5" is not a budget: there is no function App\Store::lod
    name it as xhprof top does
"ct[nothing]<1" is not a budget: there is no function nothing
    name it as xhprof top does
"ct<=+5" is not a budget: it is about a change, and a test has no run before it
    write it like 'ct[PDO::prepare]<=5', 'peak<32MiB'
"wt<+10%" is not a budget: it is about a change, and a test has no run before it
    write it like 'ct[PDO::prepare]<=5', 'peak<32MiB'
"calls<5ms" is not a budget: calls have no unit
    write it like 'ct[PDO::prepare]<=5', 'peak<32MiB'
"what" is not a budget
    write it like 'ct[PDO::prepare]<=5', 'peak<32MiB'
xhprof open TIME-CartTest-mistakes
own: passes
free: passes
tooMany: passes
4 runs

Budget wt<0 does not hold: TIME
own: Budget not checked: the test ended the profile itself
xhprof/phpunit: slowest is how many tests, not "ten"
xhprof/phpunit: times is true or false, not "maybe"
xhprof/phpunit has no parameter "fastest"; it has slowest, folder, times, required

Budgets of 1 test not checked: wt<0: times are only checked with XHPROF_TIMES=1.

Budgets of 1 test not checked: the test ended the profile itself.
