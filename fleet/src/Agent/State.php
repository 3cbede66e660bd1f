<?php
declare(strict_types=1);

namespace XHProf\Fleet\Agent;

use XHProf\Cli\Problem;
use XHProf\Cli\Process\AtomicFile;

/**
 * The state of an agent, for `xhprof ship --status`. The agent writes it into its spool every few seconds. The file
 * with its metrics has the same numbers, but not the reasons.
 *
 * @phpstan-type DestinationRow array{to: string, state: string, reason: string, attempts: int, next_at: int|null}
 */
final class State
{
	private const FILE = 'state.json';

	/**
	 * @param bool|null $isRunning null: not known
	 * @param list<DestinationRow> $destinations
	 * @param list<array{name: string, labels: string, value: int}> $rows as Counters::rows()
	 * @param list<string> $refused why rings cannot be used
	 */
	private function __construct(
		public readonly ?bool $isRunning,
		public readonly ?int $pid,
		public readonly ?string $folder,
		public readonly array $destinations,
		private readonly array $rows,
		public readonly array $refused = [],
	) {
	}

	/**
	 * @param list<array{to: string, state: string, reason: string, attempts: int, next_s: float|null}> $states as
	 *     Outbox::states()
	 * @param list<string> $refused
	 * @throws Problem
	 */
	public static function save(string $folder, array $states, Counters $counters, array $refused = []): void
	{
		$destinations = [];
		foreach ($states as $state) {
			$destinations[] = ['next_at' => $state['next_s'] === null ? null : (int) ceil(time() + $state['next_s'])]
				+ array_diff_key($state, ['next_s' => 1]);
		}
		$counters->set('updated_timestamp_seconds', time());
		AtomicFile::write("$folder/" . self::FILE,
			json_encode(['schema' => 'xhprof-ship-state', 'version' => 1, 'pid' => getmypid(),
				'destinations' => $destinations, 'refused' => $refused, 'counters' => $counters->rows()],
				JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR) . "\n");
	}

	/** @throws Problem if there is none */
	public static function ofSpool(string $folder): self
	{
		$text = @file_get_contents("$folder/" . self::FILE);
		if ($text === false) {
			throw is_file("$folder/" . self::FILE)
				? new Problem("no permission to read the spool $folder", 'run this as the agent\'s user, or as root')
				: new Problem("$folder is not the spool of an agent", 'xhprof ship --spool DIR makes one; '
					. 'with --metrics-file FILE the agent\'s numbers are read from there');
		}
		$data = json_decode($text, true);
		if (!is_array($data) || ($data['schema'] ?? null) !== 'xhprof-ship-state') {
			throw new Problem("$folder/" . self::FILE . ' is damaged');
		}
		/**
		 * @var array{pid: int, destinations: list<DestinationRow>, refused?: list<string>,
		 *     counters: list<array{name: string, labels: string, value: int}>} $data
		 */
		return new self(SpoolFolder::isInUse($folder), $data['pid'], $folder, $data['destinations'], $data['counters'],
			$data['refused'] ?? []);
	}

	/** @throws Problem if there are none */
	public static function ofMetrics(string $file): self
	{
		$text = @file_get_contents($file);
		$rows = Counters::parse((string) $text);
		if ($rows === []) {
			throw new Problem($text === false ? "$file cannot be read" : "$file has no metrics of xhprof ship");
		}
		$states = [];
		foreach ($rows as $row) {
			$to = Counters::labelsOf($row['labels'])['to'] ?? null;
			if ($to !== null) {
				$states[$to] ??= ['to' => $to, 'state' => '', 'reason' => '', 'attempts' => 0, 'next_at' => null];
				$states[$to]['state'] = $row['name'] === 'destination_up' ? ['failing', 'idle'][min(1, $row['value'])]
					: $states[$to]['state'];
			}
		}

		return new self(null, null, null, array_values($states), $rows);
	}

	/** @param array<string, string> $labels */
	public function value(string $name, array $labels = []): int
	{
		foreach ($this->rows($name) as $row) {
			if ($row['labels'] === $labels) {
				return $row['value'];
			}
		}

		return 0;
	}

	/** @return list<array{labels: array<string, string>, value: int}> */
	public function rows(string $name): array
	{
		$rows = [];
		foreach ($this->rows as $row) {
			if ($row['name'] === $name) {
				$rows[] = ['labels' => Counters::labelsOf($row['labels']), 'value' => $row['value']];
			}
		}

		return $rows;
	}

	/** @return list<string> */
	public function names(): array
	{
		return array_values(array_unique(array_column($this->rows, 'name')));
	}
}
