<?php
declare(strict_types=1);

namespace XHProf\Symfony;

use Symfony\Component\EventDispatcher\EventSubscriberInterface;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\HttpKernel\Event\RequestEvent;
use Symfony\Component\HttpKernel\KernelEvents;
use XHProf\Cli\Serve\SavedReport;

/** Answers /_xhprof/RUN with the report of the run, without a route to configure. */
final class ReportPage implements EventSubscriberInterface
{
	/** @return array<string, array{string, int}> */
	public static function getSubscribedEvents(): array
	{
		return [KernelEvents::REQUEST => ['answer', 1024]]; // before the router, firewalls and locales
	}

	public function answer(RequestEvent $event): void
	{
		$path = $event->getRequest()->getPathInfo();
		if (!$event->isMainRequest() || !str_starts_with($path, SavedReport::PATH) || !function_exists('xhprof_info')) {
			return;
		}
		$run = substr($path, strlen(SavedReport::PATH));
		$page = SavedReport::html($run);
		$event->setResponse($page !== null ? new Response($page)
			: new Response(SavedReport::missing($run), 404, ['Content-Type' => 'text/plain; charset=UTF-8']));
	}
}
