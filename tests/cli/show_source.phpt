--TEST--
xhprof show --source prints a function's source with each line's share, and says what is not as it was
--FILE--
<?php
require __DIR__ . '/cli.inc';
require __DIR__ . '/../profile/lines.inc';

chdir(__DIR__);
$code = own_file('cart.php', <<<'PHP'
<?php
class Cart
{
	public function total(array $prices): int
	{
		$sum = 0; // '}' {$x}
		foreach ($prices as $price) {
			$sum += $this->tax($price);
		}

		return array_sum(array_map(fn (int $one) => match (true) {
			$one > 0 => $one,
			default => 0,
		}, [$sum]));
	}

	private function tax(int $price): int
	{
		return (int) ($price * 1.19);
	}
}
(new Cart())->total([1, 2]);

PHP . str_repeat("// nothing\n", 20) . "exit;\n");
touch($code, 4);
$run = own_file('run.json');
$paths = [
	"main()=22 Cart::total=8" => 10,
	"main()=22 Cart::total=8 Cart::tax=19" => 60,
	"main()=22 Cart::total=11 array_map=0 {closure:$code:11}=11" => 5,
	"main()=22 Cart::total=11 array_map=0 {closure:$code:11}=12" => 15,
	"main()=22 Cart::total=11" => 10,
];
$functions = ['main()' => [$code, 0], 'Cart::total' => [$code, 4], 'Cart::tax' => [$code, 17], 'array_map' => [null, 0],
	"{closure:$code:11}" => [$code, 11]];
sampled_file($run, $paths, $functions);
$show = fn(string $function, string ...$more) =>
	show_cli(['show', $run, '--function', $function, '--source', ...$more]);
$show('Cart::total');
$show('closure');
$show('main()');
$show('array_map');

echo "-- another version\n";
sampled_file($run, $paths, ['Cart::total' => [$code, 3]] + $functions);
$show('Cart::total');

echo "-- changed since\n";
sampled_file($run, $paths, $functions, 3_000_000_000);
$show('Cart::tax');

echo "-- other places\n";
$gone = array_map(fn(array $place) => [$place[0] === null ? null : str_replace(__DIR__, '/gone', $place[0]), $place[1]],
	$functions);
sampled_file($run, $paths, $gone);
$show('Cart::tax');
$show('Cart::tax', '--map', '/gone=' . __DIR__);
$show('Cart::tax', '--map', '/gone');
foreach (["$code(3) : eval()'d code", __DIR__, 'http://localhost/a.php', own_file('text.php', "total:\n")] as $file) {
	sampled_file($run, $paths, ['Cart::tax' => [$file, 17]] + $functions);
	$said = cli(['show', $run, '--function', 'Cart::tax', '--source', '--json']);
	echo str_replace([__DIR__ . '/', __DIR__], ['', 'TESTS'], json_decode($said['out'], true)['source']['note']), "\n";
}

echo "-- JSON\n";
sampled_file($run, $paths, $functions);
echo json_encode(json_decode(cli(['show', $run, '--function', 'Cart::tax', '--source', '--json'])['out'],
	true)['source']), "\n";

echo "-- no lines\n";
file_put_contents($run, serialize(['main()==>f' => ['ct' => 1, 'wt' => 1], 'main()' => ['ct' => 1, 'wt' => 2]]));
rename($run, $classic = own_file('run.xhprof'));
show_cli(['show', $classic, '--function', 'f', '--source']);
?>
--EXPECT--
$ xhprof show show_source.run.json --function Cart::total --source
Cart::total
show_source.cart.php:4
100 samples

            incl  of run       own  of run
wall      100 ms   100 %   20.0 ms  20.0 %

   own %  incl %     time  line  source
                              4  public function total(array $prices): int
                              5  {
                              6      $sum = 0; // '}' {$x}
                              7      foreach ($prices as $price) {
    10.0    70.0  70.0 ms     8          $sum += $this->tax($price);
                              9      }
                             10
    10.0    30.0  30.0 ms    11      return array_sum(array_map(fn (int $one) =…
                             12          $one > 0 => $one,
                             13          default => 0,
                             14      }, [$sum]));
                             15  }

$ xhprof show show_source.run.json --function closure --source
{closure:show_source.cart.php:11}
show_source.cart.php:11
20 samples

            incl  of run       own  of run
wall     20.0 ms  20.0 %   20.0 ms  20.0 %

   own %  incl %     time  line  source
    25.0    25.0  5.00 ms    11  return array_sum(array_map(fn (int $one) => ma…
    75.0    75.0  15.0 ms    12      $one > 0 => $one,
                             13      default => 0,
                             14  }, [$sum]));

$ xhprof show show_source.run.json --function main() --source
main()
show_source.cart.php
100 samples

            incl  of run       own  of run
wall      100 ms   100 %      0 ns   0.0 %

   own %  incl %     time  line  source
                              1  <?php
                              2  class Cart
                              3  {
                              4      public function total(array $prices): int
                              ⋮
                             19          return (int) ($price * 1.19);
                             20      }
                             21  }
     0.0     100   100 ms    22  (new Cart())->total([1, 2]);
                             23  // nothing
                             24  // nothing
                             25  // nothing
                              ⋮
                             43  exit;

$ xhprof show show_source.run.json --function array_map --source
array_map
20 samples

            incl  of run       own  of run
wall     20.0 ms  20.0 %      0 ns   0.0 %

it has no file: it is one of PHP's own functions, or the run was saved without files
the run has no numbers for these lines: xhprof run --mode sample records lines of all functions

-- another version
$ xhprof show show_source.run.json --function Cart::total --source
Cart::total
show_source.cart.php:3
100 samples

            incl  of run       own  of run
wall      100 ms   100 %   20.0 ms  20.0 %

show_source.cart.php: line 3 does not declare this function any more: the file is another version
   own %  incl %     time  line  source
    10.0    70.0  70.0 ms     8
    10.0    30.0  30.0 ms    11

-- changed since
$ xhprof show show_source.run.json --function Cart::tax --source
Cart::tax
show_source.cart.php:17
60 samples

            incl  of run       own  of run
wall     60.0 ms  60.0 %   60.0 ms  60.0 %

show_source.cart.php was changed after the run began: these lines may not be those that ran
   own %  incl %     time  line  source
                             17  private function tax(int $price): int
                             18  {
     100     100  60.0 ms    19      return (int) ($price * 1.19);
                             20  }

-- other places
$ xhprof show show_source.run.json --function Cart::tax --source
Cart::tax
/gone/show_source.cart.php:17
60 samples

            incl  of run       own  of run
wall     60.0 ms  60.0 %   60.0 ms  60.0 %

/gone/show_source.cart.php: there is no such file
   own %  incl %     time  line  source
     100     100  60.0 ms    19

$ xhprof show show_source.run.json --function Cart::tax --source --map /gone=TESTS
Cart::tax
/gone/show_source.cart.php:17
60 samples

            incl  of run       own  of run
wall     60.0 ms  60.0 %   60.0 ms  60.0 %

   own %  incl %     time  line  source
                             17  private function tax(int $price): int
                             18  {
     100     100  60.0 ms    19      return (int) ($price * 1.19);
                             20  }

$ xhprof show show_source.run.json --function Cart::tax --source --map /gone
xhprof: --map /gone: not FROM=TO
        as in --map /var/www/app=/home/me/app
status 2

show_source.cart.php(3) : eval()'d code: code of eval() is in no file
TESTS: it is no file
http://localhost/a.php: only files are read
show_source.text.php: it has no PHP code
-- JSON
{"note":null,"lines":[{"line":17,"code":"\tprivate function tax(int $price): int"},{"line":18,"code":"\t{"},{"line":19,"code":"\t\treturn (int) ($price * 1.19);","samples":60,"own_samples":60},{"line":20,"code":"\t}"}]}
-- no lines
$ xhprof show show_source.run.xhprof --function f --source
f
1 call

            incl  of run       own  of run
wall     1.00 us  50.0 %   1.00 us  50.0 %

it has no file: it is one of PHP's own functions, or the run was saved without files
the run has no numbers for these lines: xhprof run --mode sample records lines of all functions
