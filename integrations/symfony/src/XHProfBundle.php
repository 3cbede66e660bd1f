<?php
declare(strict_types=1);

namespace XHProf\Symfony;

use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\Loader\Configurator\ContainerConfigurator;
use Symfony\Component\HttpKernel\Bundle\AbstractBundle;

/** A panel of the toolbar that opens the report of the request, and the route as a tag of each run. */
final class XHProfBundle extends AbstractBundle
{
	protected string $extensionAlias = 'xhprof';

	/** @param array<mixed> $config */
	public function loadExtension(array $config, ContainerConfigurator $container, ContainerBuilder $builder): void
	{
		$services = $container->services();
		$services->set(RouteTag::class)->tag('kernel.event_subscriber');
		// Runs show how the site works: to developers only.
		if ($builder->getParameter('kernel.debug') === true) {
			$services->set(ReportPage::class)->tag('kernel.event_subscriber');
			$services->set(Collector::class)->tag('data_collector', ['id' => 'xhprof', 'template' => '@XHProf/collector.html.twig', 'priority' => 250]);
		}
	}
}
