<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise;

/** A problem that a program may have, and how to find it in a run. */
interface Rule
{
	public function id(): string;

	/** @return list<Need> */
	public function needs(): array;

	/** @return list<Defect> */
	public function findings(Recording $run): array;
}
