<?php
declare(strict_types=1);

namespace XHProf\Cli\Comparison;

use XHProf\Cli\Metric\Metric;
use XHProf\Cli\Statistics\Noise;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;

/**
 * A verdict as a sentence: "5.5 ms slower (±0.8 ms): 3.1 ms from `callMacro` > `callLegacy`, 1,140 calls more; 2.4 ms
 * is noise."
 *
 * @phpstan-type Part array{text: string, name: bool}
 */
final class Words
{
	/** The most causes that are named. */
	private const MOST = 3;

	/** Causes with a smaller part of the change, or of the run, are not named. */
	private const LEAST_OF_CHANGE = 0.05;
	private const LEAST_OF_RUN = 0.002;

	private readonly Metric $metric;

	/** @var list<Part> */
	private array $parts = [];

	/** True if the change of the whole run is within noise. */
	public bool $isNoise = false;

	/** True if the sentence says that the change cannot be told from noise, as there are too few runs. */
	public bool $hasDoubt = false;

	public function __construct(private readonly SetDiff $diff, private readonly Verdict $verdict)
	{
		$this->metric = $verdict->total['metric'];
		$this->diff->hasIntervals() ? $this->ofSets() : $this->ofRuns();
	}

	/** @return list<Part> the sentence in parts, as names of functions are marked */
	public function parts(): array
	{
		return $this->parts;
	}

	/** @param int|null $cells the most cells of a name; longer names are cut */
	public function text(?int $cells = null): string
	{
		$name = static fn (string $text): string => '`'
			. ($cells === null ? Text::function($text) : Text::cut(Text::function($text), $cells)) . '`';

		return implode('', array_map(
			static fn (array $part): string => $part['name'] ? $name($part['text']) : $part['text'], $this->parts));
	}

	/** "5.5 ms slower (±0.8 ms)" */
	public function summary(): string
	{
		$interval = $this->verdict->total['interval'];
		$change = $this->verdict->change();
		$text = $change === 0 ? 'no change' : $this->amount($change) . ' ' . $this->way($change);

		return $text
			. ($interval === null ? '' : ' (±' . $this->amount((int) round(Noise::error($change, $interval))) . ')');
	}

	private function ofSets(): void
	{
		$causes = $this->named();
		$change = $this->verdict->change();
		$rest = $this->verdict->restBeyond($causes);
		$isMost = $this->isMost($rest['change'], $causes);
		$isRestNoise = Noise::hides($rest['interval']);
		$this->isNoise = Noise::hides($this->verdict->total['interval']);
		$this->add(($this->isNoise ? 'no change beyond noise' . ($change === 0 ? '' : ': ') : '')
			. ($this->isNoise && $change === 0 ? '' : $this->summary()));
		$isFirst = !$this->isNoise && !$isRestNoise && $isMost;
		if (!$isFirst) {
			$this->addCauses($causes, ': ', $this->isNoise);
		}
		if ($causes !== [] && abs($rest['change']) >= $this->least()) {
			$this->add(($isFirst ? ': ' : '; ') . $this->amount($rest['change']) . $this->against($rest['change']));
			$this->add($isRestNoise ? ' is noise' : '');
			$isRestNoise || $this->addSpread($rest['change'], ' is', ' is spread over ' . ($isFirst
				? 'many functions, none of which stands out' : 'the rest, where no function stands out'));
		} elseif ($causes === [] && !$this->isNoise) {
			$this->verdict->isOfAll() ? $this->add(', spread evenly over the run: '
				. 'probably the machine, not the program')
				: $this->addSpread($change, ',', ', spread over the run: no function stands out from noise');
		}
		if ($isFirst) {
			$this->addCauses($causes, '; ', false);
		}
		$this->end();
	}

	/** Says where a change without a cause is: spread, unless one function has at least half of it. */
	private function addSpread(int $change, string $before, string $spread): void
	{
		$greatest = $this->verdict->greatest;
		if ($greatest === null || abs($greatest->change) < abs($change) / 2
			|| ($greatest->change < 0) !== ($change < 0)) {
			$this->add($spread);
			return;
		}
		$this->add("$before most of it in ");
		$this->name($greatest->function);
		$this->add(', whose times vary too much to be sure');
	}

	private function ofRuns(): void
	{
		$causes = $this->named();
		$doubt = $this->verdict->change() === 0 || $this->diff->isOfStores() ? ''
			: (string) preg_replace('/:.*$/', '', $this->diff->doubt());
		$this->hasDoubt = $doubt !== '';
		$this->add(($this->diff->isMany() && $doubt !== '' ? "$doubt. " : '') . $this->summary());
		$rest = $this->verdict->restBeyond($causes)['change'];
		$isFirst = $this->isMost($rest, $causes);
		$hasWay = $this->verdict->change() === 0;
		if (!$isFirst) {
			$this->addCauses($causes, ': ', $hasWay);
		}
		if ($rest !== 0) {
			$this->addRest($rest, $causes, $isFirst ? ': ' : '; ');
		}
		if ($isFirst) {
			$this->addCauses($causes, '; ', $hasWay);
		}
		$this->add($this->diff->isMany() || $doubt === '' ? '' : "; $doubt");
		$this->end();
	}

	/** @param list<Cause> $causes those that are named */
	private function addRest(int $rest, array $causes, string $before): void
	{
		$this->add(($causes === [] ? '' : $before . $this->amount($rest) . $this->against($rest)) . match (true) {
			$this->diff->isOfSamples() => '',
			count($causes) === count($this->verdict->causes)
				&& $this->verdict->isRestAtSameCalls => ' at the same calls',
			default => $causes === [] ? '' : ' elsewhere',
		});
		$others = array_filter([...$this->verdict->causes, $this->verdict->greatest],
			static fn (?Cause $cause): bool => $cause !== null && !in_array($cause, $causes, true));
		if ($others === []) {
			return;
		}
		usort($others, static fn (Cause $a, Cause $b): int => abs($b->change) <=> abs($a->change));
		$greatest = $others[0];
		if (abs($greatest->change) < abs($rest) / 4) {
			$this->add(', spread over many functions');
		} elseif (abs($greatest->change) >= $this->least()) {
			$this->add(', the greatest in ');
			$this->name($greatest->function);
			$this->add(' (' . ($greatest->change > 0 ? '+' : '-') . $this->amount($greatest->change) . ')');
		}
	}

	/**
	 * True if the rest is so large that it is named before the causes.
	 *
	 * @param list<Cause> $causes
	 */
	private function isMost(int $rest, array $causes): bool
	{
		return $causes !== []
			&& abs($rest) > 2 * array_sum(array_map(static fn (Cause $cause): int => abs($cause->change), $causes));
	}

	/** @return list<Cause> */
	private function named(): array
	{
		return array_slice(array_values(array_filter($this->verdict->causes,
			fn (Cause $cause): bool => abs($cause->change) >= $this->least($cause->calls !== 0))), 0, self::MOST);
	}

	/** @param bool $isCounted true: the number of calls changed, which is no chance, whatever the times are */
	private function least(bool $isCounted = false): float
	{
		[$low, $high] = $this->verdict->total['interval'] ?? [0.0, 0.0];

		return max(self::LEAST_OF_CHANGE * max(abs($this->verdict->change()), $isCounted ? 0.0 : $high - $low),
			self::LEAST_OF_RUN * abs($this->verdict->total['before']));
	}

	/**
	 * Names the causes that go the same way as the whole, and then, set apart, those that go against it.
	 *
	 * @param list<Cause> $causes
	 */
	private function addCauses(array $causes, string $before, bool $hasWay): void
	{
		$against = array_values(array_filter($causes, fn (Cause $cause): bool => $this->isAgainst($cause->change)));
		$along = array_values(array_filter($causes, fn (Cause $cause): bool => !$this->isAgainst($cause->change)));
		foreach ([...$along, ...$against] as $i => $cause) {
			$this->add(($i === 0 ? $before : ($i === count($along) ? '; ' : ', ')) . $this->amount($cause->change)
				. ($hasWay ? ' ' . $this->way($cause->change) . ' by ' : $this->against($cause->change) . ' from '));
			$this->addCause($cause);
		}
	}

	private function addCause(Cause $cause): void
	{
		if ($cause->function === Verdict::FILES) {
			$this->add($cause->calls === 0 ? 'compiling other files'
				: Units::of(abs($cause->calls), 'file') . ($cause->calls < 0 ? ' fewer' : ' more') . ' to compile');
			return;
		}
		if ($cause->caller !== null) {
			$this->name($cause->caller);
			$this->add(' > ');
		}
		$this->name($cause->function);
		if ($cause->instead !== null) {
			$this->add(' in place of ');
			$this->name($cause->instead);
		} else {
			$this->addCalls($cause);
		}
	}

	private function addCalls(Cause $cause): void
	{
		$isNew = !isset($this->diff->before[$cause->function]);
		$isGone = !isset($this->diff->after[$cause->function]);
		if (($isNew || $isGone) && !$this->diff->isOfSamples()) {
			$this->add(', which is ' . ($isNew ? 'new' : 'gone')
				. ($cause->calls === 0 ? '' : ' (' . Units::of(abs($cause->calls), 'call') . ')'));
		} elseif ($cause->calls !== 0) {
			$this->add(', ' . Units::of(abs($cause->calls), 'call') . ($cause->calls < 0 ? ' fewer' : ' more'));
		}
	}

	/** " less" if the whole became more, " more" if it became less; "" if both go the same way. */
	private function against(int $change): string
	{
		return !$this->isAgainst($change) ? '' : ($change < 0 ? ' less' : ' more');
	}

	/** True if the change goes the other way than the whole. */
	private function isAgainst(int $change): bool
	{
		return $change !== 0 && $this->verdict->change() !== 0 && ($change < 0) !== ($this->verdict->change() < 0);
	}

	private function way(int $change): string
	{
		return $this->metric->isTime() ? ($change > 0 ? 'slower' : 'faster') : ($change > 0 ? 'more' : 'less');
	}

	private function amount(int $value): string
	{
		return $this->metric->text(abs($value));
	}

	private function add(string $text): void
	{
		$this->parts[] = ['text' => $text, 'name' => false];
	}

	private function name(string $name): void
	{
		$this->parts[] = ['text' => $name, 'name' => true];
	}

	private function end(): void
	{
		$this->add('.');
		$this->parts[0]['text'] = ucfirst($this->parts[0]['text']);
	}
}
