--TEST--
A function's source is found by its line, whatever strings, comments and braces are in it
--FILE--
<?php
require __DIR__ . '/unit.inc';
require __DIR__ . '/../../profile/lines.inc';

use XHProf\Cli\Code\Declaration;
use XHProf\Cli\Code\File;
use XHProf\Cli\Code\Files;
use XHProf\Cli\Code\FunctionCode;
use XHProf\Cli\Code\Lines;
use XHProf\Cli\Process\Reach;

$code = <<<'CODE'
function not_code() {
<?php
namespace App;
function one() { return 1; }
function two(array $a = ['}'], $b = "}")
{
	// }
	# }
	/* } */
	$text = <<<END
		}
		END;
	$more = '}\'}' . "{$text}" . `}`;
	#[A(1)]
	$f = fn ($x) => [$x, 2];
	return function () {
		?> } <?php
	};
}
abstract class C
{
	abstract function three();
	public static function &four() {
		return self::$x;
	}
	function five() {} function six() {
	}
	public $g; // }
}
$list = [fn () => strlen('a,b'), 2];
$more = [
	fn () => [
		1,
	],
	2,
	fn () => 3
];
CODE;
$declaration = new Declaration($code);
foreach ([['App\one', 4, 4], ['App\two', 5, 19], ['two#text', 5, 19], ['C::three', 22, 22], ['C::four', 23, 25],
	['C::FOUR', 23, 25], ['C::five', 26, 26], ['C::six', 26, 27], ['{closure}', 15, 15], ['{closure:x:16}', 16, 18],
	['{closure}', 30, 30], ['{closure}', 32, 34], ['{closure}', 36, 36], ['one', 5, null], ['not_code', 1, null],
	['C::seven', 26, null]] as [$name, $line, $end]) {
	same("$name of line $line", $end, $declaration->end($name, $line));
}
same('a file that ends within', 3, (new Declaration("<?php\nfunction f() {\n\tif (1) {"))->end('f', 2));
foreach (['f' => true, 'C::f' => true, '{closure}' => true, 'load::a.php' => false, 'eval::a' => false,
	'main()' => false, '(gone)' => false, 'C::$x::get' => false] as $name => $isDeclared) {
	same("$name is declared", $isDeclared, Declaration::isDeclared($name));
}

$folder = unit_folder();
file_put_contents("$folder/a.php", $code . "\n");
file_put_contents("$folder/crlf.php", "<?php\r\n1;\r2;\n3;");
file_put_contents("$folder/secret.txt", "no code\n");
touch("$folder/a.php", 1000);
$file = new File('/srv/a.php', "$folder/a.php", 1000.0);
same('its lines', ['', 'function not_code() {', '$list = [fn () => strlen(\'a,b\'), 2];', null, 37], [$file->problem,
	$file->line(1), $file->line(30), $file->line(39), $file->count()]);
same('changed after the run began', [false, true], [$file->isChanged, (new File('a', "$folder/a.php",
	999.9))->isChanged]);
same('ends of lines', [4, '1;', '2;', '3;'], [($ends = new File('', "$folder/crlf.php", 0.0))->count(), $ends->line(2),
	$ends->line(3), $ends->line(4)]);
same('no line 0', null, $file->line(0));
symlink("$folder/a.php", "$folder/link.php");
symlink('/etc/passwd', "$folder/passwd.php");
foreach (["$folder/secret.txt" => 'it has no PHP code', "$folder/none" => 'there is no such file',
	$folder => 'it is no file', 'php://stdin' => 'only files are read', "$folder/a.php\0" => 'only files are read',
	"$folder/a.php(3) : eval()'d code" => 'code of eval() is in no file',
	"$folder/passwd.php" => 'it has no PHP code'] as $place => $problem) {
	same('the file ' . json_encode(basename($place)), $problem, (new File('x', $place, 0.0))->problem);
}
chmod("$folder/secret.txt", 0);
if (!is_readable("$folder/secret.txt")) { // as it is for root
	same('the file of another', 'no permission to read it', (new File('x', "$folder/secret.txt", 0.0))->problem);
}
mkdir("$folder/in");
file_put_contents("$folder/in/b.php", "<?php\n");
$reach = new Reach(["$folder/in"]);
same('within reach, and not', ['', 'it is outside of the folders whose source is shown',
	'it is outside of the folders whose source is shown'], [(new File('', "$folder/in/b.php", 0.0, $reach))->problem,
	(new File('', "$folder/a.php", 0.0, $reach))->problem, (new File('', "$folder/in/../a.php", 0.0,
	$reach))->problem]);

$files = new Files(["/srv/=$folder/"], 1e12);
same('mapped, and read once', ['', true, 'there is no such file'], [$files->of('/srv/a.php')->problem,
	$files->of('/srv/a.php') === $files->of('/srv/a.php'), $files->of('/srvx/a.php')->problem]);
foreach (['x', '=x', 'x='] as $map) {
	refused("--map $map", 'not FROM=TO', static fn () => new Files([$map], 0.0));
}
$function = new FunctionCode($files, 'C::four', '/srv/a.php', 23, []);
same('the source of a function', [23, 25, '', true, "\tpublic static function &four() {\n\t\treturn self::\$x;\n\t}\n"],
	[$function->from, $function->to, $function->note, $function->hasCode, $function->text()]);
$moved = new FunctionCode($files, 'C::four', '/srv/a.php', 24, [24, 26]);
same('of another version', [24, 26, false, '', true], [$moved->from, $moved->to, $moved->hasCode, $moved->text(),
	str_contains($moved->note, 'line 24 does not declare this function any more')]);
same('of a file', [1, 37], [($whole = new FunctionCode($files, 'load::a.php', '/srv/a.php', null, []))->from,
	$whole->to]);
same('of PHP', [0, 0, false], [($internal = new FunctionCode($files, 'strlen', null, null, []))->from, $internal->to,
	$internal->hasCode]);
same('a note of a file that is gone', '/srv/x.php: there is no such file', (new FunctionCode($files, 'f', '/srv/x.php',
	3, []))->note);
same('a note of one that changed', true, str_contains((new FunctionCode(new Files([], 0.0), 'C::four', "$folder/a.php",
	23, []))->note, 'was changed after the run began'));

$lines = new Lines(pairs_run(['main()' => [1, 1]]));
same('a run without lines', [true, [], [], ['samples' => 0, 'wall_ns' => 0]], [$lines->isEmpty(), $lines->functions(),
	$lines->of(['main()']), $lines->sampled(['main()'])]);
same('shares of samples', ['samples' => 5, 'wall_ns' => 50_000_000], (new Lines(stacks_run(['main();f' => 3,
	'main();g' => 2, 'main()' => 9])))->sampled(['f', 'g']));
/* A closure and its copies are several functions of the same lines. */
sampled_file("$folder/lines.json", ['main()=30 f=12' => 2, 'main()=30 f=12 g=12' => 4, 'main()=30 g=12' => 8,
	'main()=30 g=13' => 16], ['main()' => [null, 0], 'f' => ['/a.php', 10], 'g' => ['/a.php', 10]]);
$lines = new Lines(XHProf\Profile::load("$folder/lines.json"));
same('lines of several functions, with callees and without', [12 => [18, 14], 13 => [16, 16]],
	array_map(static fn (array $row): array => [$row['samples'] ?? null, $row['own_samples'] ?? null],
	$lines->of(['f', 'g', 'none'])));
finish();
?>
--EXPECT--
all as expected
