<?php
declare(strict_types=1);

namespace XHProf\Cli\Advise;

/** The findings of all rules on one run. */
final class Advice
{
	/** @var list<Defect> the most expensive first */
	public readonly array $findings;

	/** @var array<string, string> rules that could not look for it: what they need */
	public readonly array $notAsked;

	/** @var list<string> rules that looked */
	public readonly array $asked;

	/** A caution to read before a command runs the program again to prove a finding; null: none is needed. */
	public readonly ?string $caution;

	/** @param list<Rule> $rules */
	public function __construct(public readonly Recording $run, array $rules)
	{
		$findings = $asked = $notAsked = [];
		foreach ($rules as $rule) {
			$missing = array_values(array_filter($rule->needs(), static fn (Need $need): bool => !$need->isMet($run)));
			if ($missing !== []) {
				$notAsked[$rule->id()] = $missing[0]->value;
				continue;
			}
			$asked[] = $rule->id();
			array_push($findings, ...$rule->findings($run));
		}
		usort($findings, static fn (Defect $a, Defect $b): int => [$b->costNs, $a->id] <=> [$a->costNs, $b->id]);
		$this->caution = $findings === [] ? null : Effects::caution($run);
		[$this->findings, $this->asked, $this->notAsked] = [$findings, $asked, $notAsked];
	}
}
