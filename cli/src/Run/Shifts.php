<?php
declare(strict_types=1);

namespace XHProf\Cli\Run;

/**
 * Finds what takes longer or shorter, route by route and function by function, and keeps the part of false finds low: Benjamini and Hochberg's
 * procedure over all that was tested. A function is compared with the rest of its route, so that neither load nor the mix of routes matters. As a
 * slower function makes the others' part smaller, each find is taken out before the others are tested again.
 *
 * @phpstan-import-type Fit from Contrast
 * @phpstan-import-type Tested from Contrast
 * @phpstan-type Test array{route: string, function: string, kind: string, share: float, fit: Fit}
 * @phpstan-type Result array{route: string, function: string, kind: string, share: float, result: Tested}
 */
final class Shifts
{
	/** Of finds that may be false. */
	public const FALSE_PART = 0.005;

	/** Of its route's time: lighter functions are not tested. */
	public const LEAST_SHARE = 0.01;

	/** What is nearly all of a route has no rest to compare with. */
	private const MOST_SHARE = 0.95;

	/** Effective samples of a unit: with fewer its logarithm is no measure. */
	public const LEAST_SAMPLES = 20;

	/** Finds of a route. */
	private const MOST = 10;

	/** A find is that of the function itself if it is nearly as certain as that of a caller. */
	private const NEAR = 0.8;

	/** So nearly as certain is what changes the other way because of a find. */
	private const MIRRORED = 0.95;

	/** @var list<Shift> what was found */
	public array $found = [];

	/** @var array<string, float> routes with too few samples, and how many times as many it takes */
	public array $weak = [];

	/** How much was tested. */
	public int $tests = 0;

	/** From this change on half of what was tested would be found, if nothing else changed. */
	public float $least = 0.0;

	private float $limit = 0.0;

	/**
	 * @param array<string, Composition> $routes
	 * @param Composition $service whose functions are the routes
	 */
	public function __construct(array $routes, Composition $service, private readonly Contrast $contrast)
	{
		$results = [];
		foreach ($routes as $route => $composition) {
			if ($composition->least() * self::MOST_SHARE < self::LEAST_SAMPLES) {
				$this->weak[(string) $route] = self::LEAST_SAMPLES / max(0.01, $composition->least());
			} else {
				$results[(string) $route] = $this->test((string) $route, $composition);
			}
		}
		$whole = $this->test(null, $service);
		$chances = array_map(static fn (array $test): float => $test['result']['chance'], array_merge($whole, ...array_values($results)));
		$this->tests = count($chances);
		$this->least = self::leastOf(array_column(array_merge($whole, ...array_values($results)), 'result'));
		$this->limit = self::limitOf($chances);
		$rests = [];
		foreach ($routes as $route => $composition) {
			$rests[] = [[(string) $route], $this->take((string) $route, $composition, $results[(string) $route] ?? [])->totals];
		}
		$rest = $service->of($rests);
		$this->take(null, $rest, $this->test(null, $rest));
		usort($this->found, static fn (Shift $a, Shift $b): int => [$a->change < 0, $b->share * abs($b->change)] <=> [$b->change < 0, $a->share * abs($a->change)]);
	}

	/**
	 * Benjamini and Hochberg's limit.
	 *
	 * @param list<float> $chances
	 */
	public static function limitOf(array $chances): float
	{
		sort($chances);
		$limit = -1.0;
		foreach ($chances as $i => $chance) {
			if ($chance <= self::FALSE_PART * ($i + 1) / count($chances)) {
				$limit = self::FALSE_PART * ($i + 1) / count($chances);
			}
		}

		return $limit;
	}

	/** @param list<Tested> $results */
	private static function leastOf(array $results): float
	{
		usort($results, static fn (array $a, array $b): int => $a['error'] <=> $b['error']);
		$middle = $results[intdiv(count($results), 2)] ?? null;

		return $middle === null ? 0.0 : expm1($middle['error'] * StudentT::limit(self::FALSE_PART / count($results), $middle['degrees']));
	}

	/**
	 * Finds of a route, the best first, each without those before it.
	 *
	 * @param string|null $route null: of the service
	 * @param list<Result> $tests
	 * @return Composition what is left
	 */
	private function take(?string $route, Composition $composition, array $tests): Composition
	{
		$whole = $composition;
		$finds = [];
		while (count($finds) < self::MOST && array_filter($tests, fn (array $test): bool => $test['result']['chance'] <= $this->limit) !== []) {
			$finds[] = $best = self::best($tests);
			$composition = self::without($composition, $best);
			$tests = $composition->least() * self::MOST_SHARE < self::LEAST_SAMPLES ? [] : $this->test($route, $composition);
		}
		foreach ($finds as $i => $find) {
			$this->found[] = self::shift($this->again($find, $whole, array_diff_key($finds, [$i => 0])));
		}

		return $composition;
	}

	/**
	 * A find compared with what did not change, as far as is known.
	 *
	 * @param Result $find
	 * @param array<int, Result> $others
	 * @return Result
	 */
	private function again(array $find, Composition $composition, array $others): array
	{
		foreach ($others as $other) {
			$composition = self::without($composition, $other);
		}
		$tests = $others === [] ? [] : $this->test($find['kind'] === 'route' ? null : $find['route'], $composition);
		foreach ($tests as $test) {
			if ([$test['route'], $test['function'], $test['kind']] === [$find['route'], $find['function'], $find['kind']]) {
				return ['share' => $find['share']] + $test;
			}
		}

		return $find;
	}

	/** @param Result $find */
	private static function without(Composition $composition, array $find): Composition
	{
		$names = $find['kind'] === 'new' ? array_keys($composition->changed(self::least($composition))) : [$find['kind'] === 'route' ? $find['route'] : $find['function']];

		return $composition->without(array_map(strval(...), $names), $find['kind'] === 'own');
	}

	/**
	 * The change that explains most. As the others' parts change the other way, the smaller of two that mirror each other is taken, and
	 * of routes the slower one.
	 *
	 * @param list<Result> $tests
	 * @return Result
	 */
	private static function best(array $tests): array
	{
		usort($tests, static fn (array $a, array $b): int => self::certainty($b) <=> self::certainty($a));
		$near = array_values(array_filter($tests, static fn (array $test): bool => self::certainty($test) >= self::NEAR * self::certainty($tests[0])));
		$tops = array_filter($near, static fn (array $test): bool => self::certainty($test) >= self::MIRRORED * self::certainty($tests[0]));
		usort($tops, static fn (array $a, array $b): int => $a['kind'] === 'route' ? $b['result']['change'] <=> $a['result']['change'] : $a['share'] <=> $b['share']);
		$isMore = $tops[0]['result']['change'] > 0;
		$near = array_filter($near, static fn (array $test): bool => ($test['result']['change'] > 0) === $isMore);
		usort($near, static fn (array $a, array $b): int => [$b['kind'] === 'new', $b['kind'] === 'own', $a['kind'] === 'own' ? 0 : $a['share']]
			<=> [$a['kind'] === 'new', $a['kind'] === 'own', $a['kind'] === 'own' ? 0 : $b['share']]);

		return $near[0];
	}

	/** @param Result $test */
	private static function certainty(array $test): float
	{
		return $test['result']['certainty'];
	}

	/**
	 * @param string|null $route null: its functions are the routes
	 * @return list<Result>
	 */
	private function test(?string $route, Composition $composition): array
	{
		$least = self::least($composition);
		$tests = [];
		foreach ($composition->functions($least) as $kind => $functions) {
			foreach ($route === null && $kind === 'incl' ? [] : $functions as $function => $time) {
				$tests[] = $route === null ? $this->fit((string) $function, '', 'route', $composition, $time) : $this->fit($route, (string) $function, $kind, $composition, $time);
			}
		}
		$changed = $route === null ? [] : array_map(strval(...), array_keys($composition->changed($least)));
		if ($changed !== []) {
			$tests[] = $this->fit((string) $route, $changed[0], 'new', $composition, $composition->timeOf($changed));
		}

		return $this->decide(array_values(array_filter($tests)));
	}

	/**
	 * @param list<float> $time by unit
	 * @return Test|null null: it is too light, or nearly all
	 */
	private function fit(string $route, string $function, string $kind, Composition $composition, array $time): ?array
	{
		$all = array_sum($composition->totals);
		$share = array_sum($time) / $all;
		if ($share > ($kind === 'new' ? 0.5 : self::MOST_SHARE) || ($kind !== 'new' && array_sum($time) / $composition->sample < self::LEAST_SAMPLES * count($time))) {
			return null;
		}
		$values = [];
		foreach ($time as $unit => $part) {
			$rest = $composition->totals[$unit] - $part + $composition->sample / 2;
			$values[] = $kind === 'new' ? log(($rest + $part) / $rest) : log(($part + $composition->sample / 2) / $rest);
		}

		return ['route' => $route, 'function' => $function, 'kind' => $kind, 'share' => $share, 'fit' => $this->contrast->fit($values)];
	}

	/**
	 * @param list<Test> $tests
	 * @return list<Result>
	 */
	private function decide(array $tests): array
	{
		$memories = array_map(static fn (array $test): float => $test['fit']['memory'], $tests);
		sort($memories);
		$memory = $memories[intdiv(count($memories), 2)] ?? 0.0;

		return array_map(fn (array $test): array => ['route' => $test['route'], 'function' => $test['function'], 'kind' => $test['kind'], 'share' => $test['share'],
			'result' => $this->contrast->test($test['fit'], $memory)], $tests);
	}

	private static function least(Composition $composition): float
	{
		return self::LEAST_SHARE * array_sum($composition->totals);
	}

	/** @param Result $test */
	private static function shift(array $test): Shift
	{
		['change' => $change, 'error' => $error, 'degrees' => $degrees] = $test['result'];
		$error *= StudentT::limit(0.05, $degrees);

		return new Shift($test['route'], $test['function'], $test['kind'], $test['share'], expm1($change), [expm1($change - $error), expm1($change + $error)]);
	}
}
