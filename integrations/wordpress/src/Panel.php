<?php
declare(strict_types=1);

namespace XHProf\WordPress;

/** Registers the panel with Query Monitor, if it is there. */
final class Panel
{
	public static function register(Recording $recording): void
	{
		add_filter('qm/collectors', static function ($collectors) {
			if (is_array($collectors) && class_exists('QM_Collector')) {
				$collectors['xhprof'] = new PanelCollector();
			}

			return $collectors;
		});
		add_filter('qm/outputter/html', static function ($outputs) use ($recording) {
			$collector = is_array($outputs) && class_exists('QM_Output_Html') && Plugin::isAllowed()
				? \QM_Collectors::get('xhprof') : null;
			if ($collector instanceof \QM_Collector) {
				$outputs['xhprof'] = new PanelOutput($collector, $recording);
			}

			return $outputs;
		}, 200);
	}
}
