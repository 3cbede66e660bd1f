<?php
declare(strict_types=1);

namespace XHProf\Symfony;

use Symfony\Component\EventDispatcher\EventSubscriberInterface;
use Symfony\Component\HttpKernel\Event\ControllerEvent;
use Symfony\Component\HttpKernel\KernelEvents;

/** Tags runs with the name of the route, which has few values where paths have many. */
final class RouteTag implements EventSubscriberInterface
{
	/** @return array<string, string> */
	public static function getSubscribedEvents(): array
	{
		return [KernelEvents::CONTROLLER => 'tag'];
	}

	public function tag(ControllerEvent $event): void
	{
		$route = $event->getRequest()->attributes->get('_route');
		if ($event->isMainRequest() && is_string($route) && function_exists('xhprof_tag')) {
			xhprof_tag('route', $route);
		}
	}
}
