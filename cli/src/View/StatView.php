<?php
declare(strict_types=1);

namespace XHProf\Cli\View;

use XHProf\Cli\Metric\Metric;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;
use XHProf\Profile;

/**
 * The events of a whole script: a line each, with its rate or its share of another.
 *
 * @phpstan-import-type Summary from Profile
 */
final class StatView
{
	/** The events that are shown as a share of another event, and the name of that share. */
	private const SHARES = ['instructions' => ['cycles', 'insn per cycle'],
		'branch-misses' => ['branches', '% of all branches'],
		'cache-misses' => ['cache-references', '% of all cache references'],
		'major-faults' => ['page-faults', '% of all page faults'],
		'minor-faults' => ['page-faults', '% of all page faults']];

	/** @var array<string, int> */
	private readonly array $events;

	/**
	 * @param Summary $summary
	 * @param array<string, string> $refused why not
	 */
	public function __construct(private readonly array $summary, private readonly array $refused,
		private readonly Terminal $terminal)
	{
		$this->events = $summary['events'] ?? [];
	}

	public function text(string $command): string
	{
		$cpu_ns = $this->summary['cpu_ns'] ?? 0;
		$wall_ns = $this->summary['wall_ns'];
		$text = "\n"
			. $this->terminal->style('counted while ' . Text::cut($command, $this->terminal->width - 15) . ' ran',
				'bold') . "\n\n" . self::line(Units::time($cpu_ns), 'CPU time',
					$wall_ns > 0 ? Units::number($cpu_ns / $wall_ns) . ' CPUs used' : '');
		foreach ($this->events as $name => $count) {
			$text .= self::line($this->isTime($name) ? Units::time($count) : number_format($count), $name,
				$this->remark($name));
		}
		foreach (array_keys($this->refused) as $name) {
			$text .= self::line('not counted', $name, '');
		}
		$text .= self::line(Units::bytes($this->summary['peak_bytes'] ?? 0), 'memory at the peak, of PHP', '')
			. self::line(Units::time($wall_ns), 'wall time', '');

		return $text . $this->reasons() . "\n";
	}

	/**
	 * The same for programs.
	 *
	 * @return array<string, mixed>
	 */
	public function data(): array
	{
		$rates = [];
		foreach ($this->events as $name => $count) {
			$rates[$name] = ['count' => $count, 'per_second' => $this->perSecond($count)]
				+ (isset(self::SHARES[$name]) ? ['of' => self::SHARES[$name][0], 'ratio' => $this->ratio($name)] : []);
		}

		return ['wall_ns' => $this->summary['wall_ns'], 'cpu_ns' => $this->summary['cpu_ns'] ?? null,
			'peak_bytes' => $this->summary['peak_bytes'] ?? null, 'events' => (object) $rates,
			'refused' => (object) $this->refused];
	}

	private static function line(string $count, string $name, string $remark): string
	{
		return rtrim(Text::right($count, 18) . '  ' . str_pad($name, 28) . ($remark === '' ? '' : "# $remark")) . "\n";
	}

	private function remark(string $name): string
	{
		$ratio = $this->ratio($name);
		if ($ratio !== null) {
			$text = self::SHARES[$name][1];

			return Units::number($text[0] === '%' ? 100 * $ratio : $ratio) . " $text";
		}
		$rate = $this->perSecond($this->events[$name]);
		if ($this->isTime($name)) {
			return $rate === null ? '' : Units::percent($rate, 1e9) . ' % of CPU time';
		}

		return $rate === null || $rate == 0 ? '' : Units::number($rate) . ' a second of CPU time';
	}

	private function isTime(string $name): bool
	{
		return Metric::of($name)->isTime();
	}

	/** The share of the other event that it is a part of. */
	private function ratio(string $name): ?float
	{
		$whole = $this->events[self::SHARES[$name][0] ?? ''] ?? 0;

		return $whole > 0 ? $this->events[$name] / $whole : null;
	}

	private function perSecond(int $count): ?float
	{
		$cpu_ns = $this->summary['cpu_ns'] ?? 0;

		return $cpu_ns > 0 ? round(1e9 * $count / $cpu_ns, 3) : null;
	}

	private function reasons(): string
	{
		$text = '';
		foreach (array_unique($this->refused) as $reason) {
			$names = implode(', ', array_keys($this->refused, $reason, true));
			$text .= "\n" . wordwrap("not counted: $names: $reason", max(40, $this->terminal->width), "\n  ") . "\n";
		}

		return $text === '' ? '' : $this->terminal->style($text, 'dim');
	}
}
