<?php
declare(strict_types=1);

namespace XHProf\WordPress;

/** The entry "Profile this page", and that of the report of a page that was profiled. */
final class AdminBar
{
	private ProfileRequest $request;

	public function __construct(ProfileRequest $request)
	{
		$this->request = $request;
	}

	public function add(\WP_Admin_Bar $bar): void
	{
		if (!Plugin::isAllowed()) {
			return;
		}
		$recording = $this->request->recording();
		$id = $recording->id();
		$bar->add_node(['id' => 'xhprof', 'title' => 'Profile this page',
			'href' => esc_url(ProfileRequest::link('report')),
			'meta' => ['title' => 'Loads the page again, profiled, and shows the report']]);
		if (class_exists('QM_Collectors', false)) {
			$bar->add_node(['parent' => 'xhprof', 'id' => 'xhprof-page', 'title' => 'Profile into Query Monitor',
				'href' => esc_url(ProfileRequest::link('page'))]);
		}
		if ($id !== null) {
			$bar->add_node(['parent' => 'xhprof', 'id' => 'xhprof-report', 'title' => 'Report of this page',
				'href' => esc_url(Reports::address($id))]);
		} elseif ($this->request->isWished()) {
			$bar->add_node(['parent' => 'xhprof', 'id' => 'xhprof-problem',
				'title' => esc_html('Not profiled: ' . $recording->problem())]);
		}
	}
}
