<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise;

/** One thing that may be wrong with a program, and how a run shows it. */
interface Rule
{
	public function id(): string;

	/** @return list<Need> */
	public function needs(): array;

	/** @return list<Defect> */
	public function findings(Recording $run): array;
}
