--TEST--
Of the calls of programs that are warm, at most 60 in 1000 search for their edge; of their trees, too
--SKIPIF--
<?php
if (getenv('XHPROF_TEST_TREE') !== false) die('skip sets its own mode');
if (getenv('XHPROF_VALGRIND')) die('skip the programs leave cycles to the end, which PHP does not free');
foreach (['PhpParser', 'Twig'] as $name) {
	if (stream_resolve_include_path("$name/autoload.php") === false) die(
		"skip needs php-parser and php-twig: no $name");
}
foreach (['ctype', 'mbstring', 'tokenizer'] as $name) {
	if (!extension_loaded($name)) die("skip needs $name");
}
?>
--EXTENSIONS--
ctype
mbstring
tokenizer
--FILE--
<?php
require 'PhpParser/autoload.php';
require 'Twig/autoload.php';

function parse(): void
{
	$factory = new PhpParser\ParserFactory();
	$parser = method_exists($factory, 'createForHostVersion')
		? $factory->createForHostVersion()
		: $factory->create(PhpParser\ParserFactory::PREFER_PHP7);
	(new PhpParser\PrettyPrinter\Standard())
		->prettyPrintFile($parser->parse(file_get_contents('PhpParser/NodeFinder.php', true)));
}

function twig(): Twig\Environment
{
	static $twig = null;
	return $twig ??= new Twig\Environment(new Twig\Loader\ArrayLoader([
		'row' => '<td>{{ row.name|upper }}</td><td>{{ row.price|number_format(2) }}</td>',
		'list' => '{% block body %}{% for row in rows %}{% if loop.index is odd %}{{ include("row") }}{% else %}'
			. '{{ row.name|replace({"a": "b"})|title }}{% endif %}{% endfor %}{% endblock %}',
	]));
}

function render(): void
{
	twig()->render('list', ['rows' => array_fill(0, 30, ['name' => 'name', 'price' => 1 / 3])]);
}

function compile(): void
{
	twig()->compileSource(twig()->getLoader()->getSourceContext('list'));
}

function turns(string $program, int $flags): float
{
	$program();
	xhprof_enable($flags);
	$program();
	$program();
	$before = xhprof_info()['edges'];
	for ($i = 0; $i < 5; $i++) {
		$program();
	}
	$after = xhprof_info()['edges'];
	xhprof_disable();

	return 1000 * ($after['misses'] - $before['misses']) / ($after['calls'] - $before['calls']);
}

foreach (['parse', 'render', 'compile'] as $program) {
	foreach ([0, XHPROF_FLAGS_TREE] as $flags) {
		$misses = turns($program, $flags);
		echo $program, $flags === 0 ? '' : ' tree', ': ', $misses <= 60 ? 'few' : $misses, "\n";
	}
}
?>
--EXPECT--
parse: few
parse tree: few
render: few
render tree: few
compile: few
compile tree: few
