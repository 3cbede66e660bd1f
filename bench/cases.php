<?php
/** The cases: loops of one kind of call each, and programs that are not ours. See README.md. */

declare(strict_types=1);

namespace Bench;

use ArrayObject;
use Generator;
use PhpParser\ParserFactory;
use PhpParser\PrettyPrinter\Standard;
use Twig\Environment;
use Twig\Loader\ArrayLoader;

const CALLS = 1000;

/** The static keeps opcache from doing away with the call. */
function nothing(): void
{
	static $unused;
}

function fib(int $n): int
{
	return $n < 2 ? 1 : namespace\fib($n - 1) + namespace\fib($n - 2);
}

function numbers(): Generator
{
	for ($i = 1; $i < CALLS; $i++) {
		yield $i;
	}
}

class Subject
{
	private int $value = 1;

	public function get(): int
	{
		return $this->value;
	}

	public static function fixed(): int
	{
		static $value = 1;
		return $value;
	}
}

/**
 * By name: how many calls a chunk makes, what makes them, and what kind of call it is. A case without
 * the number of its calls is a program.
 *
 * @return array<string, array{kind: string, calls?: int, run: \Closure}>
 */
function loops(): array
{
	return [
		'function' => ['kind' => 'user', 'calls' => CALLS, 'run' => static function (): void {
			for ($i = 0; $i < CALLS; $i++) {
				namespace\nothing();
			}
		}],
		// Which of two functions it is, the engine finds out at run time.
		'unqualified' => ['kind' => 'user', 'calls' => CALLS, 'run' => static function (): void {
			for ($i = 0; $i < CALLS; $i++) {
				nothing();
			}
		}],
		'method' => ['kind' => 'user', 'calls' => CALLS, 'run' => static function (): void {
			$subject = new Subject();
			for ($i = 0; $i < CALLS; $i++) {
				$subject->get();
			}
		}],
		'static' => ['kind' => 'user', 'calls' => CALLS, 'run' => static function (): void {
			for ($i = 0; $i < CALLS; $i++) {
				Subject::fixed();
			}
		}],
		'closure' => ['kind' => 'user', 'calls' => CALLS, 'run' => static function (): void {
			$closure = static fn (): int => 1;
			for ($i = 0; $i < CALLS; $i++) {
				$closure();
			}
		}],
		'recursion' => ['kind' => 'user', 'calls' => 1219, 'run' => static fn (): int => namespace\fib(14)],
		'callback' => ['kind' => 'user', 'calls' => CALLS, 'run' => static function (): void {
			static $numbers = null;
			$numbers ??= range(1, CALLS);
			array_map(static fn (int $number): int => $number, $numbers);
		}],
		'generator' => ['kind' => 'user', 'calls' => CALLS, 'run' => static function (): void {
			foreach (numbers() as $number) {
			}
		}],
		'internal' => ['kind' => 'internal', 'calls' => CALLS, 'run' => static function (): void {
			for ($i = 0; $i < CALLS; $i++) {
				\abs($i);
			}
		}],
		'internal method' => ['kind' => 'internal', 'calls' => CALLS, 'run' => static function (): void {
			$array = new ArrayObject([1, 2]);
			for ($i = 0; $i < CALLS; $i++) {
				$array->count();
			}
		}],
		'include' => ['kind' => 'file', 'calls' => 20, 'run' => static function (): void {
			for ($i = 0; $i < 20; $i++) {
				include __DIR__ . '/included.php';
			}
		}],
	];
}

/** A program that is not installed is left out. */
function programs(): array
{
	$programs = [];
	if (is_file_in_path('PhpParser/autoload.php')) {
		require_once 'PhpParser/autoload.php';
		$programs['PHP-Parser'] = ['kind' => 'program', 'run' => parse_and_print(...)];
	}
	if (is_file_in_path('Twig/autoload.php')) {
		require_once 'Twig/autoload.php';
		$programs['Twig, render'] = ['kind' => 'program', 'run' => render(...)];
		$programs['Twig, compile'] = ['kind' => 'program', 'run' => compile(...)];
	}

	return $programs + fetched_programs(getenv('XHPROF_BENCH_PROGRAMS') . '/vendor/autoload.php');
}

function fetched_programs(string $autoload): array
{
	if (!is_file($autoload)) {
		return [];
	}
	$loader = require_once $autoload;
	if (is_object($loader)) {
		// Composer asks its own loader first, which has other versions of what the programs above use.
		$loader->unregister();
		$loader->register(false);
	}

	return [
		'Parsedown' => ['kind' => 'program', 'run' => markdown(...)],
		'Symfony' => ['kind' => 'program', 'run' => request(...)],
	];
}

/** Composer fetches them; the processes of all variants inherit where they are. */
function fetch_programs(string $folder): void
{
	if (!is_file("$folder/vendor/autoload.php")) {
		@mkdir($folder, 0700, true);
		exec('composer require --no-interaction --quiet --working-dir=' . escapeshellarg($folder)
			. ' erusev/parsedown symfony/framework-bundle:^6.4 2>&1');
	}
	putenv('XHPROF_BENCH_PROGRAMS=' . realpath($folder));
}

function count_calls(\Closure $run): int
{
	$run();
	\xhprof_enable();
	$run();

	return array_sum(array_column(\xhprof_disable(), 'ct')) - 2; // main() and xhprof_disable()
}

function is_file_in_path(string $file): bool
{
	return stream_resolve_include_path($file) !== false;
}

/** Parses a file of its own and prints it again. */
function parse_and_print(): void
{
	static $code = null;
	$code ??= file_get_contents('PhpParser/NodeFinder.php', true);
	$factory = new ParserFactory();
	$parser = method_exists($factory, 'createForHostVersion')
		? $factory->createForHostVersion() // PHP-Parser 5
		: $factory->create(ParserFactory::PREFER_PHP7);
	(new Standard())->prettyPrintFile($parser->parse($code));
}

/** Our own changes and manual, rendered. */
function markdown(): void
{
	static $text = null;
	$text ??= file_get_contents(dirname(__DIR__) . '/docs/overhead.md');
	(new \Parsedown())->text($text);
}

/** A page with a layout, a loop and filters. */
const TEMPLATES = [
	'layout' => '<html><title>{% block title %}{% endblock %}</title>{% block body %}{% endblock %}</html>',
	'row' => '<tr><td>{{ row.name|upper }}</td><td>{{ row.price|number_format(2) }}</td></tr>',
	'list' => '{% extends "layout" %}{% block title %}{{ title|e }}{% endblock %}{% block body %}<table>'
		. '{% for row in rows %}{% if loop.index is odd %}{{ include("row") }}{% else %}'
		. '{{ row.name|replace({"a": "b"})|title }}{% endif %}{% endfor %}</table>{% endblock %}',
];

/** The page ten times, compiled once. */
function render(): void
{
	static $twig = null;
	$twig ??= new Environment(new ArrayLoader(TEMPLATES));
	$rows = array_map(static fn (int $i): array => ['name' => "name $i", 'price' => $i / 3], range(1, 30));
	for ($i = 0; $i < 10; $i++) {
		$twig->render('list', ['title' => 'A <list>', 'rows' => $rows]);
	}
}

/** To PHP, which is not executed. */
function compile(): void
{
	$loader = new ArrayLoader(TEMPLATES);
	$twig = new Environment($loader);
	foreach (array_keys(TEMPLATES) as $name) {
		$twig->compileSource($loader->getSourceContext($name));
	}
}

/** A request to a kernel that boots for it, as in a server. */
function request(): void
{
	require_once __DIR__ . '/symfony.php';
	$kernel = new SymfonyKernel('prod', false);
	$request = \Symfony\Component\HttpFoundation\Request::create('/invoices/7?page=2');
	$response = $kernel->handle($request);
	if ($response->getStatusCode() !== 200) {
		throw new \RuntimeException($response->getContent());
	}
	$kernel->terminate($request, $response);
}
