<?php
declare(strict_types=1);

namespace XHProf\Cli\Command;

use XHProf\Cli\Live\EndedRequests;
use XHProf\Cli\Live\Target;
use XHProf\Cli\Problem;
use XHProf\Cli\Run\RunFile;
use XHProf\Cli\Run\RunFormat;
use XHProf\Cli\Saved\Filter;
use XHProf\Cli\Terminal\ExitStatus;
use XHProf\Cli\View\SlowView;
use XHProf\Profile;

/**
 * xhprof slow: the slowest requests that are over, out of the rings of a target, with the stacks that are still there.
 */
final class SlowCommand extends Command
{
	public function run(): int
	{
		$filter = Filter::of($this->arguments);
		$limit = $this->arguments->number('limit', 10, 1);
		$out = $this->arguments->value('out');
		$format = $out === null ? null : $this->format($out);
		$target = Target::of($this->arguments->rest, 'xhprof slow [TARGET]');
		$requests = new EndedRequests($target->files(), $filter, $limit, $target->doubt());
		if ($requests->processes() === 0 && $requests->refused() !== []) {
			$file = (string) array_key_first($requests->refused());
			throw new Problem("$file: {$requests->refused()[$file]}");
		}
		$shown = array_map(static fn (array $row): array => [$row, $requests->profile($row)], $requests->slowest());
		if ($out !== null && $format !== null) {
			self::save($shown, $format, $out);
		}
		$view = new SlowView($this->terminal, $requests, $target->name());

		return $out === '-' ? ExitStatus::OK
			: $this->answer('slow', fn () => $view->data($shown), fn () => $view->text($shown, $out));
	}

	private function format(string $out): string
	{
		$format = RunFormat::chosen($this->arguments, $out) ?? RunFormat::best();
		RunFormat::needSampled($format);
		RunFormat::needRecorded($format, ['paths']);
		if ($out !== '-') {
			RunFile::needWritable($out);
		}

		return $format;
	}

	/** @param list<array{array<string, mixed>, Profile|null}> $shown */
	private static function save(array $shown, string $format, string $out): void
	{
		$profiles = array_values(array_filter(array_column($shown, 1)));
		if ($profiles === []) {
			throw new Problem('no request in the rings matches, so none was saved',
				'xhprof slow without options lists all of them');
		}
		RunFile::save($profiles[0]->merge(...array_slice($profiles, 1)), $format, $out);
	}
}
