<?php
declare(strict_types=1);

namespace XHProf\Symfony;

use Symfony\Component\EventDispatcher\EventSubscriberInterface;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\HttpKernel\Event\RequestEvent;
use Symfony\Component\HttpKernel\KernelEvents;
use Symfony\Component\HttpKernel\Profiler\Profiler;
use XHProf\Cli\Serve\SavedReport;

/** Answers /_xhprof/RUN with the report of the run, without a route to configure. */
final class ReportPage implements EventSubscriberInterface
{
	/** @param Profiler|null $profiler Symfony's own, where there is one */
	public function __construct(private readonly ?Profiler $profiler = null)
	{
	}

	/** @return array<string, list<array{string, int}>> */
	public static function getSubscribedEvents(): array
	{
		// The page before the router, firewalls and locales, and what needs the route after the router.
		return [KernelEvents::REQUEST => [['answer', 1024], ['leaveOut', 31]]];
	}

	public function answer(RequestEvent $event): void
	{
		$path = $event->getRequest()->getPathInfo();
		if (!$event->isMainRequest() || !str_starts_with($path, SavedReport::PATH) || !function_exists('xhprof_info')) {
			return;
		}
		// The toolbar is put into pages that Symfony profiled, and the policy of a report refuses it.
		$this->profiler?->disable();
		$run = substr($path, strlen(SavedReport::PATH));
		$page = SavedReport::html($run);
		$event->setResponse($page !== null ? new Response($page)
			: new Response(SavedReport::missing($run), 404, ['Content-Type' => 'text/plain; charset=UTF-8']));
	}

	/** The toolbar and the pages of Symfony's profiler have no runs, as they have no profiles of Symfony's own. */
	public function leaveOut(RequestEvent $event): void
	{
		$request = $event->getRequest();
		$route = $request->attributes->get('_route');
		if (!$event->isMainRequest() || !is_string($route) || preg_match('/^_(wdt|profiler)(_|$)/', $route) !== 1
			|| !function_exists('xhprof_info')) {
			return;
		}
		// One pattern for all tokens.
		$token = $request->attributes->get('token');
		$path = explode('?', $request->getRequestUri(), 2)[0];
		SavedReport::leaveOut(is_string($token) && $token !== '' ? str_replace($token, '*', $path) : $path);
	}
}
