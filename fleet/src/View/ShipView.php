<?php
declare(strict_types=1);

namespace XHProf\Fleet\View;

use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;
use XHProf\Fleet\Agent\SpoolFolder;
use XHProf\Fleet\Agent\State;

/**
 * The state of an agent: each destination, what waits for it, and what was lost.
 *
 * @phpstan-import-type DestinationRow from State
 */
final class ShipView
{
	private const STYLES = ['idle' => 'green', 'sending' => 'green', 'failing' => 'red'];

	/** Why something was lost, for people. */
	private const REASONS = ['room' => 'the spool was full', 'memory' => 'the disk could not be written',
		'damaged' => 'damaged on the disk or in a ring', 'end' => 'not sent before the end',
		'overwritten' => 'overwritten in the rings before they were read', 'killed' => 'while no agent read them'];

	/** The counters that the text shows in words. */
	private const KNOWN = '/^(accepted|lost|quarantined|read|other)_|_timestamp_seconds$|^(queued_|spool_bytes'
		. '|quarantine_bytes|destination_up|rings$|refused_rings$|reader_confined$|left_out_parts)/';

	public function __construct(private readonly State $state, private readonly Terminal $terminal,
		private readonly int $now)
	{
	}

	public function text(): string
	{
		$text = $this->row('agent', $this->agent());
		if ($this->state->names() !== [] && in_array('rings', $this->state->names(), true)) {
			$text .= $this->row('rings', $this->rings()) . implode('',
				array_map(fn (string $reason): string => $this->row('', Text::plain($reason)), $this->state->refused))
				. $this->row('read', $this->samples('read', []) . $this->others());
		}
		$text .= $this->row('spool', $this->spool());
		foreach ($this->state->destinations as $destination) {
			$text .= "\n" . $this->destination($destination);
		}
		$lost = $this->lost(null);

		return $text . ($lost === '' ? '' : "\n$lost") . $this->more();
	}

	/**
	 * The same for programs.
	 *
	 * @return array<string, mixed>
	 */
	public function data(): array
	{
		$counters = [];
		foreach ($this->state->names() as $name) {
			$counters[$name] = $this->state->rows($name);
		}

		return ['is_running' => $this->state->isRunning, 'pid' => $this->state->pid, 'spool' => $this->state->folder,
			'destinations' => $this->state->destinations, 'refused' => $this->state->refused, 'counters' => $counters];
	}

	private function agent(): string
	{
		$age = max(0, $this->now - $this->state->value('updated_timestamp_seconds'));
		$since = $this->state->value('start_timestamp_seconds');
		if ($this->state->isRunning === false) {
			return $this->terminal->style('not running', 'red') . "; numbers of $age s ago";
		}

		return ($this->state->isRunning === true ? $this->terminal->style('running', 'green') : 'started')
			. ' since ' . date('Y-m-d H:i:s', $since)
			. ($this->state->pid === null ? '' : ", pid {$this->state->pid}") . "; numbers of $age s ago";
	}

	private function rings(): string
	{
		$refused = $this->state->value('refused_rings');
		$isOpen = in_array('reader_confined', $this->state->names(), true)
			&& $this->state->value('reader_confined') === 0;

		return Units::count($this->state->value('rings'))
			. ($isOpen ? ', ' . $this->terminal->style('read without seccomp', 'red') : '')
			. ($refused === 0 ? '' : ', ' . $this->terminal->style(Units::count($refused) . ' refused', 'red')
				. ($this->state->refused === [] ? ': its log says why' : ':'));
	}

	private function spool(): string
	{
		$quarantine = $this->state->value('quarantine_bytes');

		return ($this->state->folder === null ? '' : Text::plain($this->state->folder) . ', ')
			. Units::bytes($this->state->value('spool_bytes')) . ' wait'
			. ($quarantine === 0 ? '' : ', ' . Units::bytes($quarantine) . ' in quarantine');
	}

	/** @param DestinationRow $row */
	private function destination(array $row): string
	{
		$to = ['to' => $row['to']];
		$text = $this->terminal->style(Text::plain($row['to']), 'bold') . '  '
			. $this->terminal->style($row['state'], self::STYLES[$row['state']] ?? '') . "\n";
		if ($row['reason'] !== '') {
			$text .= $this->row('why', Text::plain($row['reason']));
		}
		if ($row['next_at'] !== null && $this->state->isRunning !== false) {
			$text .= $this->row('next',
				"attempt " . ($row['attempts'] + 1) . ' in ' . max(0, $row['next_at'] - $this->now) . ' s');
		}
		$waits = $this->state->value('queued_batches', $to);
		$last = $this->state->value('last_accepted_timestamp_seconds', $to);
		$text .= $this->row('accepted', $this->batches('accepted', $to)
			. ($last === 0 ? '' : '; the last ' . max(0, $this->now - $last) . ' s ago'))
			. $this->row('waits', $waits === 0 ? 'nothing' : Units::of($waits, 'batch', 'batches') . ', '
				. Units::bytes($this->state->value('queued_bytes', $to)));
		if ($this->state->value('quarantined_batches_total', $to) > 0) {
			$text .= $this->row('refused', $this->batches('quarantined', $to)) . ($this->state->folder === null ? ''
				: $this->row('', 'quarantine/' . SpoolFolder::nameOf($row['to']) . '/*.txt says why'));
		}

		return $text . $this->lost($row['to']);
	}

	/** @param string|null $to null: before it was for any */
	private function lost(?string $to): string
	{
		$text = '';
		foreach ($this->state->rows('lost_samples_total') as ['labels' => $labels, 'value' => $samples]) {
			if (($labels['to'] ?? null) === $to
				&& ($samples > 0 || $this->state->value('lost_batches_total', $labels) > 0)) {
				$reason = $labels['reason'] ?? '';
				$text .= $this->row('lost', $this->terminal->style(
					$to === null ? $this->samples('lost', $labels) : $this->batches('lost', $labels), 'red')
					. ': ' . (self::REASONS[$reason] ?? Text::plain($reason)));
			}
		}

		return $text;
	}

	private function others(): string
	{
		return $this->state->value('other_samples_total') === 0 ? ''
			: '; ' . $this->samples('other', []) . ' as (other)';
	}

	/** The counters that the text does not show in words. */
	private function more(): string
	{
		$text = '';
		foreach ($this->state->names() as $name) {
			foreach (preg_match(self::KNOWN, $name) === 1 ? []
				: $this->state->rows($name) as ['labels' => $labels, 'value' => $value]) {
				$about = implode(', ', $labels);
				$text .= $value === 0 ? ''
					: '  ' . Text::fit(str_replace('_', ' ', (string) preg_replace('/_total$/', '', $name)), 24)
					. Text::right(Units::count($value), 14) . ($about === '' ? '' : '  ' . Text::plain($about)) . "\n";
			}
		}

		return $text === '' ? '' : "\n$text";
	}

	/** @param array<string, string> $labels */
	private function batches(string $name, array $labels): string
	{
		$batches = $this->state->value("{$name}_batches_total", $labels);

		return $batches === 0 ? 'nothing'
			: Units::of($batches, 'batch', 'batches') . ', ' . $this->samples($name, $labels);
	}

	/** @param array<string, string> $labels */
	private function samples(string $name, array $labels): string
	{
		return Units::of($this->state->value("{$name}_samples_total", $labels), 'sample') . ' of '
			. Units::time($this->state->value("{$name}_seconds_total", $labels));
	}

	private function row(string $about, string $text): string
	{
		return '  ' . str_pad($about, 10) . "$text\n";
	}
}
