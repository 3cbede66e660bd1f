--TEST--
xhprof diff knows functions again whose names have changed: closures on other lines, classes with another hash, other roots, what --rename says
--FILE--
<?php
require __DIR__ . '/cli.inc';

use XHProf\Cli\Comparison\{Matching, StableName};
use XHProf\Cli\Run\RunSet;

/* A release of a program, in a folder of its own. */
function release(string $name, string $comment, string $hash, string $more = ''): string
{
	$code = <<<"PHP"
	<?php
	namespace App;
	class Cart
	{
		public function sum(array \$prices): int
		{
	{$comment}		\$net = function (int \$price) { return abs(\$price); };
	{$more}		\$gross = fn (int \$price): int => (int) round(\$net(\$price) * 1.2);
			\$printer = new class { public function text(int \$n): string { return number_format(\$n); } };
			eval('namespace App; function tax_' . 'of(int \$n) { return intdiv(\$n, 5); }');
			\$sum = 0;
			foreach (\$prices as \$price) {
				\$sum += \$gross(\$price) + tax_of(\$price);
			}
			\$printer->text(\$sum);
			return strlen((new Template_$hash())->show('a')) + strlen((new Page_{$hash}0000())->show('b'));
		}
	}
	class Template_$hash { public function show(string \$x): string { return strtoupper(\$x); } }
	class Page_{$hash}0000 { public function show(string \$x): string { return ucfirst(\$x); } }
	(new Cart())->sum([1, 2, 3]);
	PHP;
	$folder = __DIR__ . "/diff_match.$name";
	mkdir($folder);
	file_put_contents("$folder/shop.php", $code);
	$run = own_file("$name.json");
	cli(['run', '--quiet', '--mode', 'tree', '--out', $run, '--', "$folder/shop.php"]);
	unlink("$folder/shop.php");
	rmdir($folder);

	return $run;
}

/* A name as every PHP has it: closures have their file in it, or their function. */
function plain(string $name): string
{
	return preg_replace('/(?:App\\\\)?\{closure:.*?:(\d+)\}/', '{closure:$1}', str_replace(__DIR__ . '/', '', $name));
}

/* Names that only one of both has, and the ones that were found. */
function show_matched(string $before, string $after, string ...$options): void
{
	$diff = json_decode(cli(['diff', $before, $after, '--json', '--limit', '1000', ...$options])['out'], true);
	usort($diff['functions'], fn ($a, $b) => $a['name'] <=> $b['name']);
	foreach ($diff['functions'] as ['name' => $name, 'before' => $old, 'after' => $new]) {
		echo $old === null ? 'new   ' . plain($name) . "\n" : ($new === null ? 'gone  ' . plain($name) . "\n" : '');
	}
	// Where closures have no folder in their names, one that stays in its line keeps its name.
	$renamed = array_filter($diff['renamed'],
		fn ($function) => plain($function['before']) !== plain($function['after']));
	foreach (array_count_values(array_column($renamed, 'by')) as $by => $count) {
		echo "$count by $by\n";
	}
}

echo "one comment, another hash and another root:\n";
$one = release('one', '', '0123456789abcdef');
$two = release('two', "\t\t// The net price.\n", 'fedcba9876543210');
show_matched($one, $two);
$names = json_decode(cli(['diff', $one, $two, '--json'])['out'], true)['renamed'];
usort($names, fn (array $a, array $b): int => strcmp($a['before'], $b['before']));
foreach ($names as ['before' => $old, 'after' => $new]) {
	echo '  ', plain($old), ' => ', plain($new), "\n";
}
echo "the same runs:\n";
show_matched($one, $one);
echo "one closure more between the others, on the line that another one had:\n";
show_matched($one, release('three', '', '0123456789abcdef',
	"\t\tarray_sum(array_map(fn (int \$n): int => max(\$n, 0), \$prices));\n"));

/* Of closures by their lines, each with what it calls; names as PHP 8.4 has them, which have no folder. */
function closures(array $lines): RunSet
{
	$pairs = ['main()==>sum' => ['ct' => 1, 'wt' => 60], 'main()' => ['ct' => 1, 'wt' => 100]];
	foreach ($lines as $line => $callee) {
		$pairs["sum==>{closure:sum():$line}"] = ['ct' => 3, 'wt' => 10];
		$pairs["{closure:sum():$line}==>$callee"] = ['ct' => 3, 'wt' => 5];
	}
	return RunSet::ofRun(XHProf\Profile::fromPairs($pairs));
}
echo json_encode((new Matching(closures([7 => 'abs', 8 => 'round']), closures([7 => 'abs', 8 => 'max', 9 => 'round']),
	[]))->names()), "\n";

function pairs(string $class, string $method, int $more = 0): RunSet
{
	return RunSet::ofRun(XHProf\Profile::fromPairs(["$class::$method==>strlen" => ['ct' => 40, 'wt' => 4],
		"$class::$method==>sort" => ['ct' => 2, 'wt' => 4], "App\Main::run==>$class::$method" =>
			['ct' => 2 + $more, 'wt' => 20], 'App\Main::run==>App\other' => ['ct' => 1, 'wt' => 5],
		'main()==>App\Main::run' => ['ct' => 1, 'wt' => 60], 'main()' => ['ct' => 1, 'wt' => 100]]));
}
echo "a class that moved, by shape; and one that is another:\n";
foreach ([pairs('App\New\Store', 'load', 1), RunSet::ofRun(XHProf\Profile::fromPairs(
	['App\Main::run==>Mail::send' => ['ct' => 1, 'wt' => 9], 'Mail::send==>mail' => ['ct' => 1, 'wt' => 8],
		'main()==>App\Main::run' => ['ct' => 1, 'wt' => 60], 'main()' => ['ct' => 1, 'wt' => 100]]))] as $after) {
	echo json_encode((new Matching(pairs('Old_Store', 'load'), $after, []))->names()), "\n";
}

echo "by wish:\n";
$before = own_file('before', serialize(pairs('Old_Store', 'read')->profile()->pairs()));
$after = own_file('after', serialize(pairs('App\Files', 'fetch')->profile()->pairs()));
show_matched($before, $after);
show_matched($before, $after, '--rename', 'Old_Store::read=>App\Files::fetch');
show_matched($before, $after, '--rename', 'Old_Store::*=>App\Files::*');
foreach (['Old_Stor::read=>x', 'Old_Store::read=>App\Files::fetsh', 'x', 'a=>b=>c', '*=>x', '=>x'] as $rename) {
	echo strtok(cli(['diff', $before, $after, '--rename', $rename])['err'], "\n"), "\n";
}

echo "stable names:\n";
foreach (['strlen', 'App\Cart::{closure:App\Cart::sum():8}', '{closure:/srv/app/12/src/a.php:5}',
	'{closure:C:\app\12\src\a.php:5}', 'App\Cart::sum', 'App\Cart::App\{closure:src/Cart.php:12}',
	'{closure:{closure:App\f():3}:5}', 'class@anonymous:src/a.php:7::m', 'load::ab/0123456789abcdef0.php',
	"eval::/srv/app/src/a.php(12) : eval()'d code", 'ComposerAutoloaderInita7b5cab062e3ec2d2e4c4cf755bea3e7::getLoader',
	'__TwigTemplate_a2405cdb09fa7deb625741cb67743e5c___5436697::doDisplay',
	'ContainerX1y2Z3a\getMailerService', 'EntityGhost9a1f5a2::load', 'Decade2020::show', 'App\v2\deadbeef'] as $name) {
	echo '  ', StableName::of($name), "\n";
}
?>
--EXPECT--
one comment, another hash and another root:
7 by name
  App\Cart::{closure:7} => App\Cart::{closure:8}
  App\Cart::{closure:8} => App\Cart::{closure:9}
  App\Page_0123456789abcdef0000::show => App\Page_fedcba98765432100000::show
  App\Template_0123456789abcdef::show => App\Template_fedcba9876543210::show
  class@anonymous:diff_match.one/shop.php:9::text => class@anonymous:diff_match.two/shop.php:10::text
  eval::diff_match.one/shop.php(10) : eval()'d code => eval::diff_match.two/shop.php(11) : eval()'d code
  load::diff_match.one/shop.php => load::diff_match.two/shop.php
the same runs:
one closure more between the others, on the line that another one had:
new   App\Cart::{closure:8}
new   array_map
new   array_sum
new   max
4 by name
{"{closure:sum():8}":"{closure:sum():9}"}
a class that moved, by shape; and one that is another:
{"Old_Store::load":"App\\New\\Store::load"}
[]
by wish:
1 by shape
1 by wish
new   App\Files::fetch
gone  App\Files::read
1 by wish
xhprof: --rename: the run before has no function "Old_Stor::read"
xhprof: --rename: the run after has no function "App\Files::fetsh"
xhprof: --rename takes 'old=>new', not "x"
xhprof: --rename takes 'old=>new', not "a=>b=>c"
xhprof: --rename takes 'old=>new', not "*=>x"
xhprof: --rename takes 'old=>new', not "=>x"
stable names:
  strlen
  App\Cart::{closure:App\Cart::sum()}
  {closure:src/a.php}
  {closure:src\a.php}
  App\Cart::sum
  App\Cart::App\{closure:src/Cart.php}
  {closure:(closure:App\f())}
  class@anonymous:src/a.php::m
  load::*.php
  eval::src/a.php(eval)
  ComposerAutoloaderInit*::getLoader
  __TwigTemplate_*::doDisplay
  Container*\getMailerService
  EntityGhost*::load
  Decade2020::show
  App\v2\deadbeef
