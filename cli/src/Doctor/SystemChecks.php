<?php
declare(strict_types=1);

namespace XHProf\Cli\Doctor;

/** Checks the kernel as this PHP finds it: the clock that times calls, and the source of samples. */
final class SystemChecks
{
	private const PARANOID = '/proc/sys/kernel/perf_event_paranoid';
	/** Above it, the kernel refuses events of a process of its own. */
	private const ALLOWED = 2;

	/**
	 * @param array{clock: string, clock_reason: string, source: string}|null $own what this PHP uses; null if it does
	 *     not load the module
	 */
	public function __construct(private readonly Machine $machine, private readonly ?array $own)
	{
	}

	/**
	 * Starts to sample, for a moment, to see by what.
	 *
	 * @return array{clock: string, clock_reason: string, source: string}|null
	 */
	public static function ask(): ?array
	{
		if (!function_exists('xhprof_info') || !function_exists('xhprof_sample_enable')) {
			return null;
		}
		@xhprof_sample_enable(['interval' => 100_000]);
		/** @var array<string, mixed> $info the shape in the stub is that of a profile of calls */
		$info = xhprof_info();
		xhprof_sample_disable();
		$sampling = is_array($info['sampling'] ?? null) ? $info['sampling'] : [];

		return array_map(static fn (mixed $value): string => is_string($value) ? $value : '', [
			'clock' => $info['clock'], 'clock_reason' => $info['clock_reason'], 'source' => $sampling['source'] ?? '']);
	}

	/** @return list<Finding> */
	public function findings(): array
	{
		return array_values(array_filter([$this->clock(), $this->perf()]));
	}

	public function paranoid(): ?int
	{
		$value = trim($this->machine->read(self::PARANOID));

		return $value === '' ? null : (int) $value;
	}

	private function clock(): ?Finding
	{
		if ($this->own === null) {
			return null;
		}
		$text = "clock {$this->own['clock']}: {$this->own['clock_reason']}";

		return in_array($this->own['clock'], ['tsc', 'cntvct'], true) ? Finding::ok($text)
			: Finding::note($text, ['reading the kernel\'s clock costs more than reading the CPU\'s counter: '
				. 'overhead grows, counts stay exact']);
	}

	private function perf(): Finding
	{
		$paranoid = $this->paranoid();
		$source = $this->own['source'] ?? '';
		$text = 'perf_event_paranoid ' . ($paranoid ?? 'is not available')
			. ($source === '' ? '' : ": samples by $source");
		if ($source === 'perf' || ($source === '' && ($paranoid ?? 0) <= self::ALLOWED)) {
			return Finding::ok($text);
		}
		$why = [$source === 'interrupt'
			? 'samples are taken at PHP\'s safe points instead, timed by a helper thread'
			: 'timers tick only as often as the kernel\'s clock, every 4 ms at best; perf ticks at any interval'];
		if ($paranoid !== null && $paranoid > self::ALLOWED) {
			return Finding::note($text, $why, [Machine::sudo() . 'sysctl -w kernel.perf_event_paranoid=2',
				"echo 'kernel.perf_event_paranoid=2' | " . Machine::sudo() . 'tee /etc/sysctl.d/60-perf.conf']);
		}

		return Finding::note($text,
			[...$why, 'in a container, seccomp may forbid perf_event_open: see the settings of its runtime']);
	}
}
