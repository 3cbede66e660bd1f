<?php
/** An application of Symfony with a route, a controller and a service: the case "Symfony" of cases.php. */

declare(strict_types=1);

namespace Bench;

use Symfony\Bundle\FrameworkBundle\FrameworkBundle;
use Symfony\Bundle\FrameworkBundle\Kernel\MicroKernelTrait;
use Symfony\Component\DependencyInjection\Loader\Configurator\ContainerConfigurator;
use Symfony\Component\HttpFoundation\JsonResponse;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpKernel\Kernel;
use Symfony\Component\Routing\Loader\Configurator\RoutingConfigurator;

final class Invoices
{
	/** @return list<array{id: int, sum: float}> */
	public function of(int $customer, int $page): array
	{
		return array_map(fn (int $i): array => ['id' => $customer * 1000 + $i, 'sum' => $this->sum($i)],
			range(20 * $page, 20 * $page + 19));
	}

	private function sum(int $i): float
	{
		return round($i * 1.19, 2);
	}
}

final class SymfonyKernel extends Kernel
{
	use MicroKernelTrait;

	public function registerBundles(): iterable
	{
		return [new FrameworkBundle()];
	}

	/** Its container is compiled once, for all processes. */
	public function getCacheDir(): string
	{
		return sys_get_temp_dir() . '/xhprof-bench-symfony-' . md5(PHP_VERSION . getenv('XHPROF_BENCH_PROGRAMS'));
	}

	public function getLogDir(): string
	{
		return $this->getCacheDir();
	}

	public function getProjectDir(): string
	{
		return __DIR__;
	}

	protected function configureContainer(ContainerConfigurator $container): void
	{
		$container->extension('framework', ['secret' => 'bench', 'http_method_override' => false]);
		$container->services()->set('logger', \Psr\Log\NullLogger::class);
		$container->services()->set(Invoices::class, Invoices::class)->public();
	}

	protected function configureRoutes(RoutingConfigurator $routes): void
	{
		$routes->add('home', '/');
		$routes->add('invoices', '/invoices/{customer}')->controller([self::class, 'invoices'])
			->requirements(['customer' => '\d+']);
	}

	public function invoices(Request $request, int $customer): JsonResponse
	{
		return new JsonResponse($this->getContainer()->get(Invoices::class)
			->of($customer, $request->query->getInt('page')));
	}
}
