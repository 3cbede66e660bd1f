<?php
declare(strict_types=1);

namespace XHProf\Cli\View;

use XHProf\Cli\Doctor\Diagnosis;
use XHProf\Cli\Doctor\Finding;
use XHProf\Cli\Doctor\PhpChecks;
use XHProf\Cli\Doctor\Sapi;
use XHProf\Cli\Terminal\Terminal;
use XHProf\Cli\Terminal\Text;
use XHProf\Cli\Terminal\Units;

/** The doctor's findings, as text or as data. */
final class DoctorView
{
	private const STYLES = [Finding::OK => 'green', Finding::NOTE => 'yellow', Finding::WRONG => 'red'];
	private const INDENT = 7;

	/** @param array<string, list<Finding>> $findings by what they are about */
	public function __construct(private readonly Diagnosis $diagnosis, private readonly array $findings,
		private readonly Terminal $terminal)
	{
	}

	public function text(): string
	{
		$text = "xhprof {$this->diagnosis->commandVersion} on " . Text::plain($this->diagnosis->machine->name()) . "\n";
		foreach ($this->findings as $about => $findings) {
			$text .= $findings === [] ? '' : "\n" . $this->terminal->style($about, 'bold') . "\n"
				. implode('', array_map($this->finding(...), $findings));
		}

		return "$text\n" . $this->verdict() . "\n";
	}

	/** @return array<string, mixed> */
	public function data(): array
	{
		$all = [];
		foreach ($this->findings as $about => $findings) {
			foreach ($findings as $finding) {
				$all[] = ['level' => $finding->level, 'about' => strtolower($about), 'text' => $finding->text,
					'details' => $finding->details, 'commands' => $finding->commands];
			}
		}

		return ['is_well' => $this->count(Finding::WRONG) === 0,
			'command' => $this->diagnosis->commandVersion, 'system' => $this->diagnosis->machine->name(),
			'perf_event_paranoid' => $this->diagnosis->system->paranoid(),
			'php' => array_map($this->sapi(...), $this->diagnosis->sapis), 'findings' => $all];
	}

	public function count(string $level): int
	{
		return count(array_filter(array_merge(...array_values($this->findings)),
			static fn (Finding $finding): bool => $finding->level === $level));
	}

	private function finding(Finding $finding): string
	{
		$word = $this->terminal->style(str_pad($finding->level, self::INDENT), self::STYLES[$finding->level]);
		$text = $word . $this->wrapped($finding->text) . "\n";
		foreach ($finding->details as $detail) {
			$text .= str_repeat(' ', self::INDENT) . $this->terminal->style($this->wrapped($detail), 'dim') . "\n";
		}
		foreach ($finding->commands as $command) {
			// Never wrapped: it is copied.
			$text .= str_repeat(' ', self::INDENT) . '$ ' . Text::plain($command) . "\n";
		}

		return $text;
	}

	private function wrapped(string $text): string
	{
		return wordwrap(Text::plain($text), $this->terminal->width - self::INDENT - 1,
			"\n" . str_repeat(' ', self::INDENT));
	}

	private function verdict(): string
	{
		[$wrong, $notes] = [$this->count(Finding::WRONG), $this->count(Finding::NOTE)];
		$more = $notes === 0 ? '' : ', ' . Units::of($notes, 'note');
		if ($wrong === 0) {
			return $this->terminal->style('Nothing is wrong', 'green') . "$more.";
		}

		return $this->terminal->style(Units::of($wrong, 'thing is', 'things are') . ' wrong', 'red')
			. "$more. Type the lines after \$, then xhprof doctor again.";
	}

	/** @return array<string, mixed> */
	private function sapi(Sapi $sapi): array
	{
		$has = $sapi->hasModule($this->diagnosis->machine);
		$value = static fn (string $key): ?string => $has && $sapi->info !== null
			? $sapi->info->value($key, 'xhprof') : null;

		return ['file' => $sapi->binary, 'sapi' => $sapi->kind, 'version' => $sapi->version,
			'is_this' => $sapi->isCurrent, 'ini_files' => $sapi->iniFiles,
			'scan_dir' => $sapi->scanDir, 'has_xhprof' => $has, 'xhprof' => $has ? $sapi->moduleVersion() : null,
			'hook' => $value('Hook'), 'clock' => $value('Clock'), 'zlib' => $value('zlib'),
			'jit' => $sapi->info === null ? null : PhpChecks::jit($sapi->info)];
	}
}
