<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise;

/** A finding: the problem, its cost, its place, the evidence, and a change to try. */
final class Defect
{
	/**
	 * @param string $text what is wrong, in one line
	 * @param int $costNs the most time that the change can save
	 * @param int|null $calls null: they are not counted
	 * @param Call|null $at the call that costs; null: the whole run
	 * @param Call|null $site the call whose line is to be changed: it stands in its caller; null: that of $at
	 * @param non-empty-list<string> $evidence
	 * @param Proof $proof the command that shows whether the change helps
	 * @param string $key the same for the same finding in another run
	 * @param bool $isOfProfiler the cost is the profiler's own
	 * @param int|null $costBytes the bytes by which the peak would be lower; null: the finding is about time
	 */
	public function __construct(public readonly string $id, public readonly string $text, public readonly int $costNs,
		public readonly ?int $calls, public readonly ?Call $at, public readonly ?Call $site,
		public readonly array $evidence, public readonly string $change, public readonly Proof $proof,
		public readonly string $key = '', public readonly bool $isOfProfiler = false,
		public readonly ?int $costBytes = null)
	{
	}

	/** @return array{?string, ?int} of the call to change: its caller's file, and the line of the call */
	public function place(): array
	{
		$site = $this->site ?? $this->at;
		$site = $this->proof->isOfPlace ? $site?->inApplication() : $site;
		$file = $site?->caller?->row['file'] ?? null;

		return $file === null ? [$site?->row['file'] ?? null, $site?->value('line')]
			: [$file, $site->value('call_line')];
	}
}
