<?php
declare(strict_types=1);

namespace XHProf\Laravel;

use Illuminate\Http\Request;
use Symfony\Component\HttpFoundation\Response;
use XHProf\Cli\Serve\SavedReport;

/** X-XHProf-Report: where the report of a profiled request is, once its run is saved. */
final class LinkReport
{
	/** @param \Closure(Request): Response $next */
	public function handle(Request $request, \Closure $next): Response
	{
		$response = $next($request);
		$auto = xhprof_info()['auto'];
		if ($auto['profiled'] && preg_match('/[0-9a-f]{16}(?![0-9a-f])/', $auto['run'] ?? '', $found) === 1) {
			$response->headers->set('X-XHProf-Report', $request->root() . SavedReport::PATH . $found[0]);
		}

		return $response;
	}
}
