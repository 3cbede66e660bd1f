<?php
declare(strict_types=1);

namespace XHProf\Cli\Live;

/** The choices that the user of the full screen has made with keys. */
final class Choice
{
	public const ORDERS = ['time', 'cpu', 'memory', 'pid', 'request'];
	public const INTERVALS_NS = [1_000_000, 2_000_000, 5_000_000, 10_000_000, 20_000_000, 40_000_000, 100_000_000];

	/** The effect of each key, for the page of help. */
	public const HELP = [
		'up, down, j, k' => 'choose a worker, to see its functions only',
		'enter, t' => 'the stack of the chosen worker, and back',
		'escape, a' => 'back to the functions of all workers',
		'page up, down' => 'scroll the lower table',
		's' => 'sort functions by own or inclusive time',
		'o' => 'sort workers by time, CPU, memory, pid or request',
		'/' => 'only functions whose names contain a text',
		'u' => 'only requests of these URIs: /cart*, or a part of one',
		'+, -' => 'sample more, or less often',
		'c' => 'sample wall time or CPU time',
		'r' => 'record a profile from now on; again: write it',
		'p, space' => 'pause: freeze the screen, and stop sampling',
		'q, Ctrl-C' => 'quit',
	];

	public string $sort = 'own';
	public string $order = 'time';
	public string $filter = '';
	public string $uri = '';
	public string $clock = 'wall';

	/** The rows of the lower table: "" for functions, else the name of a dimension. */
	public string $by = '';
	/** No budget makes a process sample less often than this unless a reader asks for it: see live/budget.c. */
	public int $intervalNs = 40_000_000;
	public ?string $chosen = null;
	public bool $isStack = false;
	public bool $isPaused = false;
	public bool $isHelp = false;
	public int $scroll = 0;
	public string $message = '';

	/** The field that is being typed: "filter" or "uri". */
	public ?string $prompt = null;
	public string $typed = '';

	/**
	 * Takes a key.
	 *
	 * @param list<string> $workers in the order on the screen
	 * @return string what the caller has to do: "quit"; "record"; "ask": the interval changed, or sampling was paused
	 *     or resumed; "clock": the clock changed; "forget": the samples read so far are those of other requests; "":
	 *     nothing
	 */
	public function press(string $key, array $workers): string
	{
		$this->message = '';
		if ($key === 'interrupt') {
			return 'quit';
		}
		if ($this->prompt !== null) {
			return $this->type($key);
		}
		if ($this->isHelp) {
			$this->isHelp = false;

			return $key === 'q' ? 'quit' : '';
		}
		$this->move($key, $workers);

		return $this->toggle($key) ?? $this->change($key);
	}

	/** @param list<string> $workers */
	private function move(string $key, array $workers): void
	{
		$at = $this->chosen === null ? false : array_search($this->chosen, $workers, true);
		match ($key) {
			'up', 'k' => $this->choose($workers[max(0, ($at === false ? 0 : $at) - 1)] ?? null),
			'down', 'j' => $this->choose($workers[min(count($workers) - 1, $at === false ? 0 : $at + 1)] ?? null),
			'home' => $this->choose($workers[0] ?? null),
			'end' => $this->choose($workers[count($workers) - 1] ?? null),
			'page up' => $this->scroll = max(0, $this->scroll - 10),
			'page down' => $this->scroll += 10,
			default => null,
		};
		if (($key === 'enter' || $key === 't') && $this->chosen === null) {
			$this->choose($workers[0] ?? null);
		}
	}

	private function choose(?string $worker): void
	{
		$this->chosen = $worker;
		$this->scroll = 0;
	}

	private function toggle(string $key): ?string
	{
		switch ($key) {
			case 'enter':
			case 't':
				$this->isStack = !$this->isStack && $this->chosen !== null;
				$this->scroll = 0;
				return '';
			case 'escape':
			case 'a':
				$this->choose(null);
				$this->isStack = false;
				return '';
			case 's':
				$this->sort = $this->sort === 'own' ? 'incl' : 'own';
				return '';
			case 'o':
				$this->order =
					self::ORDERS[((int) array_search($this->order, self::ORDERS, true) + 1) % count(self::ORDERS)];
				$this->message = "workers by $this->order";
				return '';
			case '?':
			case 'h':
				$this->isHelp = true;
				return '';
		}

		return null;
	}

	private function change(string $key): string
	{
		switch ($key) {
			case '/':
			case 'u':
				$this->prompt = $key === '/' ? 'filter' : 'uri';
				$this->typed = $key === '/' ? $this->filter : $this->uri;
				return '';
			case '+':
			case '-':
				return $this->step($key === '+' ? -1 : 1);
			case 'c':
				$this->clock = $this->clock === 'wall' ? 'cpu' : 'wall';
				return 'clock';
			case 'p':
			case ' ':
				$this->isPaused = !$this->isPaused;
				return 'ask';
			case 'r':
				return 'record';
			case 'q':
				return 'quit';
		}

		return '';
	}

	private function step(int $by): string
	{
		$near = array_filter(self::INTERVALS_NS,
			fn (int $ns): bool => $by < 0 ? $ns < $this->intervalNs : $ns > $this->intervalNs);
		if ($near === []) {
			return '';
		}
		$this->intervalNs = $by < 0 ? max($near) : min($near);

		return 'ask';
	}

	/** Takes a key while a text is being typed. */
	private function type(string $key): string
	{
		if ($key === 'backspace') {
			$this->typed = (string) preg_replace('/.\z/us', '', $this->typed);
		} elseif (preg_match('/^[^\x00-\x1F\x7F]\z/u', $key) === 1 || $key === ' ') {
			$this->typed .= $key;
		} elseif ($key === 'enter' || $key === 'escape') {
			return $this->endTyping($key === 'enter' ? $this->typed : '');
		}

		return '';
	}

	private function endTyping(string $text): string
	{
		[$prompt, $this->prompt] = [$this->prompt, null];
		if ($prompt === 'filter') {
			$this->filter = $text;

			return '';
		}
		$isNew = $this->uri !== RequestFilter::ofPart($text);
		$this->uri = RequestFilter::ofPart($text);

		return $isNew ? 'forget' : '';
	}
}
