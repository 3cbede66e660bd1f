<?php
declare(strict_types=1);

namespace XHProf\Cli\Run;

use XHProf\Cli\Problem;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\Duration;
use XHProf\Profile;

/**
 * Reduces a run by Profile::reduce(), according to --hide, --hide-function, --fold, --component, --min-share, --between
 * and --lane.
 */
final class Reduction
{
	/** @param array<string, mixed> $options of reduce() */
	private function __construct(public readonly array $options)
	{
	}

	public static function of(Arguments $arguments): self
	{
		$options = array_filter(['hide' => $arguments->values('hide'),
			'hide_functions' => $arguments->values('hide-function'),
			'fold' => $arguments->values('fold'), 'components' => self::rules($arguments)]);
		$threshold = self::share($arguments->value('min-share'));
		$options += self::part($arguments->value('between')) + self::lane($arguments->value('lane'));

		return new self($threshold > 0 ? $options + ['threshold' => $threshold] : $options);
	}

	/** @return array{}|array{from_ns: int, to_ns: int} --between */
	private static function part(?string $text): array
	{
		if ($text === null) {
			return [];
		}
		$times = array_map(static fn (string $time): ?int => $time === '0' ? 0 : Duration::parse($time),
			explode('..', $text));
		if (count($times) !== 2 || $times[0] === null || $times[1] === null || $times[0] >= $times[1]) {
			throw new Problem("--between takes two times since the start, not \"$text\"", 'write it like 1.2s..1.5s');
		}

		return ['from_ns' => $times[0], 'to_ns' => $times[1]];
	}

	/** @return array{}|array{lane: int} */
	private static function lane(?string $text): array
	{
		if ($text !== null && preg_match('/^\d{1,9}$/D', $text) !== 1) {
			throw new Problem("--lane takes the number of a fiber or process, not \"$text\"",
				'the timeline of xhprof report shows the numbers');
		}

		return $text === null ? [] : ['lane' => (int) $text];
	}

	/** @return list<string> --component */
	public static function rules(Arguments $arguments): array
	{
		$rules = $arguments->values('component');
		foreach ($rules as $rule) {
			if (preg_match('/^[^=,]+=/', $rule) !== 1) {
				throw new Problem("--component takes FILES=NAME, not \"$rule\"", "--component 'src/Billing/*=billing'");
			}
		}

		return $rules;
	}

	/** Reduces nothing: runs stay as they were saved. */
	public static function none(): self
	{
		return new self([]);
	}

	/** The same without --min-share, for one of several runs: only their sum says what is small. */
	public function ofPart(): self
	{
		return new self(array_diff_key($this->options, ['threshold' => 0]));
	}

	public function withoutRules(): self
	{
		return new self(array_diff_key($this->options, ['components' => 0]));
	}

	public function isEmpty(): bool
	{
		return $this->options === [];
	}

	public function apply(Profile $run): Profile
	{
		if ($this->isEmpty()) {
			return $run;
		}
		if ((isset($this->options['hide']) || isset($this->options['hide_functions']))
			&& $run->summary()['nodes'] === 0) {
			throw new Problem('a run without call paths cannot hide functions',
				'use --fold or --min-share, or record call paths with xhprof run --mode tree');
		}
		try {
			return $run->reduce($this->options);
		} catch (\RuntimeException) {
			throw $run->summary()['runs'] > 1
				? new Problem('the sum of several runs has no timeline', 'give one run')
				: new Problem('this run has no timeline',
					'xhprof run --mode timeline, xhprof run --mode sample and xhprof record keep one');
		} catch (\ValueError $e) {
			throw new Problem('--hide-function: ' . Problem::reason($e, 'XHProf\Profile::reduce()'),
				"give a pattern with a *, 'Symfony\*', or a regular expression, '/^Symfony/'");
		}
	}

	/**
	 * Like apply(), for all that is shown: throws if nothing is in the given time or lane. In apply() this is no error,
	 * as some of several runs may have nothing there.
	 */
	public function applyToAll(Profile $run): Profile
	{
		$part = $this->apply($run);
		if (array_intersect_key($this->options, ['from_ns' => 0, 'lane' => 0]) !== []
			&& $part->summary()['wall_ns'] === 0) {
			throw new Problem('nothing was recorded in this time or lane',
				'xhprof top RUN shows how long the run took, and the timeline of xhprof report its lanes');
		}

		return $part;
	}

	/** "1%" or "0.01". */
	private static function share(?string $text): float
	{
		if ($text === null) {
			return 0.0;
		}
		if (preg_match('/^(\d+(?:\.\d+)?)(%?)$/D', $text, $part) !== 1
			|| (float) $part[1] > ($part[2] === '%' ? 100 : 1)) {
			throw new Problem("--min-share takes a share of the run, not \"$text\"", 'write it like 1% or 0.01');
		}

		return (float) $part[1] / ($part[2] === '%' ? 100 : 1);
	}
}
