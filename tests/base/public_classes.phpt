--TEST--
tools/lint-cli.php finds uses of classes that are not public, and public ones that no package uses; and counts lines
--EXTENSIONS--
tokenizer
--FILE--
<?php
require __DIR__ . '/../../tools/lint-cli.php';
chdir(__DIR__ . '/../..');

/* Files of a package, by what is planted. Here cli/Heap/View and cli/Problem are the public classes. */
$plants = [
	'imported' => "<?php\nuse XHProf\\Cli\\Problem;\nuse XHProf\\Cli\\Heap\\Database;\nuse XHProf\\Cli\\Heap\\View;\n",
	'imported as another' => "<?php\nuse XHProf\\Cli\\Problem as View;\nuse XHProf\\Cli\\Live\\Rings as Problem;\n",
	'by its full name, twice' => "<?php\nnew \\XHProf\\Cli\\Heap\\Diff(); // XHProf\\Cli\\Problem\n"
		. "\\XHProf\\Cli\\Heap\\Diff::class;\n",
	'in a type' => "<?php\n/** @var \\XHProf\\Cli\\Problem|\\XHProf\\Cli\\Heap\\View|\\XHProf\\Cli\\Live\\Blame */\n",
	'of the extension or the package' => "<?php\nuse XHProf\\Profile;\nuse XHProf\\Fleet\\Agent\\Agent;\n",
];
foreach ($plants as $name => $text) {
	echo "$name:\n  ", implode("\n  ",
		Lint\private_uses(['planted.php' => $text], ['cli/Heap/View', 'cli/Problem'])), "\n";
}

/* The mark counts in the documentation of the class itself. */
foreach ([
	'alone' => "/**\n * Text.\n *\n * @api\n */\nfinal class A\n",
	'before types' => "/**\n * Text.\n *\n * @api\n * @phpstan-type B int\n */\ninterface A\n",
	'none' => "/** Text. */\nfinal class A\n",
	'of a method' => "/** Text. */\nfinal class A\n{\n\t/**\n\t * @api\n\t */\n\tpublic function a()\n",
	'of a function' => "/**\n * @api\n */\nfunction a()\n{\n}\n\n/** Text. */\nclass A\n",
	'in a sentence' => "/**\n * It has no @api\n */\nfinal class A\n",
] as $name => $text) {
	echo "$name: ", Lint\is_open("<?php\n$text") ? 'public' : 'not public', "\n";
}

/* Braces in a string do not begin or end a function. */
echo 'lines of two functions: ', json_encode(Lint\functions(
	"<?php\nfunction a(\$b)\n{\n\treturn \"{{\$b}\";\n}\nfunction c(\$d)\n{\n\treturn \"{\$d}}\";\n}\n")), "\n";
?>
--EXPECT--
imported:
  planted.php:3: uses cli/Heap/Database, which is not public: do without it, or add "@api" and the contract of its methods to cli/src/Heap/Database.php
imported as another:
  planted.php:3: uses cli/Live/Rings, which is not public: do without it, or add "@api" and the contract of its methods to cli/src/Live/Rings.php
  cli/src/Heap/View.php: has "@api", but no package uses it: remove the mark
by its full name, twice:
  planted.php:2: uses cli/Heap/Diff, which is not public: do without it, or add "@api" and the contract of its methods to cli/src/Heap/Diff.php
  cli/src/Heap/View.php: has "@api", but no package uses it: remove the mark
  cli/src/Problem.php: has "@api", but no package uses it: remove the mark
in a type:
  planted.php:2: uses cli/Live/Blame, which is not public: do without it, or add "@api" and the contract of its methods to cli/src/Live/Blame.php
of the extension or the package:
  cli/src/Heap/View.php: has "@api", but no package uses it: remove the mark
  cli/src/Problem.php: has "@api", but no package uses it: remove the mark
alone: public
before types: public
none: not public
of a method: not public
of a function: not public
in a sentence: not public
lines of two functions: {"2":1,"6":1}
