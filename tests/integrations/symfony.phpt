--TEST--
Symfony's toolbar leads to the report of a profiled request, says why another one is not profiled, and tags runs with the route; the report has no toolbar, and the cookie makes no runs of Symfony's own pages
--SKIPIF--
<?php
if (!is_dir(getenv('XHPROF_TEST_SYMFONY') . '/vendor/symfony/web-profiler-bundle')) {
	die('skip XHPROF_TEST_SYMFONY names no folder with vendor/symfony/framework-bundle, '
		. 'twig-bundle and web-profiler-bundle');
}
?>
--FILE--
<?php
require __DIR__ . '/../request/trigger/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/runs", 0700);
file_put_contents("$folder/index.inc", '<?php
require ' . var_export(getenv('XHPROF_TEST_SYMFONY') . '/vendor/autoload.php', true) . ';
require ' . var_export(__DIR__ . '/integrations.inc', true) . ';
require __DIR__ . "/Kernel.php";
' . <<<'PHP'
$kernel = new Kernel(getenv('APP_ENV') ?: 'dev', getenv('APP_ENV') !== 'prod');
$request = Symfony\Component\HttpFoundation\Request::createFromGlobals();
$response = $kernel->handle($request);
$response->send();
$kernel->terminate($request, $response);
PHP);
// Symfony knows what to do with a file by its ending.
file_put_contents("$folder/Kernel.php", <<<'PHP'
<?php
use Symfony\Bundle\FrameworkBundle\Kernel\MicroKernelTrait;
use Symfony\Component\DependencyInjection\Loader\Configurator\ContainerConfigurator;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\Routing\Loader\Configurator\RoutingConfigurator;

class Kernel extends Symfony\Component\HttpKernel\Kernel
{
	use MicroKernelTrait;

	public function registerBundles(): iterable
	{
		return [new Symfony\Bundle\FrameworkBundle\FrameworkBundle(), new Symfony\Bundle\TwigBundle\TwigBundle(),
			new Symfony\Bundle\WebProfilerBundle\WebProfilerBundle(), new XHProf\Symfony\XHProfBundle()];
	}

	protected function configureContainer(ContainerConfigurator $container): void
	{
		$container->extension('framework', ['secret' => 'x', 'http_method_override' => false, 'profiler' => ['only_exceptions' => false]]);
		$container->extension('web_profiler', ['toolbar' => true]);
		$container->services()->set('logger', Psr\Log\NullLogger::class);
	}

	protected function configureRoutes(RoutingConfigurator $routes): void
	{
		$routes->import('@WebProfilerBundle/Resources/config/routing/wdt.xml')->prefix('/_wdt');
		$routes->import('@WebProfilerBundle/Resources/config/routing/profiler.xml')->prefix('/_profiler');
		$routes->add('shop_cart', '/cart')->controller([$this, 'cart']);
	}

	public function cart(): Response
	{
		return new Response('<html><body>cart</body></html>');
	}

	public function getProjectDir(): string
	{
		return __DIR__;
	}
}
PHP);

function header_of(array $answer, string $name): string
{
	return preg_match("/^$name: (\\S+)/mi", implode("\n", $answer[0]), $found) === 1 ? $found[1] : 'none';
}

$settings = auto_settings("$folder/runs", 'xhprof.auto=trigger', 'xhprof.trigger_secret=sesame',
	'xhprof.auto_mode=tree', 'date.timezone=UTC');
// Those that Symfony needs and that are files of their own here.
foreach (['tokenizer', 'ctype', 'dom', 'mbstring'] as $name) {
	if (is_file(PHP_EXTENSION_DIR . "/$name.so")) {
		$settings[] = "extension=$name";
	}
}
serve("$folder/index.inc", $settings, function (callable $get): void {
	foreach ([[], ['Cookie: XHPROF_TRIGGER=sesame']] as $headers) {
		$answer = $get('/cart', $headers);
		$token = header_of($answer, 'X-Debug-Token');
		$bar = $get("/_wdt/$token", $headers)[1];
		preg_match('~sf-toolbar-block-xhprof.*?</div>\s*</div>\s*</div>~s', $bar, $block);
		$run = header_of($answer, 'X-XHProf-Run');
		echo trim(preg_replace('/\s+/', ' ',
			strip_tags(str_replace($run, 'RUN', '<div class="' . ($block[0] ?? $bar))))), "\n";
		preg_match('~href="(/_xhprof/[0-9a-f]{16})"~', $block[0] ?? '', $link);
		echo isset($link[1]) ? (str_contains($get($link[1])[1], 'id="xhprof"') && str_ends_with($link[1], $run)
			? "its report\n" : "no report\n") : '';
	}
	$token = header_of($answer, 'X-Debug-Token');
	foreach ([$link[1], "/_wdt/$token", "/_profiler/$token", "/_profiler/$token?panel=xhprof",
		'/_xhprof/0123456789abcdef'] as $path) {
		$answer = $get($path, ['Cookie: XHPROF_TRIGGER=sesame']);
		echo substr($answer[0][0], 9), preg_match('/sfwdt|sf-toolbar-/', substr($answer[1], -20000)) === 1 ? ' toolbar'
			: '', ', ', header_of($answer, 'X-Debug-Token'), ', run ', header_of($answer, 'X-XHProf-Run'), "\n";
	}
	echo $get('/_xhprof/0123456789abcdef')[0][0], ' ', $get('/_xhprof/../cart')[0][0], "\n";
});
echo json_encode(array_map(static fn (array $meta) => $meta['xhprof']['tags'] ?? null, metas("$folder/runs"))), "\n";
serve("$folder/index.inc", $settings, function (callable $get): void {
	echo $get('/_xhprof/0123456789abcdef')[0][0], "\n";
}, ['APP_ENV' => 'prod']);
?>
--CLEAN--
<?php
require __DIR__ . '/../request/trigger/auto.inc';
remove(__DIR__ . '/symfony.tmp');
?>
--EXPECT--
xhprof off Not profiled not requested
xhprof report Report RUN Profiled requested by the cookie
its report
200 OK, none, run none
200 OK toolbar, none, run none
200 OK, none, run none
200 OK, none, run none
404 Not Found, none, run none
HTTP/1.1 404 Not Found HTTP/1.1 404 Not Found
[{"route":"shop_cart"}]
HTTP/1.1 404 Not Found
