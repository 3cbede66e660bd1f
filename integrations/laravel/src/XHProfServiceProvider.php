<?php
declare(strict_types=1);

namespace XHProf\Laravel;

use Illuminate\Contracts\Events\Dispatcher;
use Illuminate\Http\Response;
use Illuminate\Routing\Events\RouteMatched;
use Illuminate\Routing\Router;
use Illuminate\Support\ServiceProvider;
use XHProf\Cli\Serve\SavedReport;

/**
 * Tags runs with their route, and makes a run of each job of the queue. With APP_DEBUG, the header X-XHProf-Report
 * links a profiled response with the page of its run.
 */
final class XHProfServiceProvider extends ServiceProvider
{
	public function boot(Router $router, Dispatcher $events): void
	{
		if (!function_exists('xhprof_info')) {
			return;
		}
		$events->listen(RouteMatched::class, static function (RouteMatched $event): void {
			xhprof_tag('route', $event->route->getName() ?? $event->route->uri());
		});
		ProfileJobs::register($events);
		PassTrace::register($events);
		// Runs show how the site works: to developers only.
		if ((bool) config('app.debug')) {
			$router->get(SavedReport::PATH . '{run}', self::page(...))->where('run', '[0-9a-f]{16}')
				->name('xhprof.report');
			$router->pushMiddlewareToGroup('web', LinkReport::class);
			$router->pushMiddlewareToGroup('api', LinkReport::class);
		}
	}

	private static function page(string $run): Response
	{
		$page = SavedReport::html($run);

		return $page !== null ? new Response($page)
			: new Response(SavedReport::missing($run), 404, ['Content-Type' => 'text/plain; charset=UTF-8']);
	}
}
