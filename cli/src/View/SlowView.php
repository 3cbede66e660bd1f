<?php
declare(strict_types=1);

namespace XHProf\Cli\View;

use XHProf\Cli\Breakdown\PathTree;
use XHProf\Cli\Live\Deaths;
use XHProf\Cli\Live\EndedRequests;
use XHProf\Cli\Live\Marks;
use XHProf\Cli\Process\CommandLine;
use XHProf\Cli\Saved\TraceId;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;
use XHProf\Profile;

/**
 * The slowest requests, each with its call paths.
 *
 * @phpstan-import-type RequestRow from EndedRequests
 * @phpstan-type Shown array{RequestRow, Profile|null}
 */
final class SlowView
{
	/** Below that width, times of call paths make room for names. */
	private const NARROW = 70;

	public function __construct(private readonly Terminal $terminal, private readonly EndedRequests $requests,
		private readonly string $target)
	{
	}

	/** @param list<Shown> $shown */
	public function text(array $shown, ?string $file): string
	{
		$text = $this->head(count($shown)) . $this->sampling($shown)
			. LeftOut::rings($this->requests->refused(), $this->terminal);
		foreach ($shown as [$row, $profile]) {
			$text .= "\n" . $this->request($row) . $this->paths($profile);
		}

		return $text . ($file === null ? '' : "\nfile:  $file (" . Units::bytes((int) @filesize($file)) . ")\nmore:  "
			. CommandLine::of(['xhprof', 'open', CommandLine::file($file)]) . "\n");
	}

	/**
	 * @param list<Shown> $shown
	 * @return array<string, mixed>
	 */
	public function data(array $shown): array
	{
		return ['target' => $this->target, 'processes' => $this->requests->processes(),
			'requests' => $this->requests->count(), 'since' => $this->requests->oldest(),
			'intervals_ns' => $this->requests->intervals(), 'matching' => $this->requests->matching(),
			'slow' => array_map(static fn (array $pair): array => ['tags' => (object) $pair[0]['tags'],
				'marks' => (object) $pair[0]['marks']] + $pair[0] + ['samples' => self::samples($pair[1]),
					'paths' => $pair[1] === null ? [] : (new PathTree($pair[1]))->lines()], $shown),
			'refused' => LeftOut::data($this->requests->refused())];
	}

	private function head(int $shown): string
	{
		$count = $this->requests->matching();
		$oldest = $this->requests->oldest();
		$processes = $this->requests->processes();
		$text = Units::of($this->requests->count(), 'request') . ' of ' . Units::of($processes, 'process', 'processes')
			. ($oldest === null ? '' : ' since ' . date('H:i:s', (int) $oldest));
		$text .= $count === $this->requests->count() ? '' : ', ' . Units::count($count) . ' match';

		return $this->terminal->style($text, 'bold') . ($shown < $count ? "; the $shown slowest" : '') . "\n";
	}

	/** @param list<Shown> $shown */
	private function sampling(array $shown): string
	{
		$intervals = array_map(Units::time(...), $this->requests->intervals());
		if ($intervals !== []) {
			return 'a sample every ' . implode(' to ', $intervals) . "\n";
		}
		$hasSamples = array_filter($shown, static fn (array $pair): bool => self::samples($pair[1]) > 0) !== [];

		return $hasSamples ? '' : $this->terminal->style(
			'no stacks: these processes take no samples; xhprof.live_interval=10ms keeps samples of the last minutes',
			'yellow') . "\n";
	}

	private static function samples(?Profile $profile): int
	{
		return $profile?->summary()['samples'] ?? 0;
	}

	/** @param RequestRow $row */
	private function request(array $row): string
	{
		$facts = [$row['has_died'] ? 'died' : ($row['status'] === null ? '' : "status $row[status]"),
			$row['cpu_ns'] === null ? '' : 'CPU ' . Units::time($row['cpu_ns']),
			$row['peak_bytes'] === 0 ? '' : 'peak ' . Units::bytes($row['peak_bytes']),
			'at ' . date('H:i:s', (int) $row['began']), "pid $row[pid]",
			$row['idle_ns'] === null ? '' : 'idle ' . Units::time($row['idle_ns']) . ' before',
			...array_map(static fn (string $key, string $value): string => "$key=$value",
				array_map('strval', array_keys($row['tags'])), $row['tags']), TraceId::text($row)];
		$name = Text::plain(trim("$row[method] $row[uri]")) ?: '(no name)';

		return $this->terminal->style(Text::right(match ($row['wall_bound']) {
			'at least' => '>',
			'at most' => '<',
			default => '',
		} . Units::time($row['wall_ns']), 8) . "  $name", 'bold') . '  '
			. Text::plain(implode('  ', array_filter($facts))) . "\n" . $this->marks($row);
	}

	/** @param RequestRow $row */
	private function marks(array $row): string
	{
		$death = $row['has_died']
			? Deaths::text($row['death']) . ($row['last_in'] === null ? '' : ", last seen in $row[last_in]") : '';
		$text = implode('; ', array_filter([$death, Marks::text($row['marks'], $row['wall_ns'])]));

		return Text::wrapped($text, 10, $this->terminal->width,
			fn (string $line): string => $this->terminal->style($line, 'yellow'));
	}

	private function paths(?Profile $profile): string
	{
		if ($profile === null || self::samples($profile) === 0) {
			return $this->terminal->style("          no sample of it\n", 'dim');
		}
		$text = '';
		foreach ((new PathTree($profile))->lines() as $line) {
			$numbers = Text::right(Units::percent($line['wall_ns'], $profile->summary()['wall_ns']), 8) . ' %'
				. ($this->terminal->width < self::NARROW ? '' : Text::right(Units::time($line['wall_ns']), 9)) . '  '
				. str_repeat('  ', $line['depth']);
			$text .= $numbers . Text::end(Text::plain(implode(' > ', $line['functions'])),
				max(20, $this->terminal->width - strlen($numbers) - 1)) . "\n";
		}

		return $text;
	}
}
