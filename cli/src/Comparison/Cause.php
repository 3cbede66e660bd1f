<?php
declare(strict_types=1);

namespace XHProf\Cli\Comparison;

use XHProf\Cli\Statistics\Bootstrap;

/**
 * A part of a change: a function whose own cost changed; or one that is called more or less often, together with all
 * that changed because of this.
 *
 * @phpstan-import-type Interval from Bootstrap
 */
final class Cause
{
	/**
	 * @param string|null $caller the function that makes the calls; null: not known, or the number of calls is the same
	 * @param string|null $instead the function that was called in its place before
	 * @param list<string> $functions the functions whose own costs are part of it
	 * @param Interval|null $interval the 95 % interval of the change; null: there are too few runs
	 * @param int $calls the number of calls more than before
	 * @param bool $isSure true: chance does not explain the change
	 */
	public function __construct(
		public readonly string $function,
		public readonly ?string $caller,
		public readonly ?string $instead,
		public readonly array $functions,
		public readonly int $change,
		public readonly ?array $interval,
		public readonly int $calls,
		public readonly bool $isSure,
	) {
	}

	/** @return array<string, mixed> for programs */
	public function data(): array
	{
		return ['function' => $this->function, 'caller' => $this->caller,
			'instead_of' => $this->instead, 'change' => $this->change, 'interval' => $this->interval,
			'calls' => $this->calls, 'sure' => $this->isSure, 'functions' => $this->functions];
	}
}
