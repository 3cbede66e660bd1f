<?php
declare(strict_types=1);

namespace XHProf\WordPress;

use XHProf\Profile;

/** The panel: functions and components with the greatest own time, and a link to the report. */
final class PanelOutput extends \QM_Output_Html
{
	private const ROWS = 20;

	/** Characters of a name; SQL is long. */
	private const NAME = 90;

	private Recording $recording;
	private ?Profile $profile;

	public function __construct(\QM_Collector $collector, Recording $recording)
	{
		parent::__construct($collector);
		$this->recording = $recording;
		$this->profile = $recording->finish(); // before Query Monitor's own output
		add_filter('qm/output/menus', [$this, 'admin_menu'], 110);
	}

	/** @return string */
	public function name()
	{
		return 'xhprof';
	}

	/** @return void */
	public function output()
	{
		$this->before_non_tabular_output();
		if ($this->profile === null) {
			$link = esc_url(ProfileRequest::link('page'));
			echo '<section><p>Not profiled: ', esc_html($this->recording->problem()),
				".</p><p><a href=\"$link\">Profile this page</a></p></section>";
		} else {
			$this->profiled($this->profile);
		}
		$this->after_non_tabular_output();
	}

	private function profiled(Profile $profile): void
	{
		$whole = $profile->summary();
		$report = esc_url(Reports::address((string) $this->recording->id()));
		$calls = isset($whole['samples']) ? "$whole[samples] samples" : number_format_i18n($whole['calls']) . ' calls';
		echo '<section><p>', self::milliseconds($whole['wall_ns']), ' ms, ', esc_html($calls), '. ';
		echo "<a href=\"$report\" target=\"_blank\" rel=\"noopener\">Open the whole report</a></p>";
		$this->table('Component', $profile->components(), max(1, $whole['wall_ns']));
		echo '</section><section>';
		$this->table('Function', $profile->functions(), max(1, $whole['wall_ns']));
		echo '</section>';
	}

	/** @param array<string, array<string, mixed>> $rows */
	private function table(string $what, array $rows, int $wall_ns): void
	{
		echo "<h3>{$what}s by own time</h3><table><thead><tr><th scope=\"col\">$what";
		foreach (['Calls', 'Own ms', 'Own %', 'Inclusive ms'] as $heading) {
			echo '</th><th scope="col" class="qm-num">', $heading;
		}
		echo '</th></tr></thead><tbody>';
		foreach (array_slice($rows, 0, self::ROWS, true) as $name => $row) {
			$own_ns = (int) $row['own_wall_ns'];
			$cells = [isset($row['calls']) ? number_format_i18n((float) $row['calls']) : '',
				self::milliseconds($own_ns), number_format_i18n(100 * $own_ns / $wall_ns, 1),
				isset($row['wall_ns']) ? self::milliseconds((int) $row['wall_ns']) : ''];
			$short = mb_strlen((string) $name) > self::NAME
				? mb_substr((string) $name, 0, self::NAME) . '…' : (string) $name;
			echo '<tr><td class="qm-ltr" title="', esc_attr((string) $name), '"><code>', esc_html($short),
				'</code></td><td class="qm-num">', implode('</td><td class="qm-num">', $cells), '</td></tr>';
		}
		echo '</tbody></table>';
	}

	private static function milliseconds(int $ns): string
	{
		return number_format_i18n($ns / 1e6, 2);
	}

	/**
	 * @param array<string, mixed[]> $menu
	 * @return array<string, mixed[]>
	 */
	public function admin_menu(array $menu)
	{
		$title = $this->profile === null ? 'xhprof'
			: 'xhprof (' . self::milliseconds($this->profile->summary()['wall_ns']) . ' ms)';
		$menu['qm-xhprof'] = $this->menu(['title' => esc_html($title)]);

		return $menu;
	}
}
