<?php
declare(strict_types=1);

namespace XHProf\Laravel;

use Illuminate\Contracts\Events\Dispatcher;
use Illuminate\Queue\Events\JobExceptionOccurred;
use Illuminate\Queue\Events\JobProcessed;
use Illuminate\Queue\Events\JobProcessing;
use XHProf\Cli\Process\TraceParent;

/** A run of each job of `artisan queue:work` and Horizon, named by its class. */
final class ProfileJobs
{
	public static function register(Dispatcher $events): void
	{
		// Jobs of the sync connection run within a request or another job, which has a run already.
		$events->listen(JobProcessing::class, static function (JobProcessing $event): void {
			if ($event->connectionName !== 'sync') {
				$header = $event->job->payload()['traceparent'] ?? null;
				$header = is_string($header) ? $header : null;
				TraceParent::message($header);
				xhprof_request_begin(['url' => $event->job->resolveName(),
					'SERVER' => $header === null ? [] : ['HTTP_TRACEPARENT' => $header]]);
			}
		});
		$events->listen(JobProcessed::class, static function (JobProcessed $event): void {
			if ($event->connectionName !== 'sync') {
				xhprof_request_end(0);
			}
		});
		$events->listen(JobExceptionOccurred::class, static function (JobExceptionOccurred $event): void {
			if ($event->connectionName !== 'sync') {
				xhprof_request_end(1);
			}
		});
	}
}
