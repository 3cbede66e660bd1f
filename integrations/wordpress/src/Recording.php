<?php
declare(strict_types=1);

namespace XHProf\WordPress;

use XHProf\Profile;

/** The run of this request: that of php.ini, which the extension saves, or one of our own. */
final class Recording
{
	/** Functions without rows in a run of our own. */
	private const OURS = [__NAMESPACE__ . '\*', 'xhprof_info', 'xhprof_stop', 'xhprof_tag'];

	private ?string $id = null;
	private bool $isOwn = false;
	private ?string $problem = null;
	private ?Profile $profile = null;

	/**
	 * Unless php.ini has started a run, starts one: of calls or, where these cannot be recorded from here on, of
	 * samples.
	 */
	public function begin(): void
	{
		if ($this->id() !== null) {
			return;
		}
		$info = self::info();
		// If the operator's settings exclude the request, it gets no run of our own either.
		if ($info['auto']['excluded']) {
			$this->problem = $info['auto']['reason'];
			return;
		}
		if ($info['running']) {
			$this->problem = 'a run of another program is open';
			return;
		}
		@xhprof_enable(XHPROF_FLAGS_TREE | XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY,
			['texts' => true, 'ignored_functions' => self::OURS]);
		if (!xhprof_info()['running']) {
			@xhprof_sample_enable(['interval' => 1000]); // with the JIT: see xhprof.hook
		}
		$this->isOwn = xhprof_info()['running'];
		$this->id = $this->isOwn ? bin2hex(random_bytes(8)) : null;
		$this->problem = $this->isOwn ? null : (string) xhprof_info()['hook_reason'];
	}

	/** Drops the run that begin() started. A run of php.ini continues. */
	public function cancel(): void
	{
		if ($this->isOwn) {
			xhprof_stop();
			$this->isOwn = false;
			$this->id = null;
		}
	}

	/** The run's id, from its start on; null: the request is not profiled. */
	public function id(): ?string
	{
		$auto = $this->id === null ? self::info()['auto'] : ['profiled' => false];
		if ($auto['profiled'] && preg_match('/[0-9a-f]{16}(?![0-9a-f])/', (string) $auto['run'], $found) === 1) {
			$this->id = $found[0];
		}

		return $this->id;
	}

	/** Why it is not profiled. */
	public function problem(): string
	{
		return $this->problem ?? (string) self::info()['auto']['reason'];
	}

	/** Ends the run. One of php.ini is saved all the same. */
	public function finish(): ?Profile
	{
		if ($this->profile === null && $this->id() !== null) {
			$this->profile = xhprof_stop();
		}

		return $this->profile;
	}

	/**
	 * It takes milliseconds, which are no time of the page's.
	 *
	 * @return array<string, mixed>
	 * @phpstan-return array{running: bool, auto: array{profiled: bool, reason: string, excluded: bool, run: ?string}}
	 */
	private static function info(): array
	{
		$isPaused = xhprof_pause();
		$info = xhprof_info();
		if ($isPaused) {
			xhprof_resume();
		}

		return $info;
	}
}
