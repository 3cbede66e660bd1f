<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise;

/** A problem that a program may have, and how to find it in a run. */
abstract class Rule
{
	/** @var string the name of its findings */
	protected const ID = '';

	/** @var list<Need> */
	protected const NEEDS = [];

	public function id(): string
	{
		return static::ID;
	}

	/** @return list<Need> */
	public function needs(): array
	{
		return static::NEEDS;
	}

	/** @return list<Defect> */
	abstract public function findings(Recording $run): array;
}
