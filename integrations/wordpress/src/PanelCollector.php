<?php
declare(strict_types=1);

namespace XHProf\WordPress;

/** Query Monitor has a collector for each panel; ours is all in Recording. */
final class PanelCollector extends \QM_Collector
{
	/** @var string */
	public $id = 'xhprof';
}
