<?php
declare(strict_types=1);

namespace XHProf\Symfony;

use Symfony\Component\DependencyInjection\Compiler\CompilerPassInterface;
use Symfony\Component\DependencyInjection\Compiler\PassConfig;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\ContainerInterface;
use Symfony\Component\DependencyInjection\Loader\Configurator\ContainerConfigurator;
use Symfony\Component\DependencyInjection\Reference;
use Symfony\Component\HttpKernel\Bundle\AbstractBundle;
use Symfony\Contracts\HttpClient\HttpClientInterface;

/**
 * A panel of the toolbar that opens the report of the request, the route as a tag of each run, and a run of each
 * message of Messenger.
 */
final class XHProfBundle extends AbstractBundle implements CompilerPassInterface
{
	protected string $extensionAlias = 'xhprof';

	public function build(ContainerBuilder $container): void
	{
		// Ahead of Messenger's own pass, which turns the parameters into services.
		$container->addCompilerPass($this, PassConfig::TYPE_BEFORE_OPTIMIZATION, 1);
	}

	/** Puts ProfileMessages before the middleware of every bus; without Messenger no service has the tag. */
	public function process(ContainerBuilder $container): void
	{
		foreach (array_keys($container->findTaggedServiceIds('messenger.bus')) as $bus) {
			$middleware = $container->hasParameter("$bus.middleware")
				? $container->getParameter("$bus.middleware") : null;
			if (is_array($middleware) && !in_array(ProfileMessages::class, array_column($middleware, 'id'), true)) {
				$container->register(ProfileMessages::class, ProfileMessages::class);
				$container->setParameter("$bus.middleware", [['id' => ProfileMessages::class], ...$middleware]);
			}
		}
	}

	/** @param array<mixed> $config */
	public function loadExtension(array $config, ContainerConfigurator $container, ContainerBuilder $builder): void
	{
		$services = $container->services();
		$services->set(RouteTag::class)->tag('kernel.event_subscriber');
		$services->set(TraceRequest::class)->tag('kernel.event_subscriber');
		if (interface_exists(HttpClientInterface::class)) {
			$services->set(TraceClient::class)->decorate('http_client', null, 0,
				ContainerInterface::IGNORE_ON_INVALID_REFERENCE)->args([new Reference(TraceClient::class . '.inner')]);
		}
		// Runs show how the site works: to developers only.
		if ($builder->getParameter('kernel.debug') === true) {
			$services->set(ReportPage::class)
				->args([new Reference('profiler', ContainerInterface::NULL_ON_INVALID_REFERENCE)])
				->tag('kernel.event_subscriber');
			$services->set(Collector::class)->tag('data_collector',
				['id' => 'xhprof', 'template' => '@XHProf/collector.html.twig', 'priority' => 250]);
		}
	}
}
