<?php
declare(strict_types=1);

namespace XHProf\PHPUnit;

use XHProf\Cli\Terminal\Units;
use XHProf\Profile;

/**
 * Profiles one test after the other, keeps the runs of the slowest, and checks budgets. The same for all versions of
 * PHPUnit.
 *
 * @phpstan-type Kept array{label: string, wall_ns: int, run: Profile}
 */
final class Session
{
	/** @var list<Kept> the slowest first */
	private array $slowest = [];

	/** @var array<string, int> how many tests, by why their budgets were not checked */
	private array $unchecked = [];

	private int $profiled = 0;
	private int $broken = 0;
	private string $label = '';
	private ?Budgets $budgets = null;
	private bool $isOn = false;
	private bool $isOver = false;

	/** Why no test is profiled; null: tests are. */
	private ?string $why = null;

	private Store $store;

	public function __construct(private Settings $settings)
	{
		$this->store = new Store($settings->folder);
		// The last word after PHPUnit's own, also if the suite ends early.
		register_shutdown_function(fn () => $this->end());
	}

	/** The command xhprof-phpunit makes the session before phpunit.xml is read. */
	public function configure(Settings $settings): void
	{
		$this->settings = $settings;
		$this->store = new Store($settings->folder);
	}

	/** Before setUp(). */
	public function begin(string $class, string $method, string $label): void
	{
		$this->drop();
		$this->label = $label;
		$this->budgets = Budgets::of($class, $method, $this->settings);
		if ($this->budgets === null && $this->settings->slowest === 0) {
			return;
		}
		$this->why ??= self::obstacle();
		if ($this->why === null) {
			$this->budgets?->begin();
			$this->isOn = true;
			xhprof_enable(XHPROF_FLAGS_CPU | XHPROF_FLAGS_MEMORY | XHPROF_FLAGS_TREE);
		}
	}

	/** Just before the test method. */
	public function prepared(): void
	{
		$this->isOn ? $this->budgets?->begin() : null;
	}

	/** @return string|null why the test has failed after all; null: it has not */
	public function finish(bool $isPassed): ?string
	{
		$run = $this->isOn ? xhprof_stop() : null;
		$this->isOn = false;
		$budgets = $this->budgets;
		$this->budgets = null;
		if ($run !== null) {
			$this->profiled++;
			$this->keep($run);
		}

		return $budgets === null || !$isPassed ? null : $this->judge($budgets, $run);
	}

	private function judge(Budgets $budgets, ?Profile $run): ?string
	{
		$broken = $budgets->check($run);
		$unchecked = $run !== null ? $budgets->unchecked : [$this->why ?? 'the test ended the profile itself'];
		if ($this->settings->required && $unchecked !== []) {
			$broken .= 'not checked: ' . implode("\nnot checked: ", $unchecked) . "\n";
		} else {
			foreach ($unchecked as $why) {
				$this->unchecked[$why] = ($this->unchecked[$why] ?? 0) + 1;
			}
		}
		if ($broken === null) {
			return null;
		}
		$this->broken++;

		return rtrim("Budget $broken" . ($run === null ? '' : $this->store->save($run, $this->label)));
	}

	private function keep(Profile $run): void
	{
		$wall_ns = $run->summary()['wall_ns'];
		if (count($this->slowest) === $this->settings->slowest
			&& ($this->slowest === [] || end($this->slowest)['wall_ns'] >= $wall_ns)) {
			return;
		}
		$this->slowest[] = ['label' => $this->label, 'wall_ns' => $wall_ns, 'run' => $run];
		usort($this->slowest, static fn (array $a, array $b): int => $b['wall_ns'] <=> $a['wall_ns']);
		$this->slowest = array_slice($this->slowest, 0, $this->settings->slowest);
	}

	/** A test that never came to its end, such as one that setUp() skipped. */
	private function drop(): void
	{
		if ($this->isOn) {
			xhprof_stop();
			$this->isOn = false;
		}
	}

	private static function obstacle(): ?string
	{
		if (!function_exists('xhprof_info')) {
			return 'the extension xhprof is not loaded';
		}
		if (xhprof_info()['hook'] === 'off') {
			return 'xhprof.hook is off';
		}

		return xhprof_info()['running'] ? 'another profile is running already' : null;
	}

	private function end(): void
	{
		if ($this->isOver) {
			return;
		}
		$this->isOver = true;
		$this->drop();
		$text = '';
		if ($this->settings->slowest > 0) {
			$text .= $this->why !== null ? "No test was profiled: $this->why.\n" : $this->table();
		}
		foreach ($this->unchecked as $why => $tests) {
			$text .= ($text === '' ? '' : "\n") . 'Budgets of ' . ($tests === 1 ? '1 test' : "$tests tests")
				. " not checked: $why.\n";
		}
		if ($text !== '') {
			fwrite(STDERR, "\n$text");
		}
	}

	private function table(): string
	{
		$text = 'Slowest ' . count($this->slowest)
			. " of $this->profiled tests (times include the profiler's overhead):\n";
		foreach ($this->slowest as ['label' => $label, 'run' => $run]) {
			$summary = $run->summary();
			$text .= sprintf("\n%8s  %s\n%10sCPU %s, %s calls\n%10s%s\n", Units::time($summary['wall_ns']), $label, '',
				Units::time($summary['cpu_ns'] ?? 0), Units::count($summary['calls']), '',
				$this->store->save($run, $label));
		}

		return $text;
	}
}
