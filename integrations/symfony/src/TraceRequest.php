<?php
declare(strict_types=1);

namespace XHProf\Symfony;

use Symfony\Component\EventDispatcher\EventSubscriberInterface;
use Symfony\Component\HttpKernel\Event\RequestEvent;
use Symfony\Component\HttpKernel\KernelEvents;
use XHProf\Cli\Process\TraceParent;

/**
 * Says which trace a request is of where PHP does not know its headers: in workers of Swoole, RoadRunner and
 * FrankenPHP.
 */
final class TraceRequest implements EventSubscriberInterface
{
	/** @return array<string, array{string, int}> */
	public static function getSubscribedEvents(): array
	{
		return [KernelEvents::REQUEST => ['follow', 4096]]; // before a tracer says which span is its own
	}

	public function follow(RequestEvent $event): void
	{
		if ($event->isMainRequest()) {
			TraceParent::request($event->getRequest()->headers->get('traceparent'));
		}
	}
}
