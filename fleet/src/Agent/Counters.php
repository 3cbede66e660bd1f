<?php
declare(strict_types=1);

namespace XHProf\Fleet\Agent;

use XHProf\Cli\Live\Total;
use XHProf\Cli\Problem;
use XHProf\Cli\Process\AtomicFile;

/** The numbers of `xhprof ship`, in Prometheus' text format. */
final class Counters
{
	private const PREFIX = 'xhprof_ship_';

	/**
	 * The counters and their help. Those that end in _total only grow. Those in _seconds_total are kept in nanoseconds.
	 */
	private const HELP = [
		'accepted_batches_total' => 'Batches that the destination accepted.',
		'accepted_samples_total' => 'Samples in the accepted batches.',
		'accepted_seconds_total' => 'Wall time that the samples in the accepted batches stand for.',
		'lost_batches_total' => 'Batches that the destination did not get, '
			. 'by reason: room (the spool was full), memory (the disk could not be written), '
			. 'damaged (on the disk), end (not sent when the agent ended, without a spool).',
		'lost_samples_total' => 'Samples that were lost; without a destination: before they were in a batch.',
		'lost_seconds_total' => 'Wall time that the lost samples stand for.',
		'quarantined_batches_total' => 'Batches that the destination refused for good.',
		'quarantined_samples_total' => 'Samples in the quarantined batches.',
		'quarantined_seconds_total' => 'Wall time that the samples in the quarantined batches stand for.',
		'left_out_parts_total' => 'Profiles of a kind that the destination does not take.',
		'failed_attempts_total' => 'Attempts to send that are made again.',
		'spool_errors_total' => 'Files of the spool that could not be written or read, as on a full disk.',
		'unfinished_files_total' => 'Half-written files of the spool that a crash left.',
		'queued_batches' => 'Batches that wait for the destination.',
		'queued_bytes' => 'Their size.',
		'spool_bytes' => 'All queued batches, each once.',
		'quarantine_bytes' => 'All batches in quarantine.',
		'destination_up' => '1 if the last attempt was accepted, 0 if it failed.',
		'last_accepted_timestamp_seconds' => 'When the destination last accepted a batch.',
		'start_timestamp_seconds' => 'When this agent started.',
		'updated_timestamp_seconds' => 'When these numbers were written.',
	];

	/** @var array<string, array<string, int>> values by name, and by labels as they are written */
	private array $values = [];

	/** @var array<string, string> help by name */
	private array $help = self::HELP;

	/** Adds a counter of another class. */
	public function describe(string $name, string $help): void
	{
		$this->help[$name] = $help;
	}

	/** @param array<string, string> $labels */
	public function add(string $name, int $by = 1, array $labels = []): void
	{
		$key = self::labels($labels);
		$before = $this->values[$name][$key] ?? 0;
		$this->values[$name][$key] = Total::plus($before, $by);
	}

	/** @param array<string, string> $labels */
	public function set(string $name, int $value, array $labels = []): void
	{
		$this->values[$name][self::labels($labels)] = $value;
	}

	/** @param array<string, string> $labels */
	public function get(string $name, array $labels = []): int
	{
		return $this->values[$name][self::labels($labels)] ?? 0;
	}

	/**
	 * NAME_batches_total, NAME_samples_total and NAME_seconds_total.
	 *
	 * @param array<string, string> $labels
	 */
	public function addBatch(string $name, Weight $weight, array $labels): void
	{
		$this->add("{$name}_batches_total", 1, $labels);
		$this->add("{$name}_samples_total", $weight->samples, $labels);
		$this->add("{$name}_seconds_total", $weight->wallNs, $labels);
	}

	/**
	 * All values, in the order in which they were first set.
	 *
	 * @return list<array{name: string, labels: string, value: int}>
	 */
	public function rows(): array
	{
		$rows = [];
		foreach ($this->values as $name => $values) {
			foreach ($values as $labels => $value) {
				$rows[] = ['name' => $name, 'labels' => $labels, 'value' => $value];
			}
		}

		return $rows;
	}

	/**
	 * Reads the format that text() writes.
	 *
	 * @return list<array{name: string, labels: string, value: int}>
	 */
	public static function parse(string $text): array
	{
		$pattern = '/^' . self::PREFIX . '(\w+)((?:\{.*\})?) (\d+)(?:\.(\d{9}))?$/m';
		preg_match_all($pattern, $text, $found, PREG_SET_ORDER);

		return array_map(static fn (array $line): array => ['name' => $line[1], 'labels' => $line[2],
			'value' => (int) ($line[3] . ($line[4] ?? ''))], $found);
	}

	/** @return array<string, string> the labels of a row */
	public static function labelsOf(string $text): array
	{
		$labels = [];
		foreach (preg_match_all('/[{,](\w+)="((?:[^"\\\\]|\\\\.)*)"/', $text, $found, PREG_SET_ORDER) > 0
			? $found : [] as $pair) {
			$labels[$pair[1]] = strtr($pair[2], ['\\n' => "\n", '\\"' => '"', '\\\\' => '\\']);
		}

		return $labels;
	}

	/** Prometheus' text format. */
	public function text(): string
	{
		$text = '';
		foreach ($this->help as $name => $help) {
			if (!isset($this->values[$name])) {
				continue;
			}
			$full = self::PREFIX . $name;
			$type = str_ends_with($name, '_total') ? 'counter' : 'gauge';
			$text .= "# HELP $full " . strtr($help, ['\\' => '\\\\', "\n" => '\n']) . "\n# TYPE $full $type\n";
			foreach ($this->values[$name] as $labels => $value) {
				$text .= "$full$labels "
					. (str_ends_with($name, '_seconds_total') ? self::seconds($value) : $value) . "\n";
			}
		}

		return $text;
	}

	/**
	 * Writes the file at once: readers find either all of the old text or all of the new one.
	 *
	 * @throws Problem
	 */
	public function write(string $file): void
	{
		$this->set('updated_timestamp_seconds', time());
		AtomicFile::write($file, $this->text(), false, 0644);
	}

	/** Exact, unlike a division of floats. */
	private static function seconds(int $ns): string
	{
		return sprintf('%d.%09d', intdiv($ns, 1_000_000_000), $ns % 1_000_000_000);
	}

	/** @param array<string, string> $labels */
	private static function labels(array $labels): string
	{
		$texts = [];
		foreach ($labels as $name => $value) {
			$texts[] = $name . '="' . strtr($value, ['\\' => '\\\\', '"' => '\"', "\n" => '\n']) . '"';
		}

		return $texts === [] ? '' : '{' . implode(',', $texts) . '}';
	}
}
