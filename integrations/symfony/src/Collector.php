<?php
declare(strict_types=1);

namespace XHProf\Symfony;

use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\HttpKernel\DataCollector\DataCollector;
use XHProf\Cli\Serve\SavedReport;

/** The request's run, for the toolbar and Symfony's profiler. */
final class Collector extends DataCollector
{
	public function collect(Request $request, Response $response, ?\Throwable $exception = null): void
	{
		$auto = function_exists('xhprof_info') ? xhprof_info()['auto'] : null;
		// "NAME", which has the run's id in it.
		preg_match('/[0-9a-f]{16}(?![0-9a-f])/', $auto['run'] ?? '', $found);
		$this->data = ['run' => ($auto['profiled'] ?? false) ? $found[0] ?? null : null,
			'base' => $request->getBaseUrl(),
			'reason' => $auto['reason'] ?? 'the extension xhprof is not loaded'];
	}

	public function reset(): void
	{
		$this->data = [];
	}

	public function getName(): string
	{
		return 'xhprof';
	}

	public function getRun(): ?string
	{
		return is_array($this->data) && is_string($this->data['run'] ?? null) ? $this->data['run'] : null;
	}

	/** Why the request was profiled, or why not. */
	public function getReason(): string
	{
		return is_array($this->data) && is_string($this->data['reason'] ?? null) ? $this->data['reason'] : '';
	}

	public function getReport(): string
	{
		$base = is_array($this->data) && is_string($this->data['base'] ?? null) ? $this->data['base'] : '';

		return $base . SavedReport::PATH . $this->getRun();
	}
}
