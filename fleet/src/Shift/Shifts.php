<?php
declare(strict_types=1);

namespace XHProf\Fleet\Shift;

use XHProf\Cli\Statistics\Noise;
use XHProf\Cli\Statistics\StudentT;

/**
 * Finds routes and functions that take longer or shorter than before. Benjamini and Hochberg's procedure over all tests
 * keeps the part of false finds low. A function is compared with the rest of its route, so that neither load nor the
 * mix of routes matters. A slower function makes the shares of all others smaller, so each find is taken out before the
 * others are tested again.
 *
 * @phpstan-import-type Fit from Contrast
 * @phpstan-import-type Tested from Contrast
 * @phpstan-type Test array{route: string, function: string, kind: string, share: float, fit: Fit}
 * @phpstan-type Result array{route: string, function: string, kind: string, share: float, result: Tested}
 */
final class Shifts
{
	/** Functions with a smaller share of their route's time are not tested. */
	public const LEAST_SHARE = 0.01;

	/** Functions with a larger share of their route's time are not tested, as there is no rest to compare with. */
	private const MOST_SHARE = 0.95;

	/** The fewest effective samples of a unit: with fewer, the logarithm of its time means nothing. */
	public const LEAST_SAMPLES = 20;

	/** The most finds of a route. */
	private const MOST = 10;

	/** A change counts as that of the function itself if its certainty is at least this part of a caller's. */
	private const NEAR = 0.8;

	/** A change whose certainty is at least this part of the greatest one may be its mirror image: see best(). */
	private const MIRRORED = 0.95;

	/** @var list<Shift> the finds */
	public array $found = [];

	/** @var array<string, float> routes with too few samples, and by which factor they need more */
	public array $weak = [];

	/** The number of tests. */
	public int $tests = 0;

	/** The change from which on half of the tests would find it, if nothing else changed. */
	public float $least = 0.0;

	private float $limit = 0.0;

	/**
	 * @param array<string, Composition> $routes
	 * @param Composition $service the service, in which routes take the place of functions
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
		$chances = array_map(static fn (array $test): float => $test['result']['chance'],
			array_merge($whole, ...array_values($results)));
		$this->tests = count($chances);
		$this->least = self::leastOf(array_column(array_merge($whole, ...array_values($results)), 'result'));
		$this->limit = Noise::limitOf($chances);
		$rests = [];
		foreach ($routes as $route => $composition) {
			$rests[] = [[(string) $route],
				$this->take((string) $route, $composition, $results[(string) $route] ?? [])->totals];
		}
		$rest = $service->of($rests);
		$this->take(null, $rest, $this->test(null, $rest));
		usort($this->found, static fn (Shift $a, Shift $b): int => [$a->change < 0, $b->share * abs($b->change)]
			<=> [$b->change < 0, $a->share * abs($a->change)]);
	}

	/** @param list<Tested> $results */
	private static function leastOf(array $results): float
	{
		usort($results, static fn (array $a, array $b): int => $a['error'] <=> $b['error']);
		$middle = $results[intdiv(count($results), 2)] ?? null;

		return $middle === null ? 0.0
			: expm1($middle['error'] * StudentT::limit(Noise::FALSE_PART / count($results), $middle['degrees']));
	}

	/**
	 * Takes the finds out of a route, the best first. Each is searched for without those before it.
	 *
	 * @param string|null $route null: the service
	 * @param list<Result> $tests
	 * @return Composition the rest, without the finds
	 */
	private function take(?string $route, Composition $composition, array $tests): Composition
	{
		$whole = $composition;
		$finds = [];
		while (count($finds) < self::MOST
			&& array_filter($tests, fn (array $test): bool => $test['result']['chance'] <= $this->limit) !== []) {
			$finds[] = $best = self::best($tests);
			$composition = self::without($composition, $best);
			$tests = $composition->least() * self::MOST_SHARE < self::LEAST_SAMPLES ? []
				: $this->test($route, $composition);
		}
		foreach ($finds as $i => $find) {
			$this->found[] = self::shift($this->again($find, $whole, array_diff_key($finds, [$i => 0])));
		}

		return $composition;
	}

	/**
	 * Tests a find again without the other finds, so that it is compared with what did not change, as far as is known.
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
			if ([$test['route'], $test['function'], $test['kind']] === [$find['route'],
				$find['function'], $find['kind']]) {
				return ['share' => $find['share']] + $test;
			}
		}

		return $find;
	}

	/** @param Result $find */
	private static function without(Composition $composition, array $find): Composition
	{
		$names = $find['kind'] === 'new' ? array_keys($composition->changed(self::least($composition)))
			: [$find['kind'] === 'route' ? $find['route'] : $find['function']];

		return $composition->without(array_map(strval(...), $names), $find['kind'] === 'own');
	}

	/**
	 * The change that explains most. A share that grows shrinks all others, and the other way round. If two changes
	 * mirror each other, the one with the smaller share is chosen, and of two routes the one that became slower.
	 *
	 * @param list<Result> $tests
	 * @return Result
	 */
	private static function best(array $tests): array
	{
		usort($tests, static fn (array $a, array $b): int => self::certainty($b) <=> self::certainty($a));
		$near = array_values(array_filter($tests,
			static fn (array $test): bool => self::certainty($test) >= self::NEAR * self::certainty($tests[0])));
		$tops = array_filter($near,
			static fn (array $test): bool => self::certainty($test) >= self::MIRRORED * self::certainty($tests[0]));
		usort($tops, static fn (array $a, array $b): int => $a['kind'] === 'route'
			? $b['result']['change'] <=> $a['result']['change'] : $a['share'] <=> $b['share']);
		$isMore = $tops[0]['result']['change'] > 0;
		$near = array_filter($near, static fn (array $test): bool => ($test['result']['change'] > 0) === $isMore);
		usort($near, static fn (array $a, array $b): int => [$b['kind'] === 'new',
			$b['kind'] === 'own', $a['kind'] === 'own' ? 0 : $a['share']]
			<=> [$a['kind'] === 'new', $a['kind'] === 'own', $a['kind'] === 'own' ? 0 : $b['share']]);

		return $near[0];
	}

	/** @param Result $test */
	private static function certainty(array $test): float
	{
		return $test['result']['certainty'];
	}

	/**
	 * @param string|null $route null: the service, in which routes take the place of functions
	 * @return list<Result>
	 */
	private function test(?string $route, Composition $composition): array
	{
		$least = self::least($composition);
		$tests = [];
		foreach ($composition->functions($least) as $kind => $functions) {
			foreach ($route === null && $kind === 'incl' ? [] : $functions as $function => $time) {
				$tests[] = $route === null ? $this->fit((string) $function, '', 'route', $composition, $time)
					: $this->fit($route, (string) $function, $kind, $composition, $time);
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
	 * @return Test|null null: it has too little time, or nearly all
	 */
	private function fit(string $route, string $function, string $kind, Composition $composition, array $time): ?array
	{
		$all = array_sum($composition->totals);
		$share = array_sum($time) / $all;
		if ($share > ($kind === 'new' ? 0.5 : self::MOST_SHARE)
			|| ($kind !== 'new' && array_sum($time) / $composition->sample < self::LEAST_SAMPLES * count($time))) {
			return null;
		}
		$values = [];
		foreach ($time as $unit => $part) {
			$rest = $composition->totals[$unit] - $part + $composition->sample / 2;
			$values[] = $kind === 'new' ? log(($rest + $part) / $rest)
				: log(($part + $composition->sample / 2) / $rest);
		}

		return ['route' => $route, 'function' => $function, 'kind' => $kind, 'share' => $share,
			'fit' => $this->contrast->fit($values)];
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

		return array_map(fn (array $test): array => ['route' => $test['route'],
			'function' => $test['function'], 'kind' => $test['kind'], 'share' => $test['share'],
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

		return new Shift($test['route'], $test['function'], $test['kind'], $test['share'], expm1($change),
			[expm1($change - $error), expm1($change + $error)]);
	}
}
