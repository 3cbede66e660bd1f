<?php
/**
 * The program in the pictures of README.md: a site that documents PHP-Parser's classes. It reads their sources by
 * PHP-Parser itself and makes the pages by Twig.
 *
 *     php -d extension=xhprof tools/picture-site.php REPORT.html    all pages once, profiled
 *     GET /class/NAME, /search?q=WORD                               one page, as a web server's script
 */

declare(strict_types=1);

namespace App;

use PhpParser\{Node, NodeFinder, NodeTraverser, NodeVisitor\NameResolver, ParserFactory, PrettyPrinter};
use Twig\{Environment, Loader\ArrayLoader};

const LAYOUT = <<<'END_OF_TWIG'
	<!doctype html><title>{{ title }}</title>
	<h1>{{ title }}</h1>
	{% for class in classes %}
		<h2>{{ class.kind }} {{ class.name }}</h2>
		{% for method in class.methods %}
			<h3>{{ method.name|upper }}</h3><p>{{ method.about|default('no comment')|nl2br }}</p>
			<pre>{{ method.code|trim }}</pre>
			<ul>{% for word in method.words %}<li>{{ loop.index }}. {{ word|lower|e('html') }}</li>{% endfor %}</ul>
		{% endfor %}
	{% endfor %}
	END_OF_TWIG;

/** The sources, and what is known of each class in them. */
final class Catalogue
{
	public function __construct(private string $folder)
	{
	}

	/** @return list<string> the largest first */
	public function files(): array
	{
		$files = glob("$this->folder/{,*/}*.php", GLOB_BRACE);
		usort($files, static fn (string $a, string $b): int => filesize($b) <=> filesize($a));

		return array_slice($files, 3, 24); // less three that are generated
	}

	public function classes(string $file): array
	{
		$tree = $this->parse((string) file_get_contents($file));

		return array_map($this->describe(...), (new NodeFinder())->findInstanceOf($tree, Node\Stmt\ClassLike::class));
	}

	private function parse(string $code): array
	{
		$factory = new ParserFactory();
		$parser = method_exists($factory, 'createForHostVersion')
			? $factory->createForHostVersion() : $factory->create(ParserFactory::PREFER_PHP7);
		$traverser = new NodeTraverser();
		$traverser->addVisitor(new NameResolver());

		return $traverser->traverse($parser->parse($code));
	}

	private function describe(Node\Stmt\ClassLike $class): array
	{
		return ['kind' => strtolower(substr(strrchr($class::class, '\\'), 1, -1)), 'name' => (string) $class->name,
			'methods' => array_map($this->method(...), $class->getMethods())];
	}

	private function method(Node\Stmt\ClassMethod $method): array
	{
		$code = (new PrettyPrinter\Standard())->prettyPrint([$method]);

		return ['name' => (string) $method->name, 'about' => (string) $method->getDocComment(), 'code' => $code,
			'words' => $this->words($code)];
	}

	private function words(string $code): array
	{
		preg_match_all('/\w{4,}/', $code, $words);

		return array_keys(array_count_values($words[0]));
	}
}

final class Site
{
	private Environment $twig;

	public function __construct(private Catalogue $catalogue)
	{
		$this->twig = new Environment(new ArrayLoader(['layout' => LAYOUT]));
	}

	public function page(string $file): string
	{
		return $this->twig->render('layout',
			['title' => basename($file, '.php'), 'classes' => $this->catalogue->classes($file)]);
	}

	public function search(string $word): string
	{
		$found = array_filter($this->catalogue->files(), fn (string $file): bool => $this->matches($file, $word));

		return $this->page(reset($found) ?: $this->catalogue->files()[0]);
	}

	private function matches(string $file, string $word): bool
	{
		$this->database(300);

		return stripos((string) file_get_contents($file), $word) !== false;
	}

	/** The counters of views: another machine. */
	public function database(int $microseconds): void
	{
		usleep($microseconds);
	}
}

require stream_resolve_include_path('PhpParser/autoload.php');
require stream_resolve_include_path('Twig/autoload.php');

$site = new Site($catalogue = new Catalogue(dirname((string) stream_resolve_include_path('PhpParser/autoload.php'))));
if (PHP_SAPI !== 'cli') {
	$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
	$site->database(12_000);
	if ($path === '/search') {
		xhprof_tag('route', 'search');
		echo $site->search($_GET['q'] ?? '');
	} else {
		xhprof_tag('route', 'class.show');
		$files = $catalogue->files();
		echo $site->page($files[crc32((string) $path) % count($files)]);
	}
	return;
}
xhprof_enable(XHPROF_FLAGS_TIMELINE | XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY | XHPROF_FLAGS_ALLOC);
foreach ($catalogue->files() as $file) {
	$site->page($file);
}
xhprof_stop()->export('html', $argv[1],
	['url' => 'docs-site build', 'xhprof' => ['php' => PHP_VERSION, 'host' => 'build-2']]);
